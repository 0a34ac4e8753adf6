import ComposableGtk

/// A closure for a change with one argument.
private struct OneArgument: View {
  @State private var text = ""
  var body: some View {
    TextField("Text", text: $text)
      // error: contextual closure type '(String, String) -> Void' expects 2 arguments, but 1 was
      // used in closure body
      .onChange(of: text) { new in print(new) }
  }
}
