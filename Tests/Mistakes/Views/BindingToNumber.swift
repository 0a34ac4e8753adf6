import ComposableGtk

/// A binding to a number in a text field.
private struct Page: View {
  @Bindable var store: StoreOf<Crate>

  var body: some View {
    Form {
      // error: cannot convert value of type 'Binding<Double>' to expected argument type
      // 'Binding<String>'
      TextField("Weight", text: $store.weight)
    }
  }
}
