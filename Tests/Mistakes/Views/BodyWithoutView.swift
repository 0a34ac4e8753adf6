import ComposableGtk

/// A body that is not a view.
private struct Page: View {
  let store: StoreOf<Crate>

  var body: some View {
    // error: static method 'buildExpression' requires that 'Double' conform to 'View'
    store.weight
  }
}
