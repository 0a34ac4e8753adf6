import Foundation
import GRDB
import InventoryCore

extension InventoryDatabase {
  /// Reads the items of a file into the database in one transaction.
  ///
  /// - Parameters:
  ///   - path: the file; errors give it as it is here.
  ///   - name: What errors call it; `nil` for its path.
  ///   - layout: What is known about how it is written.
  ///   - options: Says how it is to be read, from what it looks like.
  ///   - isTrial: Whether the import is only to say what it would do.
  ///   - onProgress: is told now and then how far the import has come. If it throws, nothing is
  ///     imported.
  ///   - unifying: Which kinds of texts are taken for the same if they differ by case and accents
  ///     only. `nil` if nobody wants to know of such texts.
  /// - Throws: ``ImportRejection`` if there are problems in rows, ``NumbersInDoubt`` if numbers can
  ///   be read in two ways, ``CsvError`` if the file is not well-formed, ``FileError`` if it cannot
  ///   be read. Nothing has then been changed.
  @discardableResult
  public func importItems(
    fromFile path: String,
    named name: String? = nil,
    layout: ImportLayout = ImportLayout(),
    options: (ImportPreview) throws -> ImportOptions,
    isTrial: Bool = false,
    locale: Locale = .plain,
    onProgress: (TransferProgress) throws -> Void = { _ in },
    unifying: Unifying? = nil
  ) throws -> ImportSummary {
    let file = try ImportFile(path, named: name, layout: layout)
    var options = try options(ImportPreview(file, locale: locale))
    if let unifying {
      try file.check(options)
      let texts = try file.texts(options, ofAllRows: unifying.columns) {}
      let similar = try similarTexts(texts)
      options.spellings = similar.spellings(of: unifying.columns)
      unifying.tell(similar, texts.isComplete)
    }
    return try perform(
      ImportRun(file, options),
      isTrial: isTrial,
      onProgress: onProgress
    )
  }

  /// The texts of a file that differ by case and accents only from others of the file, or from what
  /// is stored.
  func similarTexts(_ texts: TextsOfFile) throws -> [SimilarText] {
    try texts.similar(
      storedSkus: skus(like: texts.skus),
      storedTags: tags(limit: .max),
      storedLocations: locations()
    )
  }

  /// Finds out what an import would do if it left out the rows with problems. Nothing is changed.
  ///
  /// - Parameter checkCancellation: Is called now and then. If it throws, the trial ends.
  func tryImport(
    ofFile path: String,
    options: ImportOptions,
    checkCancellation: () throws -> Void
  ) throws -> ImportSummary {
    var options = options
    options.leavesOutProblems = true
    let file = try ImportFile(
      path,
      layout: ImportLayout(of: options),
      format: options.format,
      checkCancellation: checkCancellation
    )
    return try perform(ImportRun(file, options), isTrial: true) { _ in try checkCancellation() }
  }

  private func perform(
    _ run: ImportRun,
    isTrial: Bool,
    onProgress: (TransferProgress) throws -> Void
  ) throws -> ImportSummary {
    // One that fails has written to the log, too.
    defer { if run.isLarge { shortenLog() } }
    // An error is what makes the database forget what was written.
    struct TrialEnded: Error { let summary: ImportSummary }
    do {
      return try write { db in
        let summary = try run.write(db, onProgress: onProgress)
        if isTrial { throw TrialEnded(summary: summary) }
        return summary
      }
    } catch let trial as TrialEnded {
      return trial.summary
    }
  }

  /// Reads the items of a file into the database in one transaction. When the task is cancelled,
  /// nothing is imported. A journal is told about an import that is small enough to be taken back.
  func importItems(
    fromFile path: String,
    options: ImportOptions,
    journal: ChangeJournal?,
    onProgress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws -> ImportSummary {
    // To look at a large file takes a while, too.
    let run = ImportRun(
      try await blockingUntilCancelled {
        try ImportFile(
          path,
          layout: ImportLayout(of: options),
          format: options.format,
          checkCancellation: $0
        )
      },
      options
    )
    // One that fails has written to the log, too.
    defer { if run.isLarge { shortenLogLater() } }
    let record = ManyItemsRecord(self)
    let (summary, change) = try await write { db in
      var recorder = journal?.isHeard == true ? try ImportRecorder(db, options) : nil
      var summary = try run.write(db, recorder: &recorder, onProgress: onProgress)
      let change = try recorder?.change(summary, record)
      summary.canBeUndone = change != nil
      return (summary, change)
    }
    if let change { journal?.add(change) }
    return summary
  }
}

/// The import of a file.
struct ImportRun: Sendable {
  private let file: ImportFile
  private let options: ImportOptions

