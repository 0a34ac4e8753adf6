import ComposableGtk

/// A binding to a property that the state does not have.
private struct Page: View {
  @Bindable var store: StoreOf<Crate>

  var body: some View {
    Form {
      // error: has no dynamic member 'lable' using key path from root type 'Crate.State'
      TextField("Label", text: $store.lable)
    }
  }
}
