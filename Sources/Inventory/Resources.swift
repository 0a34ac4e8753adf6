import Foundation
import InventoryCore

/// The files that come with the program. They are in `resources/` in the source tree, and in
/// `PREFIX/share/inventory` of an installed program.
///
/// They are ordinary files, found relative to the program. So a build tree can be moved, and an
/// installed program relocated.
nonisolated struct Resources: Sendable {
  /// The environment variable with the path of the folder, for programs in unusual places.
  static let environmentVariable = "INVENTORY_RESOURCES"

  /// The style sheet for the whole application.
  let styleSheet: URL

  /// The items of “Load Sample Data”, in the format of an import.
  let sampleData: URL

  /// The folder to add to the search path of the icon theme. It lets the theme find the program's
  /// icon even if the program is not installed, or is installed where the desktop does not look.
  let icons: URL

  /// Finds the resources of the running program.
  ///
  /// Candidates are, in this order:
  /// - the folder in `INVENTORY_RESOURCES`; if it is set, there is no other candidate,
  /// - `../share/inventory`, relative to the program's folder, for an installed program,
  /// - `resources` beside the build folder, for a program that SwiftPM has built there, such as
  ///   `.build/x86_64-unknown-linux-gnu/debug/inventory`.
  ///
  /// Nothing is searched for: a folder above the program may be one in which others can make files.
  ///
  /// - Parameters:
  ///   - executable: The program's file. By default, the running one.
  ///   - environment: The environment variables. By default, those of the process.
  /// - Throws: ``Missing`` with all the folders that were searched.
  init(
    executable: URL = Resources.runningExecutable,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    let candidates = Self.candidates(executable: executable, environment: environment)
    guard let found = candidates.first(where: \.isComplete) else {
      throw Missing(folders: candidates.map(\.folder.path))
    }
    styleSheet = found.styleSheet
    sampleData = found.sampleData
    icons = found.icons
  }

  /// Thrown if none of the folders contains the resources.
  struct Missing: Error, Equatable, CustomStringConvertible, LocalizedError {
    /// The folders that were searched, in order.
    let folders: [String]

    var description: String {
      tr(
        """
        The program's resources (\(Candidate.files.joined(separator: ", "))) are missing. \
        They were looked for in: \(folders.joined(separator: ", ")). Install the program again, or set \
        \(Resources.environmentVariable) to the folder that has them.
        """
      )
    }

    var errorDescription: String? { description }
  }

  /// The file of the running program, independent of the name under which it was started.
  static var runningExecutable: URL {
    let link = "/proc/self/exe"
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
    return URL(fileURLWithPath: path ?? CommandLine.arguments[0])
  }

  private struct Candidate {
    static let files = ["style.css", "sample-data.csv"]

    let folder: URL
    let icons: URL

    var styleSheet: URL { folder.appendingPathComponent(Self.files[0]) }
    var sampleData: URL { folder.appendingPathComponent(Self.files[1]) }

    var isComplete: Bool {
      [styleSheet, sampleData].allSatisfy { FileManager.default.isReadableFile(atPath: $0.path) }
    }
  }

  private static func candidates(executable: URL, environment: [String: String]) -> [Candidate] {
    if let path = environment[environmentVariable], !path.isEmpty {
      return [inSources(URL(fileURLWithPath: path, isDirectory: true))]
    }
    let share = executable.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("share")
    let installed = Candidate(
      folder: share.appendingPathComponent("inventory"),
      icons: share.appendingPathComponent("icons")
    )
    guard let sources = buildFolder(of: executable)?.deletingLastPathComponent() else {
      return [installed]
    }
    return [installed, inSources(sources.appendingPathComponent("resources"))]
  }

  /// The build folder of SwiftPM, if a program is where SwiftPM puts it there.
  static func buildFolder(of executable: URL) -> URL? {
    let folder = executable.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return folder.lastPathComponent.hasPrefix(".build") ? folder : nil
  }

  private static func inSources(_ folder: URL) -> Candidate {
    Candidate(folder: folder, icons: folder.appendingPathComponent("icons"))
  }
}
