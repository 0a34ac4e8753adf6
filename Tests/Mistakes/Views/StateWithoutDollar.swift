import ComposableGtk

/// A binding to a state of the view without the dollar sign.
private struct Page: View {
  @State private var name = ""

  var body: some View {
    Form {
      Section("Stock") {
        // error: cannot convert value 'name' of type 'String' to expected type 'Binding<String>',
        // use wrapper instead
        TextField("Name", text: name)
      }
    }
  }
}
