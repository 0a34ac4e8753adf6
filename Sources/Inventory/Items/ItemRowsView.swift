import ComposableGtk
import InventoryCore
import PagedArrays

/// A list of items, whose rows are fetched as they come into sight. Activating a row opens its
/// item.
///
/// Many can be selected: with Ctrl or Shift and a click, with the space bar, or with Ctrl+A. Then
/// there are check marks, and each click takes its item in or out.
struct ItemRowsView: View {
  @Bindable var store: StoreOf<ItemRowsFeature>
  @Environment(\.rights) private var rights

  var body: some View {
    List(store.rows, selection: $store.selected.sending(\.selectionChanged)) {
      store.send(.rowsNeeded($0))
    } row: { item in
      ItemRow(item: item)
    }
    .onRowActivate { store.send(.rowTapped($0)) }
    .onRowActivateElsewhere { store.send(.rowTappedForNewWindow($0)) }
    .onRowKeyPress(characters: "+", "-") { item, key in
      guard rights.contains(.book) else { return }
      store.send(.quantityStepped(item, by: key == "+" ? 1 : -1))
    }
    .revealedRow($store.revealedRow.sending(\.rowRevealed))
    .contextMenu(forPagedSelectionOf: Item.ID.self) { selection in
      ItemsMenu(store: store, selection: selection)
    }
  }
}

extension View {
  /// Selects items with clicks, and ends it with Escape.
  func selectsItems(_ store: StoreOf<ItemRowsFeature>) -> some View {
    modifier(ItemSelectionModifier(store: store))
  }

  /// Shows the sheet in which something is done to the selected items.
  func selectionSheet(_ store: StoreOf<ItemRowsFeature>) -> some View {
    modifier(SelectionSheetModifier(store: store))
  }
}

private struct ItemSelectionModifier: ViewModifier {
  let store: StoreOf<ItemRowsFeature>
  @Environment(\.rights) private var rights

  func body(content: Content) -> some View {
    content
      .listRowClick(store.selection == nil ? .activates : .toggles)
      .environment(\.itemSelection, store.selection)
      .onKeyPress(.escape) {
        guard store.selection != nil else { return .ignored }
        store.send(.selectionEnded)
        return .handled
      }
      .onKeyPress(.delete) {
        guard store.selectedItems != nil, rights.contains(.change) else { return .ignored }
        store.send(.manyItemsButtonTapped(.delete))
        return .handled
      }
  }
}

private struct SelectionSheetModifier: ViewModifier {
  @Bindable var store: StoreOf<ItemRowsFeature>

  func body(content: Content) -> some View {
    content
      .sheet(item: $store.scope(state: \.manyItems, action: \.manyItems)) { store in
        ManyItemsView(store: store)
      }
  }
}

private enum ItemSelectionKey: EnvironmentKey {
  static let defaultValue: PagedSelection<Item.ID>? = nil
}

@MainActor
extension EnvironmentValues {
  /// Which items are selected, while the user selects some.
  var itemSelection: PagedSelection<Item.ID>? {
    get { self[ItemSelectionKey.self] }
    set { self[ItemSelectionKey.self] = newValue }
  }
}

/// The mark in a row that says whether its item is selected.
struct CheckMark: View {
  let isOn: Bool

  var body: some View {
    Image(systemName: "checkmark")
      .cssClass("check-mark")
      .cssClass("on", isActive: isOn)
      .accessibilityHidden(true)
  }
}

/// An item in a list: its name, SKU, location, quantity and price.
struct ItemRow: View {
  /// The item, when it has been fetched.
  let item: Item?
  /// Whether it says where the item is.
  var showsLocation = true
  @Environment(\.currency) private var currency
  @Environment(\.itemSelection) private var selection
  @Environment(\.moneyLocale) private var locale
  @Environment(\.shownItem) private var shownItem

  var body: some View {
    HStack(spacing: 12) {
      if let selection {
        CheckMark(isOn: item.map { selection.contains($0.id) } ?? false)
      }
      VStack(alignment: .leading, spacing: 2) {
        Text(item?.name ?? "…")
          .cssClass("item-name")
          .lineLimit(1)
        Text(item.map(caption) ?? "")
          .cssClass("dim-label")
          .cssClass("caption")
          .lineLimit(1)
      }
      Spacer()
      // There before the item is, because widgets that come and go take longer than their texts.
      VStack(alignment: .trailing, spacing: 2) {
        Text(item.map(quantity) ?? "")
          .cssClass("quantity")
          .cssClass("low", isActive: item?.isLow ?? false)
          // Nothing is wrong with none of an item that nobody wants to be reminded of.
          .cssClass("none-left", isActive: item.map { $0.isLow && $0.quantity == 0 } ?? false)
        Text(item?.priceText(locale: locale, currency: currency) ?? "")
          .monospacedDigit()
          .cssClass("dim-label")
          .cssClass("caption")
      }
    }
    .padding(.vertical, 6)
    .padding(.horizontal, 12)
    .cssClass("item-row")
    .cssClass("shown", isActive: isShown)
    .accessibilityAddTraits(isShown ? .isSelected : [])
  }

  /// Whether the column beside the list shows the item.
  private var isShown: Bool { item.map { $0.id == shownItem } ?? false }

  private func quantity(_ item: Item) -> String {
    item.unit.isEmpty ? tr("\(item.quantity) ×") : item.quantityText
  }

  private func caption(_ item: Item) -> String {
    item.location.isEmpty || !showsLocation ? item.sku : tr("\(item.sku) · \(item.location)")
  }
}
