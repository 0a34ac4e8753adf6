import ComposableGtk
import InventoryCore

extension View {
  /// Shows the dialogs and sheets of reading and writing files.
  func transfer(store: StoreOf<TransferFeature>) -> some View {
    TransferView(store: store, content: self)
  }
}

private struct TransferView<Content: View>: View {
  @Bindable var store: StoreOf<TransferFeature>
  let content: Content

  var body: some View {
    content
      .fileChooser(store: store)
      .sheet(
        item: $store.scope(state: \.destination?.importing, action: \.destination.importing)
      ) { store in
        ImportView(store: store)
      }
      .sheet(
        item: $store.scope(state: \.destination?.exporting, action: \.destination.exporting)
      ) { store in
        ExportView(store: store)
      }
      .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
  }
}
