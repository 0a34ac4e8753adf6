import ComposableGtk
import InventoryCore

/// The page of a tag, with the items that have it.
struct TagView: View {
  let store: StoreOf<TagFeature>

  var body: some View {
    content
      .navigationTitle(store.name)
      .toolbar {
        ToolbarItem(placement: .trailing) {
          ItemsViewMenu(store: rows, canSelect: store.list.rows.count > 0)
        }
        ToolbarItem(placement: .trailing) {
          MainMenu()
        }
      }
      .selectionSheet(rows)
      .task { await rows.send(.task).finish() }
  }

  private var content: some View {
    RowsContent(rows, isEmpty: store.list.rows.count == 0) {
      VStack(spacing: 0) {
        ItemsView(store: rows)
        ItemsBar(store: rows)
      }
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
}
