import ComposableGtk

/// A view in the place of a scene.
private struct ViewApp: App {
  static let id = "org.example.View"
  var body: some Scene {
    // error: static method 'buildBlock' requires that 'Text' conform to 'Scene'
    Text("a")
  }
}
