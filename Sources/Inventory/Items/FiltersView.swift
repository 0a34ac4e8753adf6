import ComposableGtk
import InventoryCore

/// The popover in which a list of items is limited.
struct FiltersView: View {
  @Bindable var store: StoreOf<FiltersFeature>

  var body: some View {
    VStack(spacing: 12) {
      HStack {
        Toggle(tr("Low Stock Only"), isOn: $store.filter.isLow)
        Spacer()
      }
      ChoiceField(
        tr("Location"),
        store.locations,
        selection: $store.filter.location,
        text: $store.locationText
      )
      ChoiceField(tr("Tag"), store.tags, selection: $store.filter.tag, text: $store.tagText)
      if let problem = store.problem {
        DatabaseProblemNote(problem) { store.send(.retryButtonTapped) }
          .frame(maxWidth: 280)
      }
      HStack {
        Spacer()
        Button(tr("Clear Filters")) { store.send(.clearButtonTapped) }
          .disabled(store.filter.isEmpty)
      }
    }
    .padding(12)
    .frame(minWidth: 280)
    .task { await store.send(.task).finish() }
  }
}
