import ComposableGtk

/// A binding to the value of a window, taken for the value.
private struct ValueApp: App {
  static let id = "org.example.View"
  var body: some Scene {
    // error: cannot convert value of type 'Binding<Int?>' to expected argument type 'Int'
    WindowGroup("Title", for: Int.self) { id in Text("Crate \(id + 1)") }
  }
}
