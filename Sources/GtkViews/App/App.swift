import Foundation
import GtkKit

/// An application: the entry point of a program.
///
/// ```swift
/// @main
/// struct FerryApp: App {
///   static let id = "org.example.Ferry"
///
///   var body: some Scene {
///     WindowGroup("Ferry") { FerryView() }
///   }
/// }
/// ```
///
/// Programs that open files, handle a command line or need other kinds of windows use GtkKit's
/// `Application` and ``ViewWindow`` directly.
@MainActor public protocol App {
  /// The type of ``body``; inferred.
  associatedtype Body: Scene

  /// The id of the application, in reverse-DNS form. Starting the program again while it is running
  /// opens another window of the running process.
  static var id: String { get }

  init()

  /// The scenes of the application.
  @SceneBuilder var body: Body { get }
}

extension App {
  /// Runs the application until its last window is closed.
  public static func main() {
    let application = Application(id: id)
    application.onActivate = { Self().body.open(in: application) }
    exit(application.run())
  }
}

/// A part of an application.
@MainActor public protocol Scene {
  /// Opens the windows that appear when the application starts.
  func open(in application: Application)
}

/// Builds the scenes of an ``App``.
@resultBuilder
public enum SceneBuilder {
  public static func buildBlock<each Content: Scene>(
    _ content: repeat each Content
  ) -> some Scene {
    TupleScene(content: (repeat each content))
  }
}

private struct TupleScene<each Content: Scene>: Scene {
  let content: (repeat each Content)

  func open(in application: Application) {
    repeat (each content).open(in: application)
  }
}

/// Windows that show the same views, each with its own state. One window opens at the start.
public struct WindowGroup<Content: View>: Scene {
  let title: String
  let size: (width: Int, height: Int)
  let content: () -> Content

  /// - Parameters:
  ///   - title: The title of a window while its views set none.
  ///   - width: The initial width of the windows, in pixels.
  ///   - height: The initial height of the windows, in pixels.
  ///   - content: The views.
  public init(
    _ title: String,
    width: Int = 800,
    height: Int = 600,
    @ViewBuilder content: @escaping () -> Content
  ) {
    self.title = title
    size = (width, height)
    self.content = content
  }

  public func open(in application: Application) {
    ViewWindow(
      title,
      application: application,
      width: size.width,
      height: size.height,
      content: content
    ).present()
  }
}
