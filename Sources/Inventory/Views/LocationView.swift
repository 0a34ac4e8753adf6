import ComposableGtk
import InventoryCore

/// The page of a location, with the items that are kept there.
struct LocationView: View {
  @Bindable var store: StoreOf<LocationFeature>

  var body: some View {
    Group {
      if store.items.isEmpty {
        if store.isLoading {
          ProgressView()
        } else {
          ContentUnavailableView(
            "Nothing here",
            systemImage: "shippingbox",
            description: "No items are kept here any more."
          )
        }
      } else {
        ItemList(items: store.items) { store.send(.itemTapped(id: $0)) }
      }
    }
    .navigationTitle(store.name)
    .navigationSubtitle(store.items.count == 1 ? "1 item" : "\(store.items.count) items")
    .alert($store.scope(state: \.alert, action: \.alert))
    .task { await store.send(.task).finish() }
  }
}
