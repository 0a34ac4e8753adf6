import ComposableGtk
import Foundation
import InventoryCore

/// The page of a stocktake.
struct StocktakeView: View {
  @Bindable var store: StoreOf<StocktakeFeature>
  @FocusState private var focus: StocktakeFeature.Field?
  @Environment(\.rights) private var rights

  var body: some View {
    Form {
      Section {
        TextField(tr("Barcode, SKU or Name"), text: $store.code)
          .focused($focus, equals: .code)
          .disabled(!rights.contains(.book))
          .onSubmit { store.send(.codeSubmitted) }
      } footer: {
        Text(tr("Scan an item, or write what it is called and press Enter."))
      }
      if let count = store.scope(state: \.count, action: \.count.presented) {
        StocktakeCountView(store: count, focus: $focus)
      }
      StocktakeScansSections(store: store)
      StocktakeWaitingSection(store: store)
      if let problem = store.problem {
        DatabaseProblemSection(tr("Counted"), problem) { store.send(.retryButtonTapped) }
      }
      StocktakeCountsSection(store: store)
    }
    .bind($store.focus, to: $focus)
    .onKeyPress(.escape) {
      // Otherwise it leads back to the page below.
      guard store.count != nil else { return .ignored }
      store.send(.count(.presented(.cancelButtonTapped)))
      return .handled
    }
    .navigationTitle(tr("Stocktake"))
    .toolbar {
      ToolbarItem(placement: .primaryAction) {
        Button(tr("Review")) { store.send(.reviewButtonTapped) }
          .disabled(store.counts?.isEmpty != false)
      }
      ToolbarItem(placement: .trailing) {
        MainMenu()
      }
    }
    .alert($store.scope(state: \.alert, action: \.alert))
    .alert($store.scope(state: \.question, action: \.question))
    .task { await store.send(.task).finish() }
  }
}

/// What has been counted, the latest first.
private struct StocktakeCountsSection: View {
  let store: StoreOf<StocktakeFeature>

  /// How many are shown: enough to see where one was.
  private let limit = 20

  var body: some View {
    if let counts = store.counts, !counts.isEmpty {
      Section(tr("Counted")) {
        ForEach(counts.prefix(limit)) { count in
          Button {
            store.send(.countTapped(count))
          } label: {
            StocktakeCountRow(count: count)
          }
          .buttonStyle(.navigation)
        }
      } footer: {
        if counts.count > limit {
          Text(
            tr(
              "The latest \(limit) of \(counts.count) item.",
              "The latest \(limit) of \(counts.count) items.",
              count: counts.count
            )
          )
        }
      }
    }
  }
}

/// A count: the item, how many there were, and the difference.
struct StocktakeCountRow: View {
  let count: StocktakeCount

  var body: some View {
    StocktakeRow(
      name: count.item.name,
      caption: caption,
      difference: count.difference == 0 ? nil : count.difference
    ) {
      Text(tr(number: count.counted))
        .monospacedDigit()
    }
  }

  private var caption: String {
    count.movedSince == 0
      ? count.item.sku
      : tr("\(count.item.sku) · \(count.movedSince.signedText) since")
  }
}
