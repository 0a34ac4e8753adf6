import ComposableGtk
import InventoryCore

/// The page of a location, with the items that are kept there.
struct LocationView: View {
  let store: StoreOf<LocationFeature>

  var body: some View {
    Group {
      if let problem = store.list.problem {
        ContentUnavailableView(
          problem.title,
          systemImage: "exclamationmark.triangle",
          description: problem.explanation
        )
      } else if store.list.rows.count > 0 {
        ItemRowsView(store: rows)
      } else if store.list.isLoading {
        ProgressView()
      } else {
        ContentUnavailableView(
          "Nothing Here",
          systemImage: "shippingbox",
          description: "No items are kept here any more."
        )
      }
    }
    .navigationTitle(store.name)
    .navigationSubtitle(
      store.list.rows.count == 1 ? "1 item" : "\(store.list.rows.count) items"
    )
    .task { await rows.send(.task).finish() }
  }

  private var rows: StoreOf<ItemRowsFeature> {
    store.scope(state: \.list, action: \.list)
  }
}
