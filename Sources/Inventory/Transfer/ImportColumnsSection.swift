import ComposableGtk
import Foundation
import InventoryCore

/// What the columns of the file mean.
struct ImportColumnsSection: View {
  @Bindable var store: StoreOf<ImportFeature>
  let preview: ImportPreview

  var body: some View {
    Section {
      if store.isMappingRemembered {
        HStack(spacing: 12) {
          Text(tr("The columns are as you chose them for an earlier file."))
          Spacer()
          Button(tr("Forget")) { store.send(.forgetButtonTapped) }
        }
        .padding(.vertical, 6)
      }
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
    let header = preview.header[index]
    let isNamed = !header.isEmpty && store.options.headerLine != nil
    let name = isNamed ? String(header.prefix(60)) : tr("Column \(index + 1)")
    return store.options.mapping.guesses.contains(index) ? tr("\(name) (guessed)") : name
  }

  private func column(_ index: Int) -> Binding<ItemColumn?> {
    let columns = store.options.mapping.columns
    return Binding(
      get: { columns.indices.contains(index) ? columns[index] : nil },
      set: { store.send(.columnChanged(index: index, $0)) }
    )
  }

  private var explanation: String {
    store.options.emptiesFields
      ? tr("What is left out stays as it is in items that are there already.")
      : tr("What is left out or empty stays as it is in items that are there already.")
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
