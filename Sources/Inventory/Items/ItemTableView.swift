import ComposableGtk
import Foundation
import InventoryCore
import PagedArrays

/// A table of items, whose rows are fetched as they come into sight. It does what the list does;
/// see ``ItemRowsView``.
struct ItemTableView: View {
  @Bindable var store: StoreOf<ItemRowsFeature>
  @Environment(\.rights) private var rights

  var body: some View {
    // The cells read the environment themselves: closures that keep nothing are the same each
    // time, so that no row is made anew.
    Table(
      store.rows,
      selection: $store.selected.sending(\.selectionChanged),
      sortOrder: $store.sortOrder.sending(\.sortOrderChanged),
      columnCustomization: $store.shownColumns.sending(\.columnsChanged)
    ) {
      store.send(.rowsNeeded($0))
    } columns: {
      TableColumn(ItemTableColumn.name.title, sortUsing: ItemComparator(.name)) {
        NameCell(item: $0)
      }
      .width(min: 140, ideal: 220)
      .customizationID(.name)
      .disabledCustomizationBehavior(.visibility)
      .copiedText { $0.name.withoutFormula }
      TableColumn(ItemTableColumn.sku.title, sortUsing: ItemComparator(.sku)) {
        Text($0.sku)
      }
      .width(min: 92, ideal: 100)
      .customizationID(.sku)
      .copiedText { $0.sku.withoutFormula }
      TableColumn(ItemTableColumn.quantity.title, sortUsing: ItemComparator(.quantity)) {
        QuantityCell(item: $0)
      }
      .width(min: 100, ideal: 104)
      .alignment(.numeric)
      .customizationID(.quantity)
      .copiedText { $0.quantityText }
      TableColumn(ItemTableColumn.location.title, sortUsing: ItemComparator(.location)) {
        // The place itself is at the end of its path.
        Text($0.location)
          .truncationMode(.middle)
      }
      .width(min: 104, ideal: 150)
      .customizationID(.location)
      .copiedText { $0.location.withoutFormula }
      TableColumn(ItemTableColumn.price.title, sortUsing: ItemComparator(.price)) {
        PriceCell(item: $0)
      }
      .width(min: 100, ideal: 112)
      .alignment(.numeric)
      .customizationID(.price)
      .copiedText { $0.price == .zero ? "" : $0.price.description }
      TableColumn(ItemTableColumn.value.title, sortUsing: ItemComparator(.value)) {
        ValueCell(item: $0)
      }
      .width(min: 104, ideal: 108)
      .alignment(.numeric)
      .customizationID(.value)
      .copiedText { $0.value?.description ?? "" }
      TableColumn(ItemTableColumn.tags.title) {
        Text($0.tags.prefix(Limits.tags).joined(separator: ", ").shownInRow)
      }
      .width(min: 80, ideal: 120)
      .customizationID(.tags)
      .copiedText { $0.tags.joined(separator: ", ").withoutFormula }
      TableColumn(
        ItemTableColumn.reorderLevel.title,
        sortUsing: ItemComparator(.reorderLevel)
      ) {
        Text($0.reorderLevelText)
          .monospacedDigit()
      }
      .width(min: 96, ideal: 108)
      .alignment(.numeric)
      .customizationID(.reorderLevel)
      .copiedText { $0.reorderLevelText }
      TableColumn(ItemTableColumn.barcode.title, sortUsing: ItemComparator(.barcode)) {
        Text($0.barcode)
      }
      .width(min: 96, ideal: 130)
      .customizationID(.barcode)
      .copiedText { $0.barcode.withoutFormula }
      TableColumn(
        ItemTableColumn.dateAdded.title,
        sortUsing: ItemComparator(ItemOrdering(.dateAdded))
      ) {
        DateCell(item: $0, date: \.added)
      }
      .width(min: 112, ideal: 180)
      .customizationID(.dateAdded)
      TableColumn(
        ItemTableColumn.dateChanged.title,
        sortUsing: ItemComparator(ItemOrdering(.dateChanged))
      ) {
        DateCell(item: $0, date: \.changed)
      }
      .width(min: 112, ideal: 180)
      .customizationID(.dateChanged)
    }
    .onRowActivate { store.send(.rowTapped($0)) }
    .onRowActivateElsewhere { store.send(.rowTappedForNewWindow($0)) }
    .onRowKeyPress(characters: "+", "-") { item, key in
      guard rights.contains(.book) else { return }
      store.send(.quantityStepped(item, by: key == "+" ? 1 : -1))
    }
    .revealedRow($store.revealedRow.sending(\.rowRevealed))
    // Columns use all the room there is: what belongs together is not at the ends of a row.
    .listRowWidth(max: nil)
    // Where only one column of a split view is shown, there is room for the table as well.
    .environment(\.horizontalSizeClass, .regular)
    .environment(\.itemDates, store.dates)
    .contextMenu(forPagedSelectionOf: Item.ID.self) { selection in
      ItemsMenu(store: store, selection: selection)
    }
  }
}

