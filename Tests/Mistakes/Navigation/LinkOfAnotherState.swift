import ComposableGtk

/// A link to a page with an id in the place of its state.
private struct Links: View {
  let store: StoreOf<Warehouse>
  var body: some View {
    List(store.crates) { crate in
      // error: cannot convert value of type 'Int' to expected argument type 'Crate.State'
      NavigationLink(crate.label, state: Warehouse.Path.State.crate(crate.id))
    }
  }
}
