import ComposableGtk
import InventoryCore

/// The sheet that says what the program is.
struct AboutView: View {
  let store: StoreOf<AboutFeature>

  var body: some View {
    VStack(spacing: 12) {
      Image(icon: InventoryApplication.id)
        .imageScale(96)
      Text(tr("Inventory"))
        .font(.title)
      Text(store.version)
        .cssClass("dim-label")
      Text(tr("Keeps track of what you have, where it is and what to order."))
        .multilineTextAlignment(.center)
      Text(tr("© 2026 The swift-composable-gtk authors. MIT License."))
        .cssClass("dim-label")
        .cssClass("caption")
        .multilineTextAlignment(.center)
    }
    .padding(24)
    .navigationTitle(tr("About Inventory"))
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button(tr("Close")) { store.send(.closeButtonTapped) }
      }
    }
  }
}
