import ComposableGtk
import InventoryCore

/// The sheet that shows a photo as large as it can.
struct PhotoViewerView: View {
  @Bindable var store: StoreOf<PhotoViewerFeature>

  var body: some View {
    VStack(spacing: 12) {
      Image(data: store.photo.data)
        .frame(minWidth: 240, idealWidth: 640, minHeight: 200, idealHeight: 480)
        .accessibilityLabel(store.caption.isEmpty ? "Photo" : store.caption)
      TextField("Description", text: $store.caption, prompt: "What can be seen here?")
    }
    .padding(12)
    .navigationTitle("Photo")
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button("Close") { store.send(.closeButtonTapped) }
      }
    }
    .onSubmit { store.send(.closeButtonTapped) }
  }
}
