import InventoryCore
import PostgresClient

extension LocationsClient {
  static func live(_ session: PostgresSession) -> LocationsClient {
    LocationsClient(
      content: { reference in try await session.read { try await $0.location(reference) } },
      top: { try await session.ask { try await $0.locations(in: nil) } },
      all: { try await session.ask { try await $0.locations() } },
      add: { path in
        try await session.changeLocations { tree in
          try await tree.add(path)
          return .added(name: path.text)
        }
      },
      edit: { edit, isMerging in
        try await session.changeLocations { try await $0.edit(edit, isMerging: isMerging) }
      },
      delete: { id in try await session.changeLocations { try await $0.delete(id) } }
    )
  }
}

extension PostgresSession {
  fileprivate func changeLocations(
    _ body: (inout LocationTree) async throws -> InventoryChange.Kind
  ) async throws {
    try await change { connection in
      ((), try await connection.changeLocations(isTold: journal.isHeard, body))
    }
  }
}
