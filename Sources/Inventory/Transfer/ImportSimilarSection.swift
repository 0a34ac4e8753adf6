import ComposableGtk
import InventoryCore

/// Offers to read texts as one that differ by case and accents only.
struct ImportSimilarSection: View {
  let store: StoreOf<ImportFeature>

  /// How many texts of a kind are listed.
  private static let limit = 5

  var body: some View {
    let columns = SimilarText.columns.filter { column in
      store.similarTexts.contains { $0.column == column }
    }
    if !columns.isEmpty {
      Section {
        ForEach(columns, id: \.self) { column in
          Toggle(title(column), isOn: isUnified(column))
          ForEach(notes(column), id: \.self) { note in
            Text(note)
              .padding(.vertical, 6)
          }
        }
      } header: {
        Text(tr("Nearly the Same"))
      } footer: {
        Text(tr("These texts differ by case or accents only."))
      }
    }
  }

  private func title(_ column: ItemColumn) -> String {
    switch column {
    case .sku: tr("Treat Similar SKUs as the Same")
    case .location: tr("Treat Similar Locations as the Same")
    default: tr("Treat Similar Tags as the Same")
    }
  }

  private func isUnified(_ column: ItemColumn) -> Binding<Bool> {
    let unified = store.unified
    return Binding(
      get: { unified.contains(column) },
      set: { store.send(.unifyChanged(column, $0)) }
    )
  }

  private func notes(_ column: ItemColumn) -> [String] {
    let texts = store.similarTexts.filter { $0.column == column }
    let others = texts.count - Self.limit
    return texts.prefix(Self.limit).map(\.note)
      + (others > 0 ? [tr("And \(others) more.", "And \(others) more.", count: others)] : [])
  }
}
