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
/// At the start, the first scene opens a window. Views open the windows of the others with
/// `openWindow` of the environment. Links and files among the arguments of the program are passed
/// to the views with ``View/onOpenURL(perform:)``.
///
/// Programs that handle a command line, ask before a window closes, or have windows that no scene
/// describes, use GtkKit's `Application` and ``ViewWindow`` directly.
@MainActor public protocol App {
  /// The type of ``body``; inferred.
  associatedtype Body: Scene

  /// The id of the application, in reverse-DNS form. Starting the program again while it is running
  /// opens another window of the running process.
  static var id: String { get }

  /// Makes the application. It is called once, when the program starts.
  init()

  /// The scenes of the application. It is evaluated once, when the program starts.
  @SceneBuilder var body: Body { get }
}

extension App {
  /// Runs the application until its last window is closed.
  public static func main() {
    let application = Application(id: id, options: .opensFiles)
    application.onStartup = { AppWindows.running = AppWindows(Self().body, application) }
    application.onActivate = { AppWindows.running?.openFirst() }
    application.onOpen = { AppWindows.running?.receive($0.compactMap { URL(string: $0) }) }
    exit(application.run())
  }
}
