import ComposableGtk
import Foundation
import InventoryCore
import Spreadsheets

/// How the file is read.
struct ImportOptionsSection: View {
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
          ForEach(encodings(with: encoding), id: \.self) { Text($0.name).tag($0) }
        }
        Picker(tr("Names of Columns"), selection: header) {
          if store.options.isHeaderInDoubt {
            Text(tr("Choose…")).tag(ImportHeader.detected)
          }
          ForEach(headerRows, id: \.self) { row in
            Text(tr("Line \(row.line): \(Self.short(row.text))"))
              .tag(ImportHeader.line(row.line))
          }
          Text(tr("There Are None")).tag(ImportHeader.none)
        }
      case .json(let encoding):
        LabeledContent(tr("Format"), value: tr("JSON, \(encoding.name)"))
      case .workbook(let workbook):
        if workbook.sheets.count > 1 {
          Picker(tr("Sheet"), selection: format(workbook.sheet) { .workbook(workbook.reading($0)) })
          {
            ForEach(workbook.sheets, id: \.index) { Text($0.title).tag($0) }
          }
        } else {
          LabeledContent(tr("Sheet"), value: workbook.sheet.title)
        }
        ForEach(preview.fileNotes, id: \.self) { Text($0).padding(.vertical, 6) }
      }
      Picker(tr("Numbers"), selection: $store.options.numbers.choice) {
        Text(tr("As the File Tells")).tag(DecimalMark?.none)
        Text("1,234.50").tag(DecimalMark?.some(.point))
        Text("1.234,50").tag(DecimalMark?.some(.comma))
      }
      Picker(tr("Known SKUs"), selection: $store.options.duplicates) {
        ForEach(DuplicatePolicy.allCases, id: \.self) { policy in
          Text(policy.title).tag(policy)
        }
      }
      if store.options.duplicates == .update, store.options.hasEmptyCells {
        Picker(tr("Empty Cells"), selection: $store.options.emptiesFields) {
          Text(tr("Keep What Items Have")).tag(false)
          Text(tr("Empty the Fields of Items")).tag(true)
        }
      }
      if store.options.mapping.contains(.price) {
        Picker(tr("Currency of Prices"), selection: $store.options.priceCurrency) {
          Text(tr("As the File Tells")).tag("")
          ForEach(store.options.currencyChoices, id: \.self) { Text($0).tag($0) }
        }
      }
    } footer: {
      Text(store.options.duplicates.explanation)
    }
  }

  /// What a row begins with, so short that a narrow window stays narrow.
  private static func short(_ text: String) -> String {
    text.count > 14 ? "\(text.prefix(13))…" : text
  }

  /// How many rows can be chosen as that of the names.
  private static let headerRowLimit = 10

  /// The rows that can have the names of the columns, among them the one that is taken for it.
  private var headerRows: [SourceRow] {
    let first = preview.firstRows.prefix(Self.headerRowLimit)
    let current = preview.firstRows.dropFirst(Self.headerRowLimit)
      .filter { $0.line == store.options.headerLine }
    return first + current
  }

  /// Where the names of the columns are. The file is read again once the user says so.
  private var header: Binding<ImportHeader> {
    let options = store.options
    return Binding(
      get: { options.isHeaderInDoubt ? .detected : options.headerLine.map { .line($0) } ?? .none },
      set: { store.send(.headerChanged($0)) }
    )
  }

  /// The encodings that can be chosen, among them the one that the file is read in.
  private func encodings(with current: TextEncoding) -> [TextEncoding] {
    let known = TextEncoding.allCases
    return known.contains(current) ? known : known + [current]
  }

  /// A part of the format, which the file is read in once the user has chosen another value.
  private func format<Value>(
    _ value: Value,
    _ format: @escaping (Value) -> ImportFormat
  ) -> Binding<Value> {
    Binding(get: { value }, set: { store.send(.formatChanged(format($0))) })
  }
}

extension Spreadsheet.Sheet {
  /// The title of the choice.
  fileprivate var title: String {
    let name = String(name.prefix(60))
    return isHidden ? tr("\(name) (hidden)") : name
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
