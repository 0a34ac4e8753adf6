import ComposableGtk
import InventoryCore

/// The menu of how the items of a page are shown.
struct ItemsViewMenu: View {
  @Bindable var store: StoreOf<ItemRowsFeature>
  /// Whether there are items to select.
  let canSelect: Bool

  var body: some View {
    Menu(systemImage: "arrow.up.arrow.down") {
      ItemsLayoutChoices(store: store)
      Divider()
      Picker(tr("Sort by"), selection: $store.query.sort.sending(\.sortChanged)) {
        ForEach(ItemSort.allCases, id: \.self) { sort in
          Text(sort.title).tag(sort)
        }
      }
      Toggle(tr("Reverse Order"), isOn: $store.query.isReversed.sending(\.orderReversed))
      Divider()
      Button(tr("Select Items")) { store.send(.selectButtonTapped) }
        .disabled(!canSelect)
      // A list takes these keys itself. Here they are for a focus that is elsewhere in the window.
      Button(tr("Select All")) { store.send(.selectAllButtonTapped) }
        .keyboardShortcut("a")
        .disabled(!canSelect)
    }
    .accessibilityLabel(tr("View Options"))
    .help(tr("View Options"))
  }
}

/// The entries of a menu that say whether items are shown as a list, or as a table with which
/// columns. A narrow window has a choice of its own.
private struct ItemsLayoutChoices: View {
  let store: StoreOf<ItemRowsFeature>
  @Environment(\.isBesideSidebar) private var isBesideSidebar

  var body: some View {
    Picker(
      tr("Show as"),
      selection: Binding {
        store.state.layout(isWide: isBesideSidebar)
      } set: {
        store.send(isBesideSidebar ? .layoutChanged($0) : .narrowLayoutChanged($0))
      }
    ) {
      Text(tr("List")).tag(ItemsLayout.list)
      Text(tr("Table")).tag(ItemsLayout.table)
    }
    if store.state.layout(isWide: isBesideSidebar) == .table {
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

/// Items as a list or, where the user wants it, as a table.
struct ItemsView: View {
  let store: StoreOf<ItemRowsFeature>
  @Environment(\.isBesideSidebar) private var isBesideSidebar

  var body: some View {
    if store.state.layout(isWide: isBesideSidebar) == .table {
      ItemTableView(store: store)
        .selectsItems(store)
    } else {
      ItemRowsView(store: store)
        .selectsItems(store)
    }
  }
}

/// The bar below items: what they are worth or, while some are selected, what can be done to them.
struct ItemsBar: View {
  let store: StoreOf<ItemRowsFeature>

  var body: some View {
    if store.selection != nil {
      SelectionBar(store: store)
    } else {
      ItemTotalsBar(store: store)
    }
  }
}

extension ItemSort {
  /// The title of the sort order in the menu.
  fileprivate var title: String {
    switch self {
    case .name: tr("Name")
    case .sku: tr("SKU")
    case .location: tr("Location")
    case .quantity: tr("Quantity")
    case .price: tr("Price")
    case .value: tr("Value")
    case .reorderLevel: tr("Reorder Level")
    case .barcode: tr("Barcode")
    case .dateAdded: tr("Recently Added")
    case .dateChanged: tr("Recently Changed")
    }
  }
}
