import ComposableGtk
import InventoryCore

/// The sheet for adding or editing an item.
struct ItemFormView: View {
  @Bindable var store: StoreOf<ItemFormFeature>
  @Environment(\.rights) private var rights
  @FocusState private var focus: Item.Field?

  var body: some View {
    Form {
      Section {
        field(tr("Name"), .name, text: $store.name)
        field(tr("SKU"), .sku, text: $store.sku)
        field(tr("Barcode"), .barcode, text: $store.barcode)
      }
      Section {
        field(tr("Quantity"), .quantity, text: $store.quantity)
        NumberHint(store.hints[.quantity])
        field(tr("Unit"), .unit, text: $store.unit)
        field(tr("Reorder Level"), .reorderLevel, text: $store.reorderLevel)
        NumberHint(store.hints[.reorderLevel])
        field(tr("Price"), .price, text: $store.price)
        NumberHint(store.hints[.price])
        field(tr("Currency"), .currency, text: $store.currency, prompt: tr("Default"))
      }
      Section {
        LocationField(
          tr("Location"),
          text: $store.location,
          locations: store.locations,
          error: store.errors[.location]
        )
        field(tr("Tags"), .tags, text: $store.tags)
      }
      Section(tr("Notes")) {
        if store.canEditNotes {
          TextEditor(text: $store.notes)
            .accessibilityLabel(tr("Notes"))
          if let error = store.errors[.notes] {
            Text(error)
              .cssClass("error")
              .padding(.vertical, 6)
          }
        } else {
          Text(store.notes.shownOnPage)
            .textSelection()
            .padding(.vertical, 6)
          Text(
            tr(
              "These notes have a line that is too long to be changed here. They stay as they are."
            )
          )
          .cssClass("dim-label")
          .padding(.vertical, 6)
        }
      }
    }
    .navigationTitle(store.isNew ? tr("Add Item", context: "title") : tr("Edit Item"))
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button(tr("Cancel")) { store.send(.cancelButtonTapped) }
      }
      ToolbarItem(placement: .confirmationAction) {
        Button(tr("Save")) { store.send(.saveButtonTapped) }
          .disabled(!store.canSave || !rights.contains(.change))
      }
    }
    .bind($store.focus, to: $focus)
    .onSubmit { store.send(.submitted) }
    .alert($store.scope(state: \.alert, action: \.alert))
    .task { await store.send(.task).finish() }
  }

  /// Returns a field that shows its validation message below.
  private func field(
    _ title: String,
    _ field: Item.Field,
    text: Binding<String>,
    prompt: String? = nil
  ) -> some View {
    TextField(title, text: text, prompt: prompt)
      .validationMessage(store.errors[field])
      .focused($focus, equals: field)
  }
}
