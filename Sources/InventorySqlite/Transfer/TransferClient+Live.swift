import InventoryCore

extension TransferClient {
  static func live(_ session: InventorySession) -> TransferClient {
    TransferClient(
      tryImport: { file, options in
        try await blockingUntilCancelled { checkCancellation in
          try session.source.database().tryImport(
            ofFile: file.path(percentEncoded: false),
            options: options,
            checkCancellation: checkCancellation
          )
        }
      },
      similarTexts: { texts in try await session.ask { try $0.similarTexts(texts) } },
      importItems: { file, options in
        .transfer { onProgress in
          try await session.source.database().importItems(
            fromFile: file.path(percentEncoded: false),
            options: options,
            journal: session.journal,
            onProgress: onProgress
          )
        }
      },
      exportItems: { file, options in
        .transfer { onProgress in
          try await blockingUntilCancelled { checkCancellation in
            try session.source.database().exportItems(
              toFile: file.path(percentEncoded: false),
              options: options
            ) { progress in
              try checkCancellation()
              onProgress(progress)
            }
          }
        }
      }
    )
  }
}