extension TableColumn {
  /// Names the column in what the user has made of the columns.
  fileprivate func customizationID(_ column: ItemTableColumn) -> TableColumn {
    customizationID(column.rawValue)
      .defaultVisibility(column.isShownAtFirst ? .visible : .hidden)
  }
}

extension ItemTableColumn {
  /// The title in the header, and in the menu of columns.
  var title: String {
    switch self {
    case .name: tr("Name")
    case .sku: tr("SKU")
    case .quantity: tr("Quantity")
    case .location: tr("Location")
    case .price: tr("Price")
    case .value: tr("Value")
    case .tags: tr("Tags")
    case .reorderLevel: tr("Reorder Level")
    case .barcode: tr("Barcode")
    case .dateAdded: tr("Added")
    case .dateChanged: tr("Changed")
    }
  }
}

// MARK: - Cells

/// The name of an item and, while items are selected, whether it is.
private struct NameCell: View {
  let item: Item
  @Environment(\.itemSelection) private var selection
  @Environment(\.shownItem) private var shownItem

  var body: some View {
    if let selection {
      CheckMark(isOn: selection.contains(item.id))
    }
    Text(item.name)
      .cssClass("shown-name", isActive: shownItem == item.id)
      .accessibilityAddTraits(shownItem == item.id ? .isSelected : [])
  }
}

private struct QuantityCell: View {
  let item: Item

  var body: some View {
    Text(item.quantityText)
      .monospacedDigit()
      .cssClass("low-quantity", isActive: item.isLow)
      .cssClass("none-left", isActive: item.isLow && item.quantity == 0)
  }
}

private struct PriceCell: View {
  let item: Item
  @Environment(\.currency) private var currency
  @Environment(\.moneyLocale) private var locale

  var body: some View {
    Text(item.priceText(locale: locale, currency: currency))
      .monospacedDigit()
  }
}

private struct ValueCell: View {
  let item: Item
  @Environment(\.currency) private var currency
  @Environment(\.moneyLocale) private var locale

  var body: some View {
    Text(item.value?.text(locale: locale, currency: currency) ?? "")
      .monospacedDigit()
  }
}

private struct DateCell: View {
  let item: Item
  let date: KeyPath<ItemDates, Date>
  @Environment(\.dateLocale) private var locale
  @Environment(\.itemDates) private var dates

  var body: some View {
    Text(dates[item.id]?[keyPath: date].formatted(.moment(locale)) ?? "")
      .monospacedDigit()
  }
}

private enum ItemDatesKey: EnvironmentKey {
  static let defaultValue: [Item.ID: ItemDates] = [:]
}

@MainActor
extension EnvironmentValues {
  /// When the items of a table were added and changed, as far as it is known.
  fileprivate var itemDates: [Item.ID: ItemDates] {
    get { self[ItemDatesKey.self] }
    set { self[ItemDatesKey.self] = newValue }
  }
}

extension Item {
  /// The reorder level with its unit; empty if there is none.
  fileprivate var reorderLevelText: String {
    reorderLevel?.text(unit: unit.shownInRow) ?? ""
  }
}
