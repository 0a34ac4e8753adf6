import ComposableGtk
import InventoryCore

/// The page of a tag, with the items that have it.
struct TagView: View {
  let store: StoreOf<TagFeature>
  @Environment(\.isBesideSidebar) private var isBesideSidebar

  var body: some View {
    content
      .navigationTitle(store.name)
      .toolbar {
        if isBesideSidebar {
          ToolbarItem(placement: .trailing) {
            ItemsViewMenu(store: rows)
          }
        }
        ToolbarItem(placement: .trailing) {
          MainMenu()
        }
      }
      .task { await rows.send(.task).finish() }
  }

  private var content: some View {
    RowsContent(rows, isEmpty: store.list.rows.count == 0) {
      VStack(spacing: 0) {
        if isBesideSidebar, store.list.layout == .table {
          ItemTableView(store: rows, isSelectable: false)
            .listRowClick(.activates)
        } else {
          ItemRowsView(store: rows)
        }
        ItemTotalsBar(store: rows)
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
