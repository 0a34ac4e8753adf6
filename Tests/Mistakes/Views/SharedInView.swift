import ComposableGtk

/// A shared value where a binding is expected.
private struct SharedView: View {
  @Shared(.appStorage("count")) private var count = 0
  var body: some View {
    Button("Add") { count += 1 }
    // error: cannot convert value of type 'Shared<Int>' to expected argument type 'Binding<Int>'
    Stepper("Count", value: $count)
  }
}
