import ComposableGtk
import InventoryCore

/// The sheet that says what the program is.
struct AboutView: View {
  @Bindable var store: StoreOf<AboutFeature>

  var body: some View {
    NavigationStack {
      VStack(spacing: 12) {
        Image(icon: InventoryApplication.id)
          .imageScale(96)
        Text(tr("Inventory"))
          .font(.title)
        Text(store.version)
          .cssClass("dim-label")
        Text(tr("Keeps track of what you have, where it is and what to order."))
          .multilineTextAlignment(.center)
        Button(tr("Legal")) { store.send(.legalButtonTapped) }
      }
      .padding(24)
      .navigationTitle(tr("About Inventory"))
      .toolbar {
        ToolbarItem(placement: .cancellationAction) {
          Button(tr("Close")) { store.send(.closeButtonTapped) }
        }
      }
      .navigationDestination(item: $store.scope(state: \.legal, action: \.legal)) { store in
        LegalView(store: store)
      }
    }
  }
}
