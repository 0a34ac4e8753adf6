import ComposableGtk

/// A store of a feature that does not exist.
private struct Page: View {
  // error: cannot find type 'Crat' in scope
  let store: StoreOf<Crat>

  var body: some View {
    Text("Crate")
  }
}
