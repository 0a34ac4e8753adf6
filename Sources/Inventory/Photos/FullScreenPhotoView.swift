import ComposableGtk
import InventoryCore

/// The photo that fills the screen.
struct FullScreenPhotoView: View {
  let store: StoreOf<FullScreenPhotoFeature>

  var body: some View {
    PhotoImage(store.photo)
      // Where there is no window manager, windows do not fill the screen.
      .frame(minWidth: 240, idealWidth: 960, minHeight: 200, idealHeight: 720)
      .accessibilityLabel(title)
      .navigationTitle(title)
      .toolbar {
        ToolbarItem(placement: .cancellationAction) {
          Button(tr("Close")) { store.send(.closeButtonTapped) }
        }
      }
  }

  private var title: String {
    store.caption.isEmpty ? tr("Photo") : store.caption
  }
}
