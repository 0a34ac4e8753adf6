import ComposableGtk
import InventoryCore

/// What was scanned or typed in a stocktake and is not the barcode or SKU of exactly one item. Each
/// stays until the user has said what becomes of it.
struct StocktakeScansSections: View {
  let store: StoreOf<StocktakeFeature>

  /// How many are shown; the next ones come when these are dealt with.
  private let limit = 20

  var body: some View {
    let unclear = store.scans.filter(\.isUnclear)
    ForEach(unclear.prefix(limit)) { scan in
      StocktakeScanSection(scan: scan, store: store)
    }
    if unclear.count > limit {
      let rest = unclear.count - limit
      Section {
        Text(tr("\(rest) more scan", "\(rest) more scans", count: rest))
      }
    }
  }
}

private struct StocktakeScanSection: View {
  let scan: StocktakeScan
  let store: StoreOf<StocktakeFeature>
  @Environment(\.rights) private var rights

  var body: some View {
    Section {
      Text(explanation)
        .padding(.vertical, 6)
      if let amount = scan.amount {
        LabeledContent(tr("Count"), value: amount)
      }
      ForEach(items) { item in
        Button {
          store.send(.scanItemChosen(scan.id, item))
        } label: {
          LabeledContent(item.name, value: item.sku)
        }
        .buttonStyle(.navigation)
      }
      HStack(spacing: 12) {
        if let matches = scan.matches {
          if matches.exact.isEmpty {
            Button(tr("Add Item…")) { store.send(.scanAddButtonTapped(scan.id)) }
              .disabled(!rights.contains(.change))
          }
        } else {
          Button(tr("Try Again")) { store.send(.scanRetried(scan.id)) }
        }
        Button(tr("Dismiss")) { store.send(.scanRemoved(scan.id)) }
      }
      .padding(.vertical, 6)
    }
  }

  private var items: [Item] {
    scan.matches.map { $0.exact + $0.similar } ?? []
  }

  private var explanation: String {
    guard let matches = scan.matches else {
      return tr("“\(scan.text)” could not be looked up: \(reason)")
    }
    return if !matches.exact.isEmpty {
      tr("Several items have the barcode “\(scan.text)”. Which one is it?")
    } else if matches.similar.isEmpty {
      tr("No item has the barcode, SKU or name “\(scan.text)”.")
    } else {
      tr("No item has the barcode or SKU “\(scan.text)”. Is it one of these?")
    }
  }

  private var reason: String {
    if case .failed(let reason) = scan.answer { reason } else { "" }
  }
}

/// The items that were scanned one behind the other without a count.
struct StocktakeWaitingSection: View {
  let store: StoreOf<StocktakeFeature>

  var body: some View {
    if !store.waiting.isEmpty {
      Section(tr("Scanned, Not Counted")) {
        ForEach(store.waiting) { item in
          Button {
            store.send(.itemChosen(item))
          } label: {
            LabeledContent(item.name, value: item.sku)
          }
          .buttonStyle(.navigation)
        }
      }
    }
  }
}
