import ComposableGtk

/// A state of the view that does not exist.
private struct Page: View {
  @State private var name = ""

  var body: some View {
    Form {
      Section("Stock") {
        // error: cannot find '$nmae' in scope
        TextField("Name", text: $nmae)
      }
    }
  }
}
