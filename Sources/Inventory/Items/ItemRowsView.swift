import ComposableGtk
import InventoryCore

/// A list of items, whose rows are fetched as they come into sight. Activating a row opens its
/// item.
struct ItemRowsView: View {
  @Bindable var store: StoreOf<ItemRowsFeature>

  var body: some View {
    List(store.rows) {
      store.send(.rowsNeeded($0))
    } row: { item in
      ItemRow(item: item)
        .rowMenu(item) {
          store.send(.rowTapped($0))
        } openInNewWindow: {
          store.send(.rowTappedForNewWindow($0))
        }
    }
    .onRowActivate { store.send(.rowTapped($0)) }
    .onRowActivateElsewhere { store.send(.rowTappedForNewWindow($0)) }
    .revealedRow($store.revealedRow.sending(\.rowRevealed))
  }
}

/// An item in a list: its name, SKU, location, quantity and price.
struct ItemRow: View {
  /// The item, when it has been fetched.
  let item: Item?
  @Environment(\.currency) private var currency
  @Environment(\.moneyLocale) private var locale
  @Environment(\.shownItem) private var shownItem

  var body: some View {
    HStack(spacing: 12) {
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
    item.location.isEmpty ? item.sku : tr("\(item.sku) · \(item.location)")
  }
}
