import ComposableGtk

/// An id of a window without its label.
private struct Opener: View {
  @Environment(\.openWindow) private var openWindow
  var body: some View {
    // error: missing argument label 'id:' in call
    Button("Open") { openWindow("help") }
  }
}
