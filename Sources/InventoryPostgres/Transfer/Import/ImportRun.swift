import Foundation
import InventoryCore
import PostgresClient

/// The import of a file, in a transaction of the caller.
///
/// The rows go to a temporary table with `COPY`. Statements over all of them find out what becomes
/// of each, and only then is anything written.
struct ImportRun: Sendable {
  private let rows: ImportRows

  /// How much of the work is reading the file, and to find out what becomes of its rows.
  private static let readingShare = 0.3
  private static let planningShare = 0.1

  init(_ file: ImportFile, _ options: ImportOptions) {
    rows = ImportRows(file: file, options: options)
  }

  private var options: ImportOptions { rows.options }

  /// Reads the file and finds out what would become of its rows.
  ///
  /// - Parameter onProgress: Is told now and then how far this has come.
  /// - Throws: ``ImportRejection`` if there are problems and the options do not leave them out.
  func plan(
    _ connection: Connection,
    onProgress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws -> ImportSummary {
    try rows.file.check(options)
    try await connection.execute(script: "SET LOCAL work_mem = '64MB'")
    try await connection.execute(script: ImportRows.table)
    try await connection.execute(script: ImportPlan.table)
    let findings = try await copy(to: connection) { part, rows in
      onProgress(TransferProgress(fraction: Self.readingShare * part, rows: rows))
    }
    let last = Int64(findings.rows + findings.badRows)
    try await ImportPlan(connection, options, findings).make(upTo: last) { part in
      onProgress(
        TransferProgress(
          fraction: Self.readingShare + Self.planningShare * part,
          rows: findings.rows
        )
      )
    }
    return try await summary(findings, connection)
  }

  /// Keeps others from changing what was planned to be changed. To be called before it is
  /// remembered, and then written.
  func lock(_ connection: Connection) async throws {
    try await ImportWriting(connection, options).lock()
  }

  /// Writes what was planned.
  func write(
    _ summary: ImportSummary,
    _ connection: Connection,
    onProgress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws {
    let done = Self.readingShare + Self.planningShare
    try await ImportWriting(connection, options).write(upTo: Int64(summary.rows)) { part in
      onProgress(TransferProgress(fraction: done + (1 - done) * part, rows: summary.rows))
    }
    try await connection.execute("SELECT shorten_tally()")
  }

  // MARK: - Reading

  private func copy(
    to connection: Connection,
    onProgress: @escaping @Sendable (Double, Int) -> Void
  ) async throws -> ImportRows.Findings {
    let channel = PieceChannel()
    async let findings = blocking { [rows] in
      do {
        let findings = try rows.read(into: channel, onProgress: onProgress)
        channel.finish()
        return findings
      } catch {
        channel.finish(throwing: error)
        throw error
      }
    }
    do {
      try await connection.copy(into: ImportRows.copy, from: channel)
    } catch {
      channel.cancel()
      _ = try? await findings
      throw error
    }
    return try await findings
  }

  // MARK: - Saying what becomes of the rows

  private func summary(
    _ findings: ImportRows.Findings,
    _ connection: Connection
  ) async throws -> ImportSummary {
    var summary = ImportSummary()
    let counts = try await connection.query(
      """
      SELECT plan.outcome, row.origin, count(*), count(*) FILTER (WHERE row.joins_lines),
        min(plan.n), max(plan.n)
      FROM pg_temp.import_plan AS plan JOIN pg_temp.import_row AS row ON row.n = plan.n
      GROUP BY plan.outcome, row.origin
      UNION ALL
      SELECT 'problem', '', count(*), 0, NULL, NULL FROM pg_temp.import_row
      WHERE problem IS NOT NULL
      """,
      timeout: ImportPlan.timeout
    )
    var badRows = findings.badRows
    var badRowCounts = findings.badRowCounts
    for row in counts.rows {
      let (outcome, origin, count, joined, first, last) = try row.decode(
        as: String.self,
        String.self,
        Int.self,
        Int.self,
        Int64?.self,
        Int64?.self
      )
      switch outcome {
      case "added":
        summary.added += count
        if origin == "number", let first, let last {
          summary.numbered = count
          summary.numbers = SkuRange(
            first: try await sku(first, connection),
            last: try await sku(last, connection)
          )
        }
      case "updated": summary.updated += count
      case "skipped": summary.skipped += count
      default:
        badRows += count
        badRowCounts.add(count, of: outcome == "repeated" ? [.repeated] : [.item])
      }
      if outcome == "added" || outcome == "updated" { summary.joinedLines += joined }
      if origin == "recognised", outcome == "updated" || outcome == "skipped" {
        summary.recognised += count
      }
    }
    try await addProblems(findings, to: &summary, connection)
    summary.badRows = badRows
    summary.badRowCounts = badRowCounts
    summary.nameSheet(rows.file.sheet)
    if !options.leavesOut(badRows, badRowCounts) {
      throw ImportRejection(
        file: rows.file.name,
        problems: summary.problems,
        badRows: badRows,
        badRowCounts: badRowCounts
      )
    }
    return summary
  }

  private func sku(_ row: Int64, _ connection: Connection) async throws -> String {
    try await connection.value("SELECT sku FROM pg_temp.import_plan WHERE n = \(row)") ?? ""
  }

  /// Says what is wrong with the first rows that have problems, in the order of the file.
  private func addProblems(
    _ findings: ImportRows.Findings,
    to summary: inout ImportSummary,
    _ connection: Connection
  ) async throws {
    let found = try await connection.query(
      """
      SELECT row.n, row.line, row.position, row.sku, row.name, row.barcode,
        coalesce(row.problem, plan.outcome)
      FROM pg_temp.import_row AS row LEFT JOIN pg_temp.import_plan AS plan ON plan.n = row.n
      WHERE row.problem IS NOT NULL OR plan.outcome IN ('repeated', 'missing')
      ORDER BY row.n LIMIT \(options.problemLimit)
      """,
      timeout: ImportPlan.timeout
    )
    .rows.map { try BadRow($0) }
    var repeated = RepeatedSKUs()
    var read = findings.problems[...]
    for row in found {
      while let next = read.first, next.row < row.number {
        summary.add(next.problems, limit: options.problemLimit)
        read.removeFirst()
      }
      if row.outcome == .repeated, summary.problems.count < options.problemLimit {
        repeated.add(row.row.item.sku, problem: summary.problems.count)
      }
      summary.add(row.outcome, row.row, limit: options.problemLimit)
    }
    for next in read { summary.add(next.problems, limit: options.problemLimit) }
    if !options.leavesOutProblems {
      let (file, options, given, repeated) = (rows.file, options, summary, repeated)
      summary = try await blockingUntilCancelled { checkCancellation in
        var summary = given
        try repeated.nameFirstLines(in: &summary, of: file, options) { try checkCancellation() }
        return summary
      }
    }
  }

  /// A row that cannot be imported for what is in the inventory or in other rows.
  private struct BadRow {
    let number: Int64
    let row: ImportRow
    let outcome: ImportOutcome

    init(_ row: Row) throws {
      number = try row.decode(0)
      var item = try Item(id: UUID(), name: row.decode(4), sku: row.decode(3))
      item.barcode = try row.decode(5)
      var bad = ImportRow(item: item)
      bad.position.line = try row.decode(1)
      bad.position.column = try row.decode(2)
      self.row = bad
      let (sku, name, barcode) = (item.sku, item.name, item.barcode)
      switch try row.decode(6, as: String.self) {
      case "repeated":
        outcome = .repeated
      case "several":
        outcome = .problem(
          name.isEmpty
            ? tr(
              "several items have the barcode “\(barcode)”; expected a SKU that tells which is meant"
            )
            : tr(
              "several items can be this “\(name)”; expected a SKU that tells which is meant"
            )
        )
      case "unknown barcode":
        outcome = .problem(
          tr(
            "no item has the barcode “\(barcode)”; expected one to update, or a name for a new one"
          )
        )
      default:
        outcome = .problem(
          tr("no item has the SKU “\(sku)”; expected one to update, or a name for a new one")
        )
      }
    }
  }
}
