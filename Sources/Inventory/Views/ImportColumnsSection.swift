import ComposableGtk
import Foundation
import InventoryCore

/// What the columns of the file mean.
struct ImportColumnsSection: View {
  let store: StoreOf<ImportFeature>
  let preview: ImportPreview

  var body: some View {
    Section {
      ForEach(preview.header.indices, id: \.self) { index in
        Picker(title(index), selection: column(index)) {
          Text(tr("Leave Out")).tag(ItemColumn?.none)
          ForEach(ItemColumn.allCases, id: \.self) { column in
            Text(column.title).tag(ItemColumn?.some(column))
          }
        }
      }
    } header: {
      Text(tr("Columns"))
    } footer: {
      Text(explanation)
    }
  }

  private func title(_ index: Int) -> String {
    let name = preview.header[index]
    return name.isEmpty ? tr("Column \(index + 1)") : String(name.prefix(60))
  }

  private func column(_ index: Int) -> Binding<ItemColumn?> {
    let columns = store.options.mapping.columns
    return Binding(
      get: { columns.indices.contains(index) ? columns[index] : nil },
      set: { store.send(.columnChanged(index: index, $0)) }
    )
  }

  private var explanation: String {
    if let missing = store.missing.first {
      return tr("Choose the column with the \(missing.title).")
    }
    return tr("What is left out stays as it is in items that are there already.")
  }
}

extension ItemColumn {
  /// The title of the column in the window.
  var title: String {
    switch self {
    case .name: tr("Name")
    case .sku: tr("SKU")
    case .barcode: tr("Barcode")
    case .quantity: tr("Quantity")
    case .unit: tr("Unit")
    case .reorderLevel: tr("Reorder Level")
    case .price: tr("Price")
    case .currency: tr("Currency")
    case .location: tr("Location")
    case .tags: tr("Tags")
    case .notes: tr("Notes")
    case .created: tr("Added")
    case .changed: tr("Changed")
    }
  }
}
