import ComposableGtk
import InventoryCore

/// The links from the page of an item to items at the same place and with the same tags.
struct RelatedItemsView: View {
  let store: StoreOf<RelatedItemsFeature>

  var body: some View {
    if !store.related.atSamePlace.isEmpty {
      Section(tr("At the Same Place")) {
        ForEach(store.related.atSamePlace) { link(to: $0) }
      }
    }
    if !store.related.withSameTag.isEmpty {
      Section(tr("With the Same Tags")) {
        ForEach(store.related.withSameTag) { link(to: $0) }
      }
    }
  }

  private func link(to item: Item) -> some View {
    Button {
      store.send(.itemTapped(item))
    } label: {
      LabeledContent(item.name, value: item.quantityText)
    }
    .buttonStyle(.navigation)
    .rowMenu(item) {
      store.send(.itemTapped($0))
    } openInNewWindow: {
      store.send(.itemTappedForNewWindow($0))
    }
  }
}
