import InventoryCore
import PostgresClient

extension MovementsClient {
  static func live(_ session: PostgresSession) -> MovementsClient {
    MovementsClient(
      book: { booking, id in
        try await session.change(of: id, as: { .booked(name: $0) }) {
          try await $0.book(booking, ofItem: id)
        }
      },
      history: { id, limit in
        try await session.ask { try await $0.history(ofItem: id, movementLimit: limit) }
      },
      recent: { reason, limit in
        try await session.ask { try await $0.recentChanges(for: reason, limit: limit) }
      }
    )
  }
}
