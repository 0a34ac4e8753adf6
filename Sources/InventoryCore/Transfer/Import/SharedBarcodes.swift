/// Finds barcodes that a file gives to things with different names.
struct SharedBarcodes: Equatable, Sendable {
  /// Two rows with the same barcode.
  struct Example: Equatable, Sendable {
    let barcode: String
    let lines: [Int]
    let names: [String]
  }

  /// The first of them.
  private(set) var first: Example?
  /// How many barcodes there are that things with different names have.
  private(set) var count = 0
  /// The columns that were looked at.
  private let columns: [Int]

  /// How many barcodes are remembered.
  private static let limit = 100_000

  /// Reads the file once more, if a barcode is there twice.
  init?(
    _ file: ImportFile,
    _ mapping: ColumnMapping,
    _ facts: [ColumnFacts],
    checkCancellation: () throws -> Void
  ) throws {
    guard let barcodes = mapping.columns.firstIndex(of: .barcode),
      let names = mapping.columns.firstIndex(of: .name), facts.indices.contains(barcodes),
      !facts[barcodes].isDistinct
    else { return nil }
    columns = [barcodes, names]
    var seen: [String: (line: Int, name: String)] = [:]
    var found: Set<String> = []
    do {
      try file.read { _ in
        try checkCancellation()
      } onRecord: { record in
        guard record.fields.count > max(barcodes, names) else { return }
        let barcode = record.fields[barcodes].text.trimmed
        let name = record.fields[names].text.trimmed
        guard !barcode.isEmpty, !name.isEmpty, !Placeholder.isOne(barcode, in: .barcode) else {
          return
        }
        guard let other = seen[barcode] else {
          if seen.count < Self.limit { seen[barcode] = (record.line, name) }
          return
        }
        guard other.name.folded != name.folded, found.insert(barcode).inserted else { return }
        first =
          first
          ?? Example(
            barcode: barcode,
            lines: [other.line, record.line],
            names: [other.name, name]
          )
      }
    } catch is CsvError {
      // What is not well-formed is a problem of the import, which gets no further, either.
    }
    count = found.count
    if first == nil { return nil }
  }

  /// What is to be told, if the columns mean what they did: a sentence or two.
  func notes(_ mapping: ColumnMapping) -> [String] {
    guard let first,
      columns == [mapping.columns.firstIndex(of: .barcode), mapping.columns.firstIndex(of: .name)]
    else { return [] }
    let (barcode, line, other) = (first.barcode.excerpt(), first.lines[0], first.lines[1])
    let (name, otherName) = (first.names[0].excerpt(), first.names[1].excerpt())
    let note = tr(
      """
      Lines \(line) and \(other) have the barcode “\(barcode)” and different \
      names: “\(name)” and “\(otherName)” stay two items.
      """
    )
    guard count > 1 else { return [note] }
    let others = count - 1
    return [
      note,
      tr(
        "\(others) more barcode is that of different items.",
        "\(others) more barcodes are those of different items.",
        count: others
      ),
    ]
  }
}
