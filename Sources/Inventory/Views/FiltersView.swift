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
      LabeledContent(tr("Location")) {
        Picker(tr("Location"), selection: $store.filter.location) {
          Text(tr("Any")).tag(String?.none)
          ForEach(store.locations) { location in
            Text(title(location.name, location.itemCount)).tag(Optional(location.name))
          }
        }
        .labelsHidden()
      }
      LabeledContent(tr("Tag")) {
        Picker(tr("Tag"), selection: $store.filter.tag) {
          Text(tr("Any")).tag(String?.none)
          ForEach(store.tags) { tag in
            Text(title(tag.name, tag.itemCount)).tag(Optional(tag.name))
          }
        }
        .labelsHidden()
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

  private func title(_ name: String, _ count: Int) -> String {
    count == 0 ? name : tr("\(name) (\(count))")
  }
}
