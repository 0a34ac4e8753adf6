import ComposableGtk
import Foundation
import InventoryCore

/// The page at the bottom of the stack, with all items.
struct ItemListView: View {
  @Bindable var store: StoreOf<ItemListFeature>
  @Environment(\.isBesideSidebar) private var isBesideSidebar
  @FocusState private var isSearchFocused: Bool
  @Environment(\.rights) private var rights

  var body: some View {
    Group {
      if case .unreadable(let problem) = store.content {
        UnreadableInventoryView(problem: problem, store: store)
      } else {
        readableContent
      }
    }
    .navigationTitle(title)
    .toolbar {
      ToolbarItem(placement: .leading) {
        Button {
          store.send(.addButtonTapped)
        } label: {
          Image(systemName: "plus")
        }
        .accessibilityLabel(tr("Add Item"))
        .help(tr("Add Item"))
        .disabled(store.isUnreadable || !rights.contains(.change))
      }
      ToolbarItem(placement: .trailing) {
        Button {
          store.send(.filtersButtonTapped)
        } label: {
          Image(icon: "\(InventoryApplication.id)-filter-symbolic")
        }
        .accessibilityLabel(tr("Filter"))
        .help(tr("Filter"))
        .disabled(store.isUnreadable)
        .popover(item: $store.scope(state: \.filters, action: \.filters)) { store in
          FiltersView(store: store)
        }
      }
      ToolbarItem(placement: .trailing) {
        ItemsViewMenu(store: rows, canSelect: store.content == .items)
      }
      ToolbarItem(placement: .trailing) {
        ItemListMenu(store: store)
      }
    }
    .selectionSheet(rows)
    .task { await rows.send(.task).finish() }
    .task { await unfinishedStocktake.send(.task).finish() }
  }

  /// What is there while the inventory can be read, with a search.
  private var readableContent: some View {
    VStack(spacing: 0) {
      UnfinishedStocktakeView(store: unfinishedStocktake) { store.send(.stocktakeButtonTapped) }
      FilterBar(store: store)
      switch store.content {
      case .items:
        ItemsView(store: rows)
      case .loading:
        ProgressView()
          .frame(maxWidth: .infinity, maxHeight: .infinity)
      case .noItems:
        EmptyInventoryView(store: store)
      case .noMatches:
        NoMatchesView(store: store)
      case .unreadable:
        EmptyView()
      }
      if store.list.selection != nil || store.content == .items {
        ItemsBar(store: rows)
      }
    }
    .searchable(
      text: $store.list.query.searchText.sending(\.list.searchTextChanged),
      prompt: tr("Search items")
    )
    .searchFocused($isSearchFocused)
    .bind($store.isSearchFocused.sending(\.searchFocusChanged), to: $isSearchFocused)
    .onSubmit(of: .search) { store.send(.searchSubmitted) }
  }

  /// Beside the sidebar, the name of the place; alone, that of the program.
  private var title: String {
    guard isBesideSidebar else { return tr("Inventory") }
    return store.list.query.filter == ItemFilter(isLow: true) ? tr("Low Stock") : tr("All Items")
  }

  private var unfinishedStocktake: StoreOf<UnfinishedStocktakeFeature> {
    store.scope(state: \.unfinishedStocktake, action: \.unfinishedStocktake)
  }

  private var rows: StoreOf<ItemRowsFeature> {
    store.scope(state: \.list, action: \.list)
  }
}

/// The menu of the list, with what concerns all items.
private struct ItemListMenu: View {
  let store: StoreOf<ItemListFeature>
  @Environment(\.rights) private var rights

  var body: some View {
    MainMenu(offersSearch: false) {
      Button(tr("Locations")) { store.send(.locationsButtonTapped) }
        .disabled(store.isUnreadable)
      Button(tr("Recent Changes")) { store.send(.recentChangesButtonTapped) }
        .disabled(store.isUnreadable)
      Button(tr("Stocktake")) { store.send(.stocktakeButtonTapped) }
        .disabled(store.content != .items)
      Menu(tr("Import, Export, Backups")) {
        Button(tr("Import…")) { store.send(.transfer(.importButtonTapped)) }
          .disabled(store.isUnreadable || !rights.contains(.change))
        Button(tr("Export…")) { store.send(.transfer(.exportButtonTapped(.items))) }
          .disabled(store.content != .items)
        Button(tr("Reorder List…")) { store.send(.transfer(.exportButtonTapped(.reorderList))) }
          .disabled(store.content != .items)
        if store.offersBackups {
          Divider()
          Button(tr("Restore from Backup…")) { store.send(.backupsButtonTapped) }
        }
      }
    }
  }
}

/// The view of an empty inventory, which shows how to begin.
private struct EmptyInventoryView: View {
  let store: StoreOf<ItemListFeature>
  @Environment(\.rights) private var rights

  var body: some View {
    ContentUnavailableView(
      tr("Your Inventory Is Empty"),
      systemImage: "shippingbox",
      description:
        tr("Add items one by one, import a list, or look around with sample data.")
    ) {
      Group {
        Button(tr("Add Item")) { store.send(.addButtonTapped) }
          .buttonStyle(.pill)
        Button(tr("Import…")) { store.send(.transfer(.importButtonTapped)) }
          .cssClass("pill")
        Button(tr("Load Sample Data")) { store.send(.transfer(.loadSampleDataButtonTapped)) }
          .cssClass("pill")
          .disabled(store.transfer.isLoadingSampleData)
      }
      .disabled(!rights.contains(.change))
    }
  }
}

/// The view of a search, or of filters, that nothing meets.
private struct NoMatchesView: View {
  let store: StoreOf<ItemListFeature>
  @Environment(\.rights) private var rights

  var body: some View {
    if store.list.query.filter.isEmpty {
      ContentUnavailableView(
        tr("No Results"),
        systemImage: "magnifyingglass",
        description:
          tr(
            """
            No item has “\(store.list.query.searchText)” in its name, SKU, barcode, tags, \
            location or notes.
            """
          )
      ) {
        if store.unknownBarcode != nil {
          Button(tr("Add Item with This Barcode")) { store.send(.addWithBarcodeButtonTapped) }
            .buttonStyle(.pill)
            .disabled(!rights.contains(.change))
        }
      }
    } else {
      ContentUnavailableView(
        tr("No Results"),
        systemImage: "magnifyingglass",
        description: description
      ) {
        Button(tr("Clear Filters")) { store.send(.clearFiltersButtonTapped) }
          .buttonStyle(.pill)
      }
    }
  }

  private var description: String {
    let query = store.list.query
    let filters = query.filter.parts.map { query.filter.title(of: $0) }.joined(separator: ", ")
    return query.searchText.allSatisfy(\.isWhitespace)
      ? tr("No item meets the filters: \(filters).")
      : tr("No item with “\(query.searchText)” meets the filters: \(filters).")
  }
}

/// The view of an inventory that cannot be read, which says why and what can be done.
private struct UnreadableInventoryView: View {
  let problem: DatabaseProblem
  let store: StoreOf<ItemListFeature>

  var body: some View {
    DatabaseProblemView(problem) {
      store.send(.list(.retryButtonTapped))
    } actions: {
      if store.offersBackups {
        Button(tr("Restore from Backup…")) { store.send(.backupsButtonTapped) }
          .cssClass("pill")
      }
    }
  }
}
