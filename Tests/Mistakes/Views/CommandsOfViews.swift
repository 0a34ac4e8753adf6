import ComposableGtk

/// Views where a scene takes commands, and a window that is opened without saying by what.
private struct Program: App {
  static let id = "org.example.Program"

  var body: some Scene {
    WindowGroup("Title") { Text("a") }
      .commands {
        // error: static method 'buildBlock' requires that 'Button<Text>' conform to 'Commands'
        Button("a") {}
      }
  }
}

private struct Page: View {
  @Environment(\.openWindow) private var openWindow

  var body: some View {
    // error: missing argument label 'id:' in call
    Button("Open") { openWindow("help") }
  }
}
