import ComposableGtk
import InventoryCore

/// The sheet in which a location is added, renamed, moved, or merged with another one.
struct LocationFormView: View {
  @Bindable var store: StoreOf<LocationFormFeature>
  @Environment(\.rights) private var rights

  var body: some View {
    Form {
      Section {
        TextField(tr("Name"), text: $store.name)
          .validationMessage(store.nameError)
        LocationField(
          tr("Inside"),
          text: $store.parent,
          locations: store.locations,
          error: store.parentError
        )
      } footer: {
        Text(tr("For a location that is in no other, leave “Inside” empty."))
      }
    }
    .navigationTitle(store.original == nil ? tr("Add Location") : tr("Rename or Move"))
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button(tr("Cancel")) { store.send(.cancelButtonTapped) }
      }
      ToolbarItem(placement: .confirmationAction) {
        Button(tr("Save")) { store.send(.saveButtonTapped) }
          .disabled(!store.canSave || !rights.contains(.change))
      }
    }
    .onSubmit { store.send(.saveButtonTapped) }
    .alert($store.scope(state: \.alert, action: \.alert))
    .task { await store.send(.task).finish() }
  }
}
