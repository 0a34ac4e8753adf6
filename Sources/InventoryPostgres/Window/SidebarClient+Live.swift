import InventoryCore
import PostgresClient

extension SidebarClient {
  static func live(_ session: PostgresSession) -> SidebarClient {
    SidebarClient(content: {
      let counts: SQL = """
        SELECT coalesce(sum(delta) FILTER (WHERE kind = 'items'), 0)::bigint,
          coalesce(sum(delta) FILTER (WHERE kind = 'low'), 0)::bigint
        FROM tally WHERE kind IN ('items', 'low')
        """
      let rows = try await session.snapshot(
        of: [counts, Connection.statementForLocations, Connection.statementForTags()]
      )
      return SidebarContent(
        itemCount: try rows[0].first?.count(0) ?? 0,
        lowCount: try rows[0].first?.count(1) ?? 0,
        locations: try Connection.locations(rows[1]),
        tags: try Connection.tags(rows[2])
      )
    })
  }
}
