import ComposableGtk

/// A member that the element of a row does not have, in a binding.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Text("Lines")
  }
}

private struct Line: Identifiable {
  let id: Int
  var text = ""
}

private struct Lines: View {
  @State private var lines: [Line] = []

  var body: some View {
    List {
      ForEach($lines) { $line in
        // error: has no dynamic member 'txt' using key path from root type 'Line'
        TextField("Line", text: $line.txt)
      }
    }
  }
}
