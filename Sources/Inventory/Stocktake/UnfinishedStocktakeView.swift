import ComposableGtk
import InventoryCore

/// The bar that reminds of a stocktake that has begun, and leads to it.
struct UnfinishedStocktakeView: View {
  let store: StoreOf<UnfinishedStocktakeFeature>
  let onContinue: () -> Void

  var body: some View {
    if store.count > 0 {
      HStack(spacing: 6) {
        Text(title)
        Spacer()
        Button(tr("Continue"), action: onContinue)
      }
      .padding(.horizontal, 24)
      .padding(.vertical, 6)
      .alignedWithRows()
      Divider()
    }
  }

  private var title: String {
    tr(
      "Stocktake of \(store.count) item not finished",
      "Stocktake of \(store.count) items not finished",
      count: store.count
    )
  }
}
