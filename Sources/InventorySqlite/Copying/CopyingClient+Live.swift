import Foundation
import GRDB
import InventoryCore

extension CopyingClient {
  static func live(_ session: InventorySession) -> CopyingClient {
    CopyingClient(
      recordCount: {
        try await session.ask { database in
          try database.read { db in
            try Int.fetchOne(
              db,
              sql: """
                SELECT (SELECT COUNT(*) FROM location) + (SELECT COUNT(*) FROM item)
                  + (SELECT COUNT(*) FROM movement) + (SELECT COUNT(*) FROM stocktakeCount)
                  + (SELECT COUNT(*) FROM photo WHERE orphanedAt IS NULL)
                """
            ) ?? 0
          }
        }
      },
      read: { pass in
        let snapshot = try await session.ask { try $0.snapshot() }
        let path = session.source.path
        var reader = RecordReader()
        var digest = InventoryDigest()
        while true {
          let before = reader
          let (after, records) = try await blocking {
            try mappingErrors(path: path) {
              var reader = before
              let records = try snapshot.read { try reader.next($0) }
              return (reader, records)
            }
          }
          reader = after
          guard let records else { return digest }
          try Task.checkCancellation()
          digest.add(records)
          try await pass(records)
        }
      },
      fill: { reader in
        let channel = RecordChannel()
        return try await withThrowingTaskGroup(of: InventoryDigest.self) { group in
          group.addTask {
            let result = await Result { try await reader { try await channel.send($0) } }
            channel.finish(result)
            return try result.get()
          }
          group.addTask {
            do {
              return try await session.ask { try $0.fill(from: channel) }
            } catch {
              channel.close(error)
              throw error
            }
          }
          var digest = InventoryDigest()
          for try await other in group { digest = other }
          return digest
        }
      }
    )
  }
}

extension InventoryDatabase {
  /// Writes everything that comes in one transaction, and compares it with what was sent.
  ///
  /// - Returns: How much was written.
  /// - Throws: ``CopyingProblem``, or what the sender throws.
  fileprivate func fill(from channel: RecordChannel) throws -> InventoryDigest {
    let digest = try write { db in
      let isEmpty = try Bool.fetchOne(
        db,
        sql: """
          SELECT NOT EXISTS (SELECT 1 FROM item) AND NOT EXISTS (SELECT 1 FROM location)
          """
      )
      guard isEmpty == true else { throw CopyingProblem.notEmpty }
      var writer = try RecordWriter(db)
      let sent = try channel.write { try writer.write($0) }
      var reader = RecordReader()
      var written = InventoryDigest()
      while let records = try reader.next(db) { written.add(records) }
      guard written == sent else { throw CopyingProblem.different }
      return written
    }
    shortenLogLater()
    return digest
  }
}
