import Foundation
import GtkKit
import IssueReporting

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
  private(set) var size: (width: Int, height: Int)
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

  /// Sets the size that the windows open with, in pixels, as `width` and `height` of the
  /// initializer do. A size below one pixel is reported, and leaves the size as it is.
  public func defaultSize(width: Double, height: Double) -> WindowGroup {
    guard (1...Double(Int16.max)).contains(width), (1...Double(Int16.max)).contains(height) else {
      reportIssue(
        """
        The windows "\(title)" have a default size of \(width) × \(height) pixels, which is left out. \
        Both must be at least 1, and at most \(Int16.max).
        """
      )
      return self
    }
    var group = self
    group.size = (Int(width.rounded()), Int(height.rounded()))
    return group
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
