import ComposableGtk
import Foundation
import InventoryCore

/// The page of an item.
struct ItemDetailView: View {
  @Bindable var store: StoreOf<ItemDetailFeature>
  @Environment(\.horizontalSizeClass) private var sizeClass
  @Environment(\.rights) private var rights

  var body: some View {
    Form {
      ItemFactsView(store: store)
      ItemPhotoView(store: photo, name: store.item.name)
      if !store.item.notes.isEmpty {
        Section(tr("Notes")) {
          Text(store.item.notes.shownOnPage)
            .textSelection()
            .padding(.vertical, 6)
        }
      }
      RelatedItemsView(store: related)
      StockHistoryView(store: history, item: store.item)
      Section {
        Button(tr("Delete Item"), role: .destructive) { store.send(.deleteButtonTapped) }
          .accessibilityLabel(tr("Delete"))
          .disabled(store.isDeleting || !rights.contains(.change))
      }
    }
    .navigationTitle(store.item.name.shownInRow)
    .toolbar {
      ToolbarItem(placement: .primaryAction) {
        // A word would leave too little of the title in a narrow window.
        Button {
          store.send(.editButtonTapped)
        } label: {
          Image(systemName: "pencil")
        }
        .accessibilityLabel(tr("Edit"))
        .help(tr("Edit"))
        .disabled(!rights.contains(.change))
      }
      ToolbarItem(placement: .trailing) {
        // Beside the list, that has the menu.
        if sizeClass == .compact { MainMenu() }
      }
    }
    .sheet(item: $store.scope(state: \.destination?.edit, action: \.destination.edit)) { store in
      ItemFormView(store: store)
    }
    .sheet(item: $store.scope(state: \.destination?.book, action: \.destination.book)) { store in
      BookingView(store: store)
    }
    .confirmationDialog(
      $store.scope(
        state: \.destination?.confirmationDialog,
        action: \.destination.confirmationDialog
      )
    )
    .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
    .task { await store.send(.task).finish() }
    .task { await history.send(.task).finish() }
    .task { await related.send(.task).finish() }
    .itemPhoto(photo)
  }

  private var photo: StoreOf<ItemPhotoFeature> {
    store.scope(state: \.photo, action: \.photo)
  }

  private var related: StoreOf<RelatedItemsFeature> {
    store.scope(state: \.related, action: \.related)
  }

  private var history: StoreOf<StockHistoryFeature> {
    store.scope(state: \.history, action: \.history)
  }
}

/// The sections with what is known of an item in a few words.
private struct ItemFactsView: View {
  let store: StoreOf<ItemDetailFeature>
  @Environment(\.currency) private var currency
  @Environment(\.moneyLocale) private var locale
  @Environment(\.rights) private var rights

  var body: some View {
    Section {
      LabeledContent(tr("Quantity"), value: store.item.quantityText)
      if let level = store.item.reorderLevel {
        LabeledContent(tr("Reorder Level"), value: tr(number: level))
      }
      Button(tr("Change Quantity…")) { store.send(.bookButtonTapped) }
        .disabled(!rights.contains(.book))
    }
    Section {
      // Here as well as in the title, which has little room in a narrow window.
      LabeledContent(tr("Name"), value: store.item.name.shownInRow)
      LabeledContent(tr("SKU"), value: store.item.sku.shownInRow)
      if !store.item.barcode.isEmpty {
        LabeledContent(tr("Barcode"), value: store.item.barcode.shownInRow)
      }
      let price = store.item.priceText(locale: locale, currency: currency)
      if !price.isEmpty { LabeledContent(tr("Price"), value: price) }
      if store.item.location.isEmpty {
        LabeledContent(tr("Location"), value: tr("None", context: "location"))
      } else {
        Button {
          store.send(.locationButtonTapped)
        } label: {
          LabeledContent(tr("Location"), value: store.item.location.shownInRow)
        }
        .buttonStyle(.navigation)
      }
      // A database of others can have any number of them.
      let tags = store.item.tags
      ForEach(Array(tags.prefix(Limits.tags)), id: \.self) { tag in
        Button {
          store.send(.tagTapped(tag))
        } label: {
          LabeledContent(tr("Tag"), value: tag.shownInRow)
        }
        .buttonStyle(.navigation)
      }
      let rest = tags.count - Limits.tags
      if rest > 0 {
        Text(tr("\(rest) more tag", "\(rest) more tags", count: rest)).foregroundStyle(.secondary)
      }
    }
  }
}

extension Quantity {
  /// The quantity with its unit, such as "1 bag" and "0.5 bags".
  ///
  /// - Parameter unit: The unit of the item, or an empty string.
  func text(unit: String) -> String {
    let (quantity, unit) = (self, UnitOfMeasure.name(unit, for: self))
    return unit.isEmpty ? tr(number: quantity) : tr("\(quantity) \(unit)")
  }
}

extension Item {
  /// The quantity with its unit.
  var quantityText: String { quantity.text(unit: unit.shownInRow) }

  /// The price with its currency; empty if there is none.
  ///
  /// - Parameter currency: The currency of the inventory, for an item without one of its own.
  func priceText(locale: Locale, currency: String) -> String {
    price == .zero
      ? "" : price.text(locale: locale, currency: self.currency.isEmpty ? currency : self.currency)
  }
}
