import ComposableGtk
import InventoryCore

/// The sheet in which a location is added, renamed, moved, or merged with another one.
struct LocationFormView: View {
  @Bindable var store: StoreOf<LocationFormFeature>

  var body: some View {
    Form {
      Section {
        TextField("Name", text: $store.name)
          .validationMessage(store.nameError)
        LocationField(
          "Inside",
          text: $store.parent,
          locations: store.locations,
          error: store.parentError
        )
      } footer: {
        Text("For a location that is in no other, leave “Inside” empty.")
      }
    }
    .navigationTitle(store.original == nil ? "Add Location" : "Rename or Move")
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button("Cancel") { store.send(.cancelButtonTapped) }
      }
      ToolbarItem(placement: .confirmationAction) {
        Button("Save") { store.send(.saveButtonTapped) }
          .disabled(store.isSaving)
      }
    }
    .onSubmit { store.send(.saveButtonTapped) }
    .alert($store.scope(state: \.alert, action: \.alert))
    .task { await store.send(.task).finish() }
  }
}
