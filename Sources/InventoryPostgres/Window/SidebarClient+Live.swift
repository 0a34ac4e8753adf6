import InventoryCore
import PostgresClient

extension SidebarClient {
  static func live(_ session: PostgresSession) -> SidebarClient {
    SidebarClient(content: {
      try await session.read { connection in
        let counts = try await connection.rows(
          """
          SELECT coalesce(sum(delta) FILTER (WHERE kind = 'items'), 0)::bigint,
            coalesce(sum(delta) FILTER (WHERE kind = 'low'), 0)::bigint
          FROM tally WHERE kind IN ('items', 'low')
          """
        )
        return SidebarContent(
          itemCount: try counts.first?.count(0) ?? 0,
          lowCount: try counts.first?.count(1) ?? 0,
          locations: try await connection.locations(),
          tags: try await connection.tags()
        )
      }
    })
  }
}
