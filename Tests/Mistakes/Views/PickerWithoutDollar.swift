import ComposableGtk

/// A picker of a property of the state, without a binding.
private struct PickerOfStoreView: View {
  let store: StoreOf<Warehouse>
  var body: some View {
    // error: cannot convert value of type 'Int' to expected argument type 'Binding<Selection>'
    Picker("Count", selection: store.count) {
      ForEach(0..<3) { Text("\($0)").tag($0) }
    }
  }
}
