import Foundation
import InventoryCore

/// What an import and exports on the command line have done, for programs. The keys of the JSON are
/// the names of the properties.
struct TransferReport: Encodable {
  var imported: Import?
  var exported: [Export] = []
  /// Why it was not done, or not all of it. What was done before is in the other properties.
  var error: String?

  struct Import: Encodable {
    /// The file as it was named, `-` for the standard input.
    let file: String
    /// Whether nothing was changed, because this was only a trial.
    let isDryRun: Bool
    /// What the columns mean if that was chosen in the window for an earlier file.
    var rememberedColumns: [RememberedColumn]?
    var added = 0
    var updated = 0
    var skipped = 0
    /// How many of the items that were added had no SKU, and got one.
    var numbered = 0
    /// How many rows without a SKU were recognised as items that were there.
    var recognised = 0
    /// In how many rows spaces have taken the place of line breaks and tabs.
    var joinedLines = 0
    /// How many rows have problems.
    var badRows = 0
    /// The first problems. There can be fewer of them than rows.
    var problems: [Problem] = []
  }

  struct Problem: Encodable {
    let line: Int
    let column: Int
    /// The sheet of a spreadsheet.
    let sheet: String?
    /// The name or the SKU of the item in the row; empty if the row says neither.
    let item: String
    let problem: String

    init(_ problem: ImportProblem) {
      line = problem.line
      column = problem.column
      sheet = problem.sheet
      item = problem.item
      self.problem = problem.problem
    }
  }

  struct Export: Encodable {
    let file: String
    let items: Int
  }

  mutating func add(
    _ summary: ImportSummary,
    _ remembered: [RememberedColumn]?,
    file: String?,
    isDryRun: Bool
  ) {
    imported = Import(
      file: file ?? "",
      isDryRun: isDryRun,
      rememberedColumns: remembered,
      added: summary.added,
      updated: summary.updated,
      skipped: summary.skipped,
      numbered: summary.numbered,
      recognised: summary.recognised,
      joinedLines: summary.joinedLines,
      badRows: summary.badRows,
      problems: summary.problems.prefix(ImportSummary.problemLimit).map(Problem.init)
    )
  }

  mutating func add(_ error: any Error, file: String?, isDryRun: Bool) {
    self.error = error.message
    guard let error = error as? ImportArgumentError, let rejection = error.rejection else { return }
    imported = Import(
      file: file ?? rejection.file,
      isDryRun: isDryRun,
      rememberedColumns: error.remembered,
      badRows: rejection.badRows,
      problems: rejection.problems.map(Problem.init)
    )
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Numbers and texts can always be encoded.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self).jsonForTerminal }
      ?? "{}"
  }
}
