import Foundation
import GRDB
import InventoryCore

/// What is done to many items at once: by statements about all of them, however many there are.
extension InventoryDatabase {
  /// Which of some items are not among those that a query finds.
  func missing(_ ids: Set<Item.ID>, from query: ItemQuery) throws -> Set<Item.ID> {
    try read { db in
      let (condition, arguments) = try query.expression(db)
      let found = try String.fetchAll(
        db,
        sql: """
          SELECT item.id FROM item
          WHERE item.id IN (SELECT value FROM json_each(?)) AND \(condition)
          """,
        arguments: [ids.jsonList] + arguments
      )
      return ids.subtracting(found.compactMap { UUID(uuidString: $0) })
    }
  }

  /// How many tags are told of many items.
  private static let shownTags = 50

  /// What there is to know about items before something is done to them.
  func summary(of items: SelectedItems) throws -> ManyItemsSummary {
    try read { db in
      let (condition, arguments) = try items.condition(db)
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT COUNT(*), COUNT(stocktakeCount.itemKey), COUNT(photo.itemID),
            MIN(quantityMillionths)
          FROM item LEFT JOIN stocktakeCount ON stocktakeCount.itemKey = item.key
            LEFT JOIN photo ON photo.itemID = item.id WHERE \(condition)
          """,
        arguments: arguments
      )
      let tags = try Row.fetchAll(
        db,
        sql: """
          SELECT tagKey, COUNT(*), MIN(itemKey) FROM itemTag
          WHERE itemKey IN (SELECT item.key FROM item WHERE \(condition))
          GROUP BY tagKey ORDER BY COUNT(*) DESC, tagKey LIMIT \(Self.shownTags)
          """,
        arguments: arguments
      )
      let count: Int = row?[0] ?? 0
      return ManyItemsSummary(
        count: count,
        missing: items.namedCount.map { max($0 - count, 0) } ?? 0,
        counted: row?[1] ?? 0,
        withPhoto: row?[2] ?? 0,
        leastQuantity: row?[3],
        tags: try tags.map { tag in
          let key = tag[0] as String
          let texts = try String.fetchOne(
            db,
            sql: "SELECT tags FROM item WHERE key = ?",
            arguments: [tag[2] as Int64]
          )
          // As an item has it: the key is without case and accents.
          let name = texts?.split(separator: "\n").first { String($0).folded == key }
          return Tag(name: name.map(String.init) ?? key, itemCount: tag[1])
        }
        .sortedNaturally(by: \.name)
      )
    }
  }

  /// Does something to items in one transaction. When the task is cancelled, nothing is done.
  ///
  /// - Parameters:
  ///   - items: Which items. Those that are named and gone are left out.
  ///   - change: What is done.
  ///   - journal: Where it is told.
  ///   - onProgress: Is told now and then how far that has come.
  /// - Throws: ``ManyItemsProblem`` or ``LocationError/tooLong`` if it is impossible.
  func change(
    _ items: SelectedItems,
    _ change: ManyItemsChange,
    journal: ChangeJournal?,
    onProgress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) async throws -> ManyItemsOutcome {
    let record = ManyItemsRecord(self)
    let (outcome, reversal) = try await write { db in
      let writer = ManyItemsWriter(record, db, onProgress: onProgress)
      defer { try? writer.finish() }
      let count = try writer.select(items)
      let (changed, reversal) = try writer.perform(change)
      let missing = items.namedCount.map { max($0 - count, 0) } ?? 0
      return (ManyItemsOutcome(changed: changed, missing: missing), reversal)
    }
    if outcome.changed > ImportRecorder.limit { shortenLogLater() }
    if let reversal {
      journal?.add(
        InventoryChange(.many(change.kind, count: outcome.changed), reversal: reversal)
      )
    }
    return outcome
  }
}
