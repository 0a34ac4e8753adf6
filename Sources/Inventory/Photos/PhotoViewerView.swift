import ComposableGtk
import InventoryCore

/// The sheet that shows a photo as large as it can.
struct PhotoViewerView: View {
  @Bindable var store: StoreOf<PhotoViewerFeature>

  var body: some View {
    VStack(spacing: 12) {
      PhotoImage(store.photo)
        .frame(minWidth: 240, idealWidth: 640, minHeight: 200, idealHeight: 480)
        .accessibilityLabel(store.caption.isEmpty ? tr("Photo") : store.caption)
      TextField(tr("Description"), text: $store.caption, prompt: tr("What can be seen here?"))
    }
    .padding(12)
    .navigationTitle(tr("Photo"))
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button(tr("Close")) { store.send(.closeButtonTapped) }
      }
      ToolbarItem(placement: .primaryAction) {
        Button {
          store.send(.fullScreenButtonTapped)
        } label: {
          Image(systemName: "arrow.up.left.and.arrow.down.right")
        }
        .accessibilityLabel(tr("Full Screen"))
        .help(tr("Full Screen"))
      }
    }
    .fullScreenCover(
      item: $store.scope(state: \.fullScreen, action: \.fullScreen)
    ) { store in
      FullScreenPhotoView(store: store)
    }
    .alert($store.scope(state: \.alert, action: \.alert))
    .onSubmit { store.send(.closeButtonTapped) }
  }
}
