import ComposableGtk
import InventoryCore

/// The bar below a list of items: how many there are, and what they are worth.
struct ItemTotalsBar: View {
  let store: StoreOf<ItemRowsFeature>
  @Environment(\.isBesideSidebar) private var isBesideSidebar

  var body: some View {
    Divider()
    HStack(spacing: 12) {
      Text(count)
        .monospacedDigit()
      Spacer()
      ItemValuesText(store: store)
    }
    .cssClass("dim-label")
    .cssClass("caption")
    // As far from the edge as the texts of the rows.
    .padding(.horizontal, isTable ? 12 : 24)
    .padding(.vertical, 6)
    .frame(maxWidth: isTable ? nil : Double(rowWidth))
    // The answer is waited for by the list, which outlives the bar: while items are selected,
    // another bar shows what they are worth.
    .task { store.send(.totalsNeeded) }
  }

  private var isTable: Bool { store.state.layout(isWide: isBesideSidebar) == .table }

  private var count: String {
    if store.isCounting { return tr("Counting…") }
    let count = store.rows.count
    return tr("\(count) item", "\(count) items", count: count)
  }
}

/// What the selected items are worth or, if none is selected, all that are in the list: an amount
/// for each currency.
struct ItemValuesText: View {
  let store: StoreOf<ItemRowsFeature>
  @Environment(\.currency) private var currency
  @Environment(\.moneyLocale) private var locale

  var body: some View {
    Text(text)
      .monospacedDigit()
      .lineLimit(1)
      .help(text)
      .accessibilityLabel(text.isEmpty ? "" : tr("Value: \(text)"))
  }

  private var text: String {
    (store.shownTotals?.values(currency: currency) ?? [])
      .map { $0.text(locale: locale, currency: currency) }
      .joined(separator: " · ")
  }
}
