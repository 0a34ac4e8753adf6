import ComposableGtk
import InventoryCore

/// The bar below a list whose items are being selected: how many are, and what can be done to them.
struct SelectionBar: View {
  let store: StoreOf<ItemRowsFeature>
  @Environment(\.isBesideSidebar) private var isBesideSidebar
  @Environment(\.rights) private var rights

  var body: some View {
    Divider()
    HStack(spacing: 6) {
      Button {
        store.send(.selectionEnded)
      } label: {
        Image(systemName: "xmark")
      }
      .cssClass("flat")
      .accessibilityLabel(tr("Stop Selecting"))
      .help(tr("Stop Selecting"))
      Text(count)
        .lineLimit(1)
        .monospacedDigit()
      if isBesideSidebar {
        ItemValuesText(store: store)
          .cssClass("dim-label")
          .padding(.leading, 6)
      }
      Spacer()
      button(.move, tr("Move…")) { Image(systemName: "folder") }
      button(.tag, tr("Tags…")) { Image(systemName: "tag") }
      button(.book, tr("Change Quantity…")) { Text(verbatim: "±").cssClass("plus-minus") }
      button(.delete, tr("Delete…")) { Image(systemName: "trash") }
      Menu(systemImage: "ellipsis") {
        Button(tr("Select All")) { store.send(.selectAllButtonTapped) }
        Divider()
        Button(tr("Change Field…")) { store.send(.manyItemsButtonTapped(.changeField)) }
          .disabled(!hasSelection || !rights.contains(.change))
        Button(tr("Export…")) { store.send(.exportSelectedButtonTapped) }
          .disabled(!hasSelection)
      }
      .cssClass("flat")
      .accessibilityLabel(tr("More"))
      .help(tr("More"))
    }
    .padding(.horizontal, 6)
    .padding(.vertical, 6)
    .alignedWithRows()
    .cssClass("selection-bar")
  }

  private var hasSelection: Bool { store.selectedItems != nil }

  private func button(
    _ task: ManyItemsFeature.Task,
    _ title: String,
    @ViewBuilder label: () -> some View
  ) -> some View {
    Button {
      store.send(.manyItemsButtonTapped(task))
    } label: {
      label()
    }
    .cssClass("flat")
    .accessibilityLabel(title)
    .help(title)
    .disabled(!hasSelection || !rights.contains(task == .book ? .book : .change))
  }

  private var count: String {
    guard let count = store.selectedCount else { return tr("All selected") }
    return tr("\(count) selected", "\(count) selected", count: count)
  }
}
