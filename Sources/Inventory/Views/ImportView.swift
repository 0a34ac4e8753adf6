import ComposableGtk
import Foundation
import InventoryCore

/// The sheet in which a file is looked at before it is imported, and in which it is imported.
struct ImportView: View {
  @Bindable var store: StoreOf<ImportFeature>

  var body: some View {
    Group {
      if let running = store.running {
        TransferProgressView(
          title: tr("Importing \(store.file.lastPathComponent)"),
          running: running
        )
      } else if let preview = store.preview {
        Form {
          if let rejection = store.rejection {
            ImportProblemsSection(rejection: rejection, leavesOut: $store.options.leavesOutProblems)
          }
          ImportOptionsSection(store: store, preview: preview)
          ImportColumnsSection(store: store, preview: preview)
          ImportRowsSection(preview: preview)
        }
      } else {
        ProgressView()
      }
    }
    .navigationTitle(tr("Import"))
    .navigationSubtitle(store.file.lastPathComponent)
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button(tr("Cancel")) { store.send(.cancelButtonTapped) }
      }
      ToolbarItem(placement: .confirmationAction) {
        Button(tr("Import")) { store.send(.importButtonTapped) }
          .disabled(!store.canImport)
      }
    }
    .alert($store.scope(state: \.alert, action: \.alert))
    .task { await store.send(.task).finish() }
  }
}

/// How the file is read.
private struct ImportOptionsSection: View {
  @Bindable var store: StoreOf<ImportFeature>
  let preview: ImportPreview

  var body: some View {
    Section {
      switch preview.format {
      case .csv(let delimiter, let encoding):
        Picker(tr("Separator"), selection: format(delimiter) { .csv($0, encoding) }) {
          ForEach(CsvDelimiter.allCases, id: \.self) { Text($0.title).tag($0) }
        }
        Picker(tr("Encoding"), selection: format(encoding) { .csv(delimiter, $0) }) {
          ForEach(TextEncoding.allCases, id: \.self) { Text($0.name).tag($0) }
        }
      case .json(let encoding):
        LabeledContent(tr("Format"), value: tr("JSON, \(encoding.name)"))
      }
      Picker(tr("Numbers"), selection: $store.options.numbers) {
        Text("1,234.50").tag(NumberStyle.point)
        Text("1.234,50").tag(NumberStyle.comma)
      }
      Picker(tr("Known SKUs"), selection: $store.options.duplicates) {
        ForEach(DuplicatePolicy.allCases, id: \.self) { policy in
          Text(policy.title).tag(policy)
        }
      }
    } footer: {
      Text(store.options.duplicates.explanation)
    }
  }

  /// A part of the format, which the file is read in once the user has chosen another value.
  private func format<Value>(
    _ value: Value,
    _ format: @escaping (Value) -> ImportFormat
  ) -> Binding<Value> {
    Binding(get: { value }, set: { store.send(.formatChanged(format($0))) })
  }
}

/// What the columns of the file mean.
private struct ImportColumnsSection: View {
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

/// The first rows of the file.
private struct ImportRowsSection: View {
  let preview: ImportPreview

  /// More would be hard to compare.
  private static let rowLimit = 5
  private static let characterLimit = 40

  var body: some View {
    if !preview.rows.isEmpty {
      Section(tr("First Rows")) {
        ScrollView(.horizontal) {
          Grid(horizontalSpacing: 18, verticalSpacing: 6) {
            GridRow {
              ForEach(preview.header.indices, id: \.self) { column in
                Text(Self.short(preview.header[column]))
                  .cssClass("dim-label")
                  .cssClass("caption")
              }
            }
            ForEach(preview.rows.prefix(Self.rowLimit).indices, id: \.self) { row in
              GridRow {
                ForEach(preview.header.indices, id: \.self) { column in
                  Text(cell(row, column))
                    .lineLimit(1)
                }
              }
            }
          }
          .padding(.vertical, 9)
        }
      }
    }
  }

  private func cell(_ row: Int, _ column: Int) -> String {
    let cells = preview.rows[row]
    return cells.indices.contains(column) ? Self.short(cells[column]) : ""
  }

  private static func short(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    return line.count < text.count || line.count > characterLimit
      ? "\(line.prefix(characterLimit))…" : text
  }
}

/// What is wrong with rows, and what can be done.
private struct ImportProblemsSection: View {
  let rejection: ImportRejection
  @Binding var leavesOut: Bool

  /// How many problems fit into a sheet.
  private static let limit = 20

  var body: some View {
    Section {
      ForEach(rejection.problems.prefix(Self.limit).indices, id: \.self) { index in
        let problem = rejection.problems[index]
        HStack(alignment: .top, spacing: 12) {
          Text(tr("Line \(problem.line)"))
            .monospacedDigit()
            .cssClass("dim-label")
          Text(problem.problem)
        }
        .padding(.vertical, 6)
      }
      Toggle(tr("Import the other rows"), isOn: $leavesOut)
    } header: {
      Text(tr("Nothing Was Imported"))
    } footer: {
      Text(explanation)
    }
  }

  private var explanation: String {
    let explanation = tr(
      "\(rejection.badRows) row has problems. Correct the file, or import without it.",
      "\(rejection.badRows) rows have problems. Correct the file, or import without them.",
      count: rejection.badRows
    )
    guard rejection.problems.count > Self.limit else { return explanation }
    return "\(explanation) \(tr("The first \(Self.limit) problems are listed."))"
  }
}

extension CsvDelimiter {
  /// The title of the choice.
  fileprivate var title: String {
    switch self {
    case .comma: tr("Comma")
    case .semicolon: tr("Semicolon")
    case .tab: tr("Tab")
    case .pipe: tr("Vertical Bar")
    }
  }
}

extension DuplicatePolicy {
  /// The title of the choice.
  fileprivate var title: String {
    switch self {
    case .skip: tr("Skip Rows")
    case .update: tr("Update Items")
    case .add: tr("Add with New SKUs")
    }
  }

  /// What the choice does.
  fileprivate var explanation: String {
    switch self {
    case .skip: tr("Rows whose SKU belongs to an item are left out.")
    case .update: tr("Rows whose SKU belongs to an item change the item.")
    case .add: tr("Rows whose SKU belongs to an item become items with another SKU, such as A-1-2.")
    }
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
