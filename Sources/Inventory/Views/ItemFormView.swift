import ComposableGtk
import InventoryCore

/// The sheet for adding or editing an item.
struct ItemFormView: View {
  @Bindable var store: StoreOf<ItemFormFeature>
  @FocusState private var focus: Item.Field?

  var body: some View {
    Form {
      Section {
        field("Name", .name, text: $store.name)
        field("SKU", .sku, text: $store.sku)
        field("Barcode", .barcode, text: $store.barcode)
      }
      Section {
        field("Quantity", .quantity, text: $store.quantity)
        TextField("Unit", text: $store.unit)
        field("Reorder Level", .reorderLevel, text: $store.reorderLevel)
        field("Price", .price, text: $store.price)
        field("Currency", .currency, text: $store.currency, prompt: "Default")
      }
      Section {
        LocationField("Location", text: $store.location, locations: store.locations)
        TextField("Tags", text: $store.tags)
      }
      Section("Notes") {
        TextEditor(text: $store.notes)
          .accessibilityLabel("Notes")
      }
    }
    .navigationTitle(store.isNew ? "Add Item" : "Edit Item")
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button("Cancel") { store.send(.cancelButtonTapped) }
      }
      ToolbarItem(placement: .confirmationAction) {
        Button("Save") { store.send(.saveButtonTapped) }
          .disabled(!store.canSave)
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
