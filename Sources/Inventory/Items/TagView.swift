import ComposableGtk
import InventoryCore

/// The page of a tag, with the items that have it.
struct TagView: View {
  let store: StoreOf<TagFeature>

  var body: some View {
    content
      .navigationTitle(store.name)
      .navigationSubtitle(count)
      .toolbar {
        ToolbarItem(placement: .trailing) {
          MainMenu()
        }
      }
      .task { await rows.send(.task).finish() }
  }

  private var content: some View {
    RowsContent(store.list, isEmpty: store.list.rows.count == 0) {
      ItemRowsView(store: rows)
    } nothing: {
      ContentUnavailableView(
        tr("Nothing Here"),
        systemImage: "shippingbox",
        description: tr("No item has this tag any more.")
      )
    }
  }

  private var rows: StoreOf<ItemRowsFeature> {
    store.scope(state: \.list, action: \.list)
  }

  private var count: String {
    if store.list.isLoading || store.list.isCounting { return "" }
    let count = store.list.rows.count
    return tr("\(count) item", "\(count) items", count: count)
  }
}
