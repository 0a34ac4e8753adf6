import ComposableGtk

/// A program without an id.
// error: type 'NamelessApp' does not conform to protocol 'App'
private struct NamelessApp: App {
  var body: some Scene {
    WindowGroup("Title") { Text("a") }
  }
}
