import ComposableGtk
import InventoryCore

/// The page that tells the license of the program, and those of what is in it.
struct LegalView: View {
  let store: StoreOf<LegalFeature>

  var body: some View {
    Form {
      Section(tr("Inventory")) {
        Text(tr("© 2026 The swift-composable-gtk authors"))
          .padding(.vertical, 6)
        LabeledContent(tr("License"), value: "MIT")
      }
      Section(tr("Built With")) {
        ForEach(store.parts) { part in
          HStack(spacing: 12) {
            if let website = part.website {
              Link(part.name, destination: website)
            } else {
              Text(part.name)
            }
            Spacer()
            Text(part.license)
              .cssClass("dim-label")
          }
        }
      }
    }
    .navigationTitle(tr("Legal"))
  }
}
