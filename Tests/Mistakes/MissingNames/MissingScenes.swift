import ComposableGtk

/// Scenes of SwiftUI that do not exist here.
private struct Program: App {
  static let id = "org.example.Program"

  var body: some Scene {
    // error: 'windowResizability' is unavailable: windows can be resized
    WindowGroup("Title") { Text("a") }.windowResizability(.contentSize)
  }
}
