import GRDB
import InventoryCore

/// Makes the writing of many items fast: what SQLite would keep up to date with every row is made
/// in one go at the end.
///
/// Everything happens in the transaction of the caller: others see the tables and indexes of before
/// until it ends, and a failure leaves them as they were.
struct BulkWriting {
  private let db: Database
  private let lastOldKey: Int64
  /// The statements that make the indexes that were dropped.
  private var indexes: [String] = []
  private var isDroppingIndexes = false
  /// Whether movements of items are read meanwhile.
  private(set) var readsMovements: Bool
  /// The statement that makes the trigger that was dropped.
  private var searchTrigger: String?

  /// How many rows are worth the effort.
  static let threshold = 5_000

  /// How much of the work is done while rows are written; the rest is indexes.
  static let share = 0.5

  /// Begins.
  ///
  /// - Parameters:
  ///   - expectedRows: how many rows will probably be written.
  ///   - readsItems: whether items are looked for meanwhile. All indexes stay then.
  ///   - readsMovements: whether movements of items are read meanwhile, until
  ///     ``endReadingMovements()``. Their index stays as long.
  /// - Returns: `nil` if so few rows are written faster without.
  init?(
    _ db: Database,
    expectedRows: Int,
    readsItems: Bool = false,
    readsMovements: Bool = false
  ) throws {
    guard expectedRows >= Self.threshold else { return nil }
    self.db = db
    self.readsMovements = readsMovements
    lastOldKey = try Int64.fetchOne(db, sql: "SELECT MAX(key) FROM item") ?? 0
    try dropSearchTrigger()
    // Indexes are made anew for all items, not only for those that are written.
    let oldRows = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM item") ?? 0
    isDroppingIndexes = expectedRows >= oldRows / 2 && (oldRows == 0 || !readsItems)
    if isDroppingIndexes {
      try dropIndexes(of: readsMovements ? "'item', 'itemTag'" : "'item', 'itemTag', 'movement'")
    }
  }

  /// Is told when the movements of items are not read any more.
  mutating func endReadingMovements() throws {
    guard readsMovements else { return }
    readsMovements = false
    if isDroppingIndexes { try dropIndexes(of: "'movement'") }
  }

  /// Makes what was left out.
  ///
  /// - Parameter onProgress: is told how much of this is done, from 0 to 1.
  func finish(onProgress: (Double) throws -> Void) throws {
    let steps = Double(indexes.count + 1)
    for (index, sql) in indexes.enumerated() {
      try onProgress(Double(index) / steps / 2)
      try db.execute(statementOfFile: sql)
    }
    guard let searchTrigger else { return }
    try fillSearch { try onProgress(0.5 + $0 / 2) }
    try db.execute(statementOfFile: searchTrigger)
  }

  private mutating func dropIndexes(of tables: String) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT name, sql FROM sqlite_master
        WHERE type = 'index' AND tbl_name IN (\(tables)) AND sql IS NOT NULL
          AND sql NOT LIKE 'CREATE UNIQUE%'
        """
    )
    for row in rows {
      try db.execute(sql: "DROP INDEX \((row[0] as String).quotedDatabaseIdentifier)")
      indexes.append(row[1])
    }
  }

  private mutating func dropSearchTrigger() throws {
    let sql = try String.fetchOne(
      db,
      sql: "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = 'itemSearchInsert'"
    )
    // A trigger that does something else goes on doing it.
    guard let sql, sql.contains("(rowid, \(Database.searchColumns))") else { return }
    try db.execute(sql: "DROP TRIGGER itemSearchInsert")
    searchTrigger = sql
  }

  private func fillSearch(onProgress: (Double) throws -> Void) throws {
    guard lastOldKey < .max else { return }
    try db.fillSearch(from: lastOldKey + 1, onProgress: onProgress)
  }
}

extension Database {
  fileprivate static let searchColumns = "name, sku, barcode, tags, notes, location"
  private static let searchStep = 10_000

  /// Puts items into the index of the search that are not in it.
  ///
  /// - Parameters:
  ///   - firstKey: The lowest key of these items.
  ///   - onProgress: Is told how much of this is done, from 0 to 1.
  func fillSearch(
    from firstKey: Int64 = .min,
    onProgress: (Double) throws -> Void = { _ in }
  ) throws {
    let last = try Int64.fetchOne(self, sql: "SELECT MAX(key) FROM item") ?? .min
    var start = firstKey
    // A larger buffer means fewer parts to merge. The default is 1 MB.
    try setSearchBuffer(1 << 24)
    // The keys of a file from somebody else may be far from each other.
    while let end = try Int64.fetchOne(
      self,
      sql: "SELECT MAX(key) FROM (SELECT key FROM item WHERE key >= ? ORDER BY key LIMIT ?)",
      arguments: [start, Self.searchStep]
    ) {
      try execute(
        sql: """
          INSERT INTO itemSearch (rowid, \(Self.searchColumns))
          SELECT key, item.name, sku, barcode, tags, notes, IFNULL(path, '')
          FROM item LEFT JOIN location ON location.id = item.locationID
          WHERE key BETWEEN ? AND ?
          """,
        arguments: [start, end]
      )
      let first = Double(firstKey)
      try onProgress(min(1, (Double(end) - first) / max(1, Double(last) - first)))
      guard end < .max else { break }
      start = end + 1
    }
    try setSearchBuffer(1 << 20)
  }

  private func setSearchBuffer(_ bytes: Int) throws {
    try execute(
      sql: "INSERT INTO itemSearch (itemSearch, rank) VALUES ('hashsize', ?)",
      arguments: [bytes]
    )
  }
}
