import Foundation

/// The problems of rows whose SKU is in the file already. Where it was first is looked for when the
/// file has been read: to remember the line of every row would take memory for a rare case.
package struct RepeatedSKUs {
  /// The places of the problems in the summary, by the bytes of the SKU: some texts are equal for
  /// Swift and different for the database.
  private var problems: [Data: [Int]] = [:]

  package init() {}

  /// Notes that the SKU of a row is in the file already.
  ///
  /// - Parameter problem: The place in the summary of the problem about it.
  package mutating func add(_ sku: String, problem: Int) {
    problems[Data(sku.utf8), default: []].append(problem)
  }

  /// Says in each of the problems where the SKU was first. Reads the file as far as needed.
  package func nameFirstLines(
    in summary: inout ImportSummary,
    of file: ImportFile,
    _ options: ImportOptions,
    checkCancellation: () throws -> Void
  ) throws {
    struct AllFound: Error {}
    var missing = problems
    var reader = ItemReader(options)
    let id = UUID()
    if missing.isEmpty { return }
    do {
      try file.read { _ in
        try checkCancellation()
      } onRecord: { record in
        guard let row = reader.row(of: record, makeID: { id }),
          let places = missing.removeValue(forKey: Data(row.item.sku.utf8))
        else { return }
        let (sku, line) = (row.item.sku, row.position.line)
        let problem =
          file.sheet == nil
          ? tr("the SKU “\(sku)” is in line \(line) already; expected each SKU once")
          : tr("the SKU “\(sku)” is in row \(line) already; expected each SKU once")
        for place in places { summary.problems[place].problem = problem }
        if missing.isEmpty { throw AllFound() }
      }
    } catch is AllFound {}
  }
}
