import Foundation
import InventoryCore
import PostgresClient

extension TransferClient {
  static func live(_ session: PostgresSession) -> TransferClient {
    TransferClient(
      tryImport: { file, options in
        var options = options
        options.leavesOutProblems = true
        let run = try await ImportRun(reading: file, options)
        // An error is what makes the server forget what was written.
        struct TrialEnded: Error { let summary: ImportSummary }
        do {
          return try await session.source.mappingErrors {
            try await session.source.pool.transaction { connection -> ImportSummary in
              throw TrialEnded(summary: try await run.plan(connection) { _ in })
            }
          }
        } catch let trial as TrialEnded {
          return trial.summary
        }
      },
      similarTexts: { texts in
        try await session.read { connection in
          try await texts.similar(
            storedSkus: connection.skus(like: texts.skus),
            storedTags: connection.tags(limit: .max),
            storedLocations: connection.locations()
          )
        }
      },
      importItems: { file, options in
        .transfer { onProgress in
          let run = try await ImportRun(reading: file, options)
          let record = ManyItemsRecord(session.source.pool)
          return try await session.change { connection in
            try await retryingIfSkuIsTaken {
              var summary = try await run.plan(connection, onProgress: onProgress)
              try await run.lock(connection)
              let recorder =
                session.journal.isHeard ? try await ImportRecorder(summary, connection) : nil
              try await run.write(summary, connection, onProgress: onProgress)
              summary.canBeUndone = recorder != nil
              let change = try await recorder?.change(summary, record, connection)
              summary.canBeUndone = change != nil
              return (summary, change)
            }
          }
        }
      },
      exportItems: { file, options in
        .transfer { onProgress in
          let file = try ItemExport(file.path(percentEncoded: false), options)
          return try await session.read { connection in
            try await file.write(nil, connection, onProgress: onProgress)
          }
        }
      }
    )
  }
}

extension ImportRun {
  fileprivate init(reading file: URL, _ options: ImportOptions) async throws {
    self.init(
      // To look at a large file takes a while, too.
      try await blockingUntilCancelled {
        try ImportFile(
          file.path(percentEncoded: false),
          layout: ImportLayout(of: options),
          format: options.format,
          checkCancellation: $0
        )
      },
      options
    )
  }
}

/// Does something again in another transaction if somebody else has just added an item with a SKU
/// that was free before.
private func retryingIfSkuIsTaken<Value>(_ body: () async throws -> Value) async throws -> Value {
  do {
    return try await body()
  } catch let error as PostgresError {
    guard case .constraint(let constraint) = error.kind, constraint.name == "item_sku" else {
      throw error
    }
    throw PostgresError(.serializationFailure, error.message, sqlState: error.sqlState)
  }
}
