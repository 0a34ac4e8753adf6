import ComposableGtk
import InventoryCore

/// The menu of how the items of a page are shown.
struct ItemsViewMenu: View {
  let store: StoreOf<ItemRowsFeature>

  var body: some View {
    Menu(systemImage: "list.bullet") {
      ItemsLayoutChoices(store: store)
    }
    .accessibilityLabel(tr("View Options"))
    .help(tr("View Options"))
  }
}

/// The entries of a menu that say whether items are shown as a list, or as a table with which
/// columns.
struct ItemsLayoutChoices: View {
  @Bindable var store: StoreOf<ItemRowsFeature>

  var body: some View {
    Picker(tr("Show as"), selection: $store.layout.sending(\.layoutChanged)) {
      Text(tr("List")).tag(ItemsLayout.list)
      Text(tr("Table")).tag(ItemsLayout.table)
    }
    if store.layout == .table {
      Menu(tr("Columns")) {
        ForEach(ItemTableColumn.allCases.filter(\.canBeHidden), id: \.self) { column in
          Toggle(
            column.title,
            isOn: Binding {
              store.shownColumns.shows(column)
            } set: {
              store.send(.columnShown(column, $0))
            }
          )
        }
        Divider()
        Button(tr("Reset Columns")) { store.send(.columnsReset) }
          .disabled(store.shownColumns == TableColumnCustomization())
      }
    }
  }
}

/// Items as a list or, where there is room and the user wants it, as a table.
struct ItemsView: View {
  let store: StoreOf<ItemRowsFeature>
  /// Asks to delete the selected items.
  let delete: () -> Void
  @Environment(\.isBesideSidebar) private var isBesideSidebar

  var body: some View {
    if isBesideSidebar, store.layout == .table {
      ItemTableView(store: store)
        .selectsItems(store, delete: delete)
    } else {
      SelectableItemRowsView(store: store)
        .selectsItems(store, delete: delete)
    }
  }
}
