import ArgumentParser
import ComposableGtk
import Foundation
import GtkKit

/// The command line: `gallery --help`.
struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract: "Shows the views and presentations of swift-composable-gtk."
  )

  @Option(help: ArgumentHelp("Open a page at once; --list has the names.", valueName: "name"))
  var page: GalleryPage?

  @Flag(help: "Print the names of the pages, and exit.")
  var list = false
}

extension GalleryPage: ExpressibleByArgument {}

/// Runs the program.
///
/// - Returns: The exit status.
@MainActor
func run(_ command: GalleryCommand) -> Int32 {
  if command.list {
    for page in GalleryPage.allCases { print(page.rawValue) }
    return 0
  }
  guard Display.isAvailable else {
    FileHandle.standardError.write(Data("gallery: there is no display to open a window on.\n".utf8))
    return 1
  }
  let application = Application(
    id: "io.github.composable_gtk.Gallery",
    options: [.notUnique]
  )
  let store = Store(
    initialState: command.page.map { GalleryFeature.State(page: $0) } ?? GalleryFeature.State()
  ) {
    GalleryFeature()
  }
  application.onActivate = { [unowned application] in
    GalleryWindows(store: store).scenes.open(in: application)
  }
  return application.run(arguments: [CommandLine.arguments[0]])
}

exit(run(GalleryCommand.parseOrExit()))
