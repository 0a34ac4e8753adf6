import ComposableGtk
import InventoryCore

/// The part of a stocktake in which an item is counted.
struct StocktakeCountView: View {
  @Bindable var store: StoreOf<StocktakeCountFeature>
  let focus: FocusState<StocktakeFeature.Field?>.Binding
  @Environment(\.rights) private var rights

  var body: some View {
    Section(store.item.name) {
      LabeledContent(tr("In the Inventory"), value: store.item.quantityText)
      if let earlier = store.earlier {
        Picker(tr("Counted Before: \(earlier.counted)"), selection: $store.isAddition) {
          Text(tr("Add to It")).tag(true)
          Text(tr("Replace It")).tag(false)
        }
      }
      TextField(tr("Count"), text: $store.amount)
        .validationMessage(store.amountError)
        .focused(focus, equals: .amount)
        .disabled(!rights.contains(.book))
        .onSubmit { store.send(.entered) }
      NumberHint(store.amountHint)
      HStack(spacing: 12) {
        Button(tr("Save Count")) { store.send(.submitted) }
          .disabled(store.number == nil || store.isSaving || !rights.contains(.book))
        Button(tr("Skip")) { store.send(.cancelButtonTapped) }
        Spacer()
        if store.earlier != nil {
          Button(tr("Remove Count")) { store.send(.removeButtonTapped) }
            .disabled(!rights.contains(.book))
        }
      }
      .padding(.vertical, 6)
    } footer: {
      if !explanation.isEmpty { Text(explanation) }
    }
    .alert($store.scope(state: \.alert, action: \.alert))
  }

  private var explanation: String {
    guard store.isEarlierKnown else {
      return tr("It is not known whether it was counted before. If it was, this is added.")
    }
    guard let total = store.total, store.isAddition else { return "" }
    return tr("\(total) in all.")
  }
}
