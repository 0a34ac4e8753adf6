import ComposableGtk
import Foundation
import InventoryCore

/// The page at the bottom of the stack, with all items.
struct ItemListView: View {
  @Bindable var store: StoreOf<ItemListFeature>

  var body: some View {
    VStack(spacing: 0) {
      FilterBar(store: store)
      switch store.content {
      case .items:
        ItemRowsView(store: rows)
      case .loading:
        ProgressView()
          .frame(maxWidth: .infinity, maxHeight: .infinity)
      case .noItems:
        EmptyInventoryView(store: store)
      case .noMatches:
        NoMatchesView(store: store)
      case .unreadable(let problem):
        UnreadableInventoryView(problem: problem, store: store)
      }
    }
    .searchable(
      text: $store.list.query.searchText.sending(\.list.searchTextChanged),
      prompt: "Search items"
    )
    .navigationTitle("Inventory")
    .toolbar {
      ToolbarItem(placement: .leading) {
        Button {
          store.send(.addButtonTapped)
        } label: {
          Image(systemName: "plus")
        }
        .accessibilityLabel("Add Item")
        .help("Add Item")
        .disabled(isUnreadable)
      }
      ToolbarItem(placement: .trailing) {
        MainMenu {
          Picker("Sort by", selection: $store.list.query.sort.sending(\.list.sortChanged)) {
            ForEach(ItemSort.allCases, id: \.self) { sort in
              Text(sort.title).tag(sort)
            }
          }
          Divider()
          Button("Locations") { store.send(.locationsButtonTapped) }
            .disabled(isUnreadable)
          Divider()
          Button("Import…") { store.send(.transfer(.importButtonTapped)) }
            .disabled(isUnreadable)
          Button("Export…") { store.send(.transfer(.exportButtonTapped(.items))) }
            .disabled(store.content != .items)
          Button("Reorder List…") { store.send(.transfer(.exportButtonTapped(.reorderList))) }
            .disabled(store.content != .items)
          Divider()
          Button("Stocktake") { store.send(.stocktakeButtonTapped) }
            .disabled(store.content != .items)
          Button("Restore from Backup…") { store.send(.backupsButtonTapped) }
        }
      }
      ToolbarItem(placement: .trailing) {
        Button {
          store.send(.filtersButtonTapped)
        } label: {
          Image(systemName: "line.3.horizontal.decrease")
        }
        .accessibilityLabel("Filter")
        .help("Filter")
        .disabled(isUnreadable)
        .popover(item: $store.scope(state: \.filters, action: \.filters)) { store in
          FiltersView(store: store)
        }
      }
    }
    .transfer(store: store.scope(state: \.transfer, action: \.transfer))
    .task { await rows.send(.task).finish() }
    .task { await store.send(.task).finish() }
  }

  private var rows: StoreOf<ItemRowsFeature> {
    store.scope(state: \.list, action: \.list)
  }

  private var isUnreadable: Bool {
    if case .unreadable = store.content { true } else { false }
  }
}

/// The view of an empty inventory, which shows how to begin.
private struct EmptyInventoryView: View {
  let store: StoreOf<ItemListFeature>

  var body: some View {
    ContentUnavailableView(
      "Your Inventory Is Empty",
      systemImage: "shippingbox",
      description:
        "Add items one by one, import a list, or look around with sample data."
    ) {
      Button("Add Item") { store.send(.addButtonTapped) }
        .buttonStyle(.pill)
      Button("Import…") { store.send(.transfer(.importButtonTapped)) }
        .cssClass("pill")
      Button("Load Sample Data") { store.send(.transfer(.loadSampleDataButtonTapped)) }
        .cssClass("pill")
        .disabled(store.transfer.isLoadingSampleData)
    }
  }
}

/// The view of a search, or of filters, that nothing meets.
private struct NoMatchesView: View {
  let store: StoreOf<ItemListFeature>

  var body: some View {
    if store.list.query.filter.isEmpty {
      ContentUnavailableView(
        "No Results",
        systemImage: "magnifyingglass",
        description:
          "No item has “\(store.list.query.searchText)” in its name, SKU, barcode, tags, "
          + "location or notes."
      )
    } else {
      ContentUnavailableView(
        "No Results",
        systemImage: "magnifyingglass",
        description: description
      ) {
        Button("Clear Filters") { store.send(.clearFiltersButtonTapped) }
          .buttonStyle(.pill)
      }
    }
  }

  private var description: String {
    let query = store.list.query
    let filters = query.filter.parts.map { query.filter.title(of: $0) }.formatted(.list(type: .and))
    return query.searchText.allSatisfy(\.isWhitespace)
      ? "No item meets the filters: \(filters)."
      : "No item with “\(query.searchText)” meets the filters: \(filters)."
  }
}

/// The view of an inventory that cannot be read, which says why and what can be done.
private struct UnreadableInventoryView: View {
  let problem: DatabaseProblem
  let store: StoreOf<ItemListFeature>

  var body: some View {
    ContentUnavailableView(
      problem.title,
      systemImage: "exclamationmark.triangle",
      description: problem.explanation
    ) {
      Button("Try Again") { store.send(.list(.retryButtonTapped)) }
        .buttonStyle(.pill)
      Button("Restore from Backup…") { store.send(.backupsButtonTapped) }
        .cssClass("pill")
    }
  }
}

extension ItemSort {
  /// The title of the sort order in the menu.
  fileprivate var title: String {
    switch self {
    case .name: "Name"
    case .sku: "SKU"
    case .location: "Location"
    case .quantity: "Quantity"
    case .price: "Price"
    }
  }
}
