import ComposableGtk

/// A scene under a condition.
private struct ConditionApp: App {
  static let id = "org.example.View"
  var isShown = false
  var body: some Scene {
    WindowGroup("Title") { Text("a") }
    // error: closure containing control flow statement cannot be used with result builder
    // 'SceneBuilder'
    if isShown {
      WindowGroup("Other", id: "other") { Text("b") }
    }
  }
}
