import ComposableGtk

/// A sheet of a state, rather than of a store.
private struct SheetOfStateView: View {
  @Bindable var store: StoreOf<Dock>
  var body: some View {
    // error: 'subscript(dynamicMember:)' is unavailable: the feature has no action that writes it:
    // conform the action to 'BindableAction', name one with '.sending', or scope the store if this
    // is a presented feature
    Text("Dock").sheet(item: $store.crate) { crate in Text(crate.label) }
  }
}