  init(_ file: ImportFile, _ options: ImportOptions) {
    self.file = file
    self.options = options
  }

  /// How many rows the file probably has: a row with little in it has about fifty bytes.
  private var expectedRows: Int { file.size / 50 }

  /// Whether the import writes a good part of the database anew.
  var isLarge: Bool { expectedRows >= BulkWriting.threshold }

  /// Writes the items of the file.
  func write(
    _ db: Database,
    onProgress: (TransferProgress) throws -> Void
  ) throws -> ImportSummary {
    var recorder: ImportRecorder?
    return try write(db, recorder: &recorder, onProgress: onProgress)
  }

  /// Writes the items of the file.
  ///
  /// - Parameter recorder: Is told about each row before it is written.
  func write(
    _ db: Database,
    recorder: inout ImportRecorder?,
    onProgress: (TransferProgress) throws -> Void
  ) throws -> ImportSummary {
    try file.check(options)
    // Many rows change pages of all indexes. With SQLite's default cache of 2 MB, a large import
    // spends most of its time writing pages and reading them again.
    try db.execute(sql: "PRAGMA cache_size = -24000")
    if isLarge { try db.commitWithoutCheckpoint() }
    defer {
      try? db.execute(sql: "PRAGMA cache_size = -2000; PRAGMA shrink_memory")
      if isLarge { releaseFreedMemory() }
    }

    var bulk = try BulkWriting(
      db,
      expectedRows: expectedRows,
      readsItems: options.mayRecogniseItems,
      readsMovements: recorder?.readsMovements == true
    )
    let share = bulk == nil ? 1 : BulkWriting.share
    let writer = try ImportWriter(db, options) {
      try file.largestNumber(options) { try db.checkCancellation() }
    }
    var reader = ItemReader(options)
    var ids = OrderedIDs()
    var summary = ImportSummary()
    var repeated = RepeatedSKUs()
    let size = Double(max(file.size, 1))
    try file.read { bytes in
      try db.checkCancellation()
      try onProgress(TransferProgress(fraction: share * Double(bytes) / size, rows: summary.rows))
    } onRecord: { record in
      if var row = reader.row(of: record, makeID: { ids.next() }) {
        if let problem = try writer.identify(&row) {
          summary.add(.problem(problem), row, limit: options.problemLimit)
          return
        }
        try recorder?.willWrite(row.item)
        if bulk?.readsMovements == true, recorder?.readsMovements == false {
          try bulk?.endReadingMovements()
        }
        let outcome = try writer.write(row)
        if outcome == .repeated, summary.problems.count < options.problemLimit {
          repeated.add(row.item.sku, problem: summary.problems.count)
        }
        summary.add(outcome, row, limit: options.problemLimit)
      } else {
        summary.add(reader.problems, limit: options.problemLimit)
      }
    }
    if !options.leavesOut(summary.badRows, summary.badRowCounts) {
      try repeated.nameFirstLines(in: &summary, of: file, options) { try db.checkCancellation() }
      summary.nameSheet(file.sheet)
      throw ImportRejection(
        file: file.name,
        problems: summary.problems,
        badRows: summary.badRows,
        badRowCounts: summary.badRowCounts
      )
    }
    summary.nameSheet(file.sheet)
    // An index is sorted in as much memory again as the cache has.
    try db.execute(sql: "PRAGMA cache_size = -16000; PRAGMA shrink_memory")
    if bulk != nil { releaseFreedMemory() }
    try bulk?.finish { part in
      try onProgress(
        TransferProgress(fraction: share + (1 - share) * part, rows: summary.rows)
      )
    }
    return summary
  }
}

extension Database {
  /// Leaves what the transaction writes in the log when it is committed. SQLite would otherwise
  /// write all of it into the file before the commit returns, while others see it already.
  fileprivate func commitWithoutCheckpoint() throws {
    let pages = try Int.fetchOne(self, sql: "PRAGMA wal_autocheckpoint") ?? 1_000
    try execute(sql: "PRAGMA wal_autocheckpoint = 0")
    let restore: @Sendable (Database) -> Void = {
      try? $0.execute(sql: "PRAGMA wal_autocheckpoint = \(pages)")
    }
    afterNextTransaction(onCommit: restore, onRollback: restore)
  }
}
