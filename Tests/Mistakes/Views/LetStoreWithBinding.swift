import ComposableGtk

/// A binding into a store that is not bindable.
private struct Page: View {
  let store: StoreOf<Crate>

  var body: some View {
    Form {
      // error: cannot find '$store' in scope
      TextField("Label", text: $store.label)
    }
  }
}
