import ComposableGtk
import InventoryCore

/// The sheet for booking a change of a quantity.
struct BookingView: View {
  @Bindable var store: StoreOf<BookingFeature>
  @Environment(\.rights) private var rights
  @FocusState private var focus: BookingFeature.State.Field?

  var body: some View {
    Form {
      Section {
        Picker(tr("Reason"), selection: $store.reason) {
          ForEach(BookingFeature.State.reasons, id: \.self) { reason in
            Text(reason.title).tag(reason)
          }
        }
        TextField(store.reason == .counted ? tr("Counted") : tr("Amount"), text: $store.amount)
          .validationMessage(store.amountError)
          .focused($focus, equals: .amount)
        NumberHint(store.amountHint)
        TextField(tr("Note"), text: $store.note)
          .validationMessage(store.noteError)
      } footer: {
        Text(explanation)
      }
    }
    .navigationTitle(tr("Change Quantity"))
    .navigationSubtitle(store.item.name)
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button(tr("Cancel")) { store.send(.cancelButtonTapped) }
      }
      ToolbarItem(placement: .confirmationAction) {
        Button(tr("Save")) { store.send(.saveButtonTapped) }
          .disabled(store.booking == nil || store.isSaving || !rights.contains(.book))
      }
    }
    .bind($store.focus, to: $focus)
    .onSubmit { store.send(.saveButtonTapped) }
    .alert($store.scope(state: \.alert, action: \.alert))
  }

  private var explanation: String {
    guard let quantity = store.quantityAfterwards else {
      return tr("In stock: \(store.item.quantityText).")
    }
    return tr("In stock: \(store.item.quantityText), afterwards \(quantity).")
  }
}

extension Movement.Reason {
  /// The title of the reason.
  var title: String {
    switch self {
    case .received: tr("Received")
    case .used: tr("Used")
    case .counted: tr("Counted")
    case .moved: tr("Moved")
    }
  }
}
