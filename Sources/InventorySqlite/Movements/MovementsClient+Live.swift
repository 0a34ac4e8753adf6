import InventoryCore

extension MovementsClient {
  static func live(_ session: InventorySession) -> MovementsClient {
    MovementsClient(
      book: { booking, id in
        try await session.change { try $0.book(booking, ofItem: id, journal: $1) }
      },
      history: { id, limit in
        try await session.ask { try $0.history(ofItem: id, movementLimit: limit) }
      },
      recent: { reason, limit in
        try await session.ask { try $0.recentChanges(for: reason, limit: limit) }
      }
    )
  }
}
