import Foundation
import GtkKit

/// An application: the entry point of a program.
///
///     @main
///     struct CounterApp: App {
///       static let id = "org.example.Counter"
///
///       var body: some Scene {
///         WindowGroup("Counter") { CounterView() }
///       }
///     }
///
/// Programs that open files, have a command line or more than these windows use GtkKit's
/// `Application` and ``ViewWindow`` directly.
@MainActor public protocol App {
  /// The type of ``body``; inferred.
  associatedtype Body: Scene

  /// The id of the application, in the form of a reversed domain name. Starting the program again
  /// while it runs opens another window of the first one.
  static var id: String { get }

  init()

  /// The windows.
  @SceneBuilder var body: Body { get }
}

extension App {
  /// Runs the application until its last window has gone.
  public static func main() {
    let application = Application(id: id)
    application.onActivate = { Self().body.open(in: application) }
    exit(application.run())
  }
}

/// What an application consists of.
@MainActor public protocol Scene {
  /// Opens the windows that belong to the start of the application.
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

/// Windows that show the same views, each with its own state. One is open at the start.
public struct WindowGroup<Content: View>: Scene {
  let title: String
  let size: (width: Int, height: Int)
  let content: () -> Content

  /// - Parameters:
  ///   - title: the title as long as the views set none.
  ///   - width: the width that windows open with.
  ///   - height: the height that windows open with.
  ///   - content: the views.
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
