import ComposableGtk

/// A single window without an id.
private struct WindowApp: App {
  static let id = "org.example.View"
  var body: some Scene {
    // error: missing argument for parameter 'id' in call
    Window("Title") { Text("a") }
  }
}
