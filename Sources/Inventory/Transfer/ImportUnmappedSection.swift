import ComposableGtk
import InventoryCore

/// What becomes of the columns that mean nothing to the program.
struct ImportUnmappedSection: View {
  @Bindable var store: StoreOf<ImportFeature>
  let preview: ImportPreview

  var body: some View {
    let columns = store.options.mapping.unmapped.filter { preview.header.indices.contains($0) }
    if !columns.isEmpty {
      Section {
        Picker(tr("What They Contain"), selection: $store.options.unmapped) {
          Text(tr("Skip")).tag(UnmappedColumns.leftOut)
          Text(tr("Add to Notes")).tag(UnmappedColumns.notes)
        }
      } header: {
        Text(tr("Columns Left Out"))
      } footer: {
        Text(names(columns))
      }
    }
  }

  private static let nameLimit = 20

  private func names(_ columns: [Int]) -> String {
    let names = columns.prefix(Self.nameLimit).map {
      ColumnMapping.title(of: $0, in: preview.header)
    }
    return names.map { tr("“\($0)”") }.joined(separator: ", ")
      + (columns.count > Self.nameLimit ? ", …" : "")
  }
}
