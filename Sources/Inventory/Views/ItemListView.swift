import ComposableGtk
import InventoryCore

/// The page at the bottom of the stack, with all items.
struct ItemListView: View {
  @Bindable var store: StoreOf<InventoryFeature>

  var body: some View {
    Group {
      switch store.content {
      case .items:
        ItemList(items: store.items) { store.send(.itemTapped(id: $0)) }
      case .loading:
        ProgressView()
      case .noItems:
        EmptyInventoryView(store: store)
      case .noMatches:
        ContentUnavailableView(
          "No results",
          systemImage: "magnifyingglass",
          description: "No item has “\(store.searchText)” in its name, SKU, location or notes."
        )
      }
    }
    .searchable(text: $store.searchText.sending(\.searchTextChanged), prompt: "Search items")
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
      }
      ToolbarItem(placement: .trailing) {
        Menu(systemImage: "line.3.horizontal") {
          Picker("Sort by", selection: $store.sort.sending(\.sortChanged)) {
            ForEach(ItemSort.allCases, id: \.self) { sort in
              Text(sort.title).tag(sort)
            }
          }
          Divider()
          Button("Import CSV…") { store.send(.importButtonTapped) }
          Button("Export CSV…") { store.send(.exportButtonTapped) }
            .disabled(store.items.isEmpty)
        }
        .accessibilityLabel("Main menu")
      }
    }
    .fileChooser(store: store)
  }
}

/// The view of an empty inventory, which shows how to begin.
private struct EmptyInventoryView: View {
  let store: StoreOf<InventoryFeature>

  var body: some View {
    ContentUnavailableView(
      "Your inventory is empty",
      systemImage: "shippingbox",
      description:
        "Add items one by one, import a list, or look around with sample data."
    ) {
      Button("Add Item") { store.send(.addButtonTapped) }
        .buttonStyle(.pill)
      Button("Import CSV…") { store.send(.importButtonTapped) }
        .cssClass("pill")
      Button("Load Sample Data") { store.send(.loadSampleDataButtonTapped) }
        .cssClass("pill")
        .disabled(store.isTransferring)
    }
  }
}

/// A list of items. Activating a row opens its item.
struct ItemList: View {
  let items: IdentifiedArrayOf<Item>
  let open: (Item.ID) -> Void

  var body: some View {
    List(items) { item in
      ItemRow(item: item)
    }
    .onRowActivate { open($0.id) }
  }
}

/// An item in a list: its name, SKU, location, quantity and price.
private struct ItemRow: View {
  let item: Item
  @Environment(\.locale) private var locale

  var body: some View {
    HStack(spacing: 12) {
      VStack(alignment: .leading, spacing: 2) {
        Text(item.name)
          .cssClass("item-name")
          .lineLimit(1)
        Text(item.location.isEmpty ? item.sku : "\(item.sku) · \(item.location)")
          .cssClass("dim-label")
          .cssClass("caption")
          .lineLimit(1)
      }
      Spacer()
      Text("\(item.quantity) ×")
        .cssClass("quantity")
        .cssClass("none-left", isActive: item.quantity == 0)
      Text(item.price.text(locale: locale))
        .monospacedDigit()
        .multilineTextAlignment(.trailing)
        .cssClass("price")
    }
    .padding(.vertical, 6)
    .padding(.horizontal, 12)
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
