import ComposableGtk
import InventoryCore

/// The filters that are active, each with a button that removes it.
struct FilterBar: View {
  let store: StoreOf<ItemListFeature>

  var body: some View {
    let filter = store.list.query.filter
    if !filter.isEmpty {
      HStack(spacing: 6) {
        ForEach(filter.parts, id: \.self) { part in
          Button {
            store.send(.filterRemoved(part))
          } label: {
            HStack(spacing: 6) {
              Text(filter.title(of: part)).lineLimit(1)
              Image(systemName: "xmark")
            }
          }
          .cssClass("filter-chip")
          .accessibilityLabel(tr("Remove filter \(filter.title(of: part))"))
          .help(tr("Remove filter"))
        }
        Spacer()
      }
      .padding(.horizontal, 12)
      .padding(.vertical, 6)
      .alignedWithRows()
      Divider()
    }
  }
}

extension ItemFilter {
  /// What a part of the filter is called.
  func title(of part: Part) -> String {
    switch part {
    case .isLow: tr("Low Stock")
    case .location: location ?? ""
    case .tag: tag ?? ""
    }
  }
}
