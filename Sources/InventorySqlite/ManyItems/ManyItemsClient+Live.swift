import InventoryCore

extension ManyItemsClient {
  static func live(_ session: InventorySession) -> ManyItemsClient {
    ManyItemsClient(
      missing: { ids, query in try await session.ask { try $0.missing(ids, from: query) } },
      summary: { items in try await session.ask { try $0.summary(of: items) } },
      change: { items, change in
        .transfer { onProgress in
          try await session.source.database().change(
            items,
            change,
            journal: session.journal,
            onProgress: onProgress
          )
        }
      },
      export: { items, file, options in
        .transfer { onProgress in
          try await blockingUntilCancelled { checkCancellation in
            try session.source.database().exportItems(
              toFile: file.path(percentEncoded: false),
              options: options,
              onProgress: { progress in
                try checkCancellation()
                onProgress(progress)
              },
              where: items.condition
            )
          }
        }
      }
    )
  }
}
