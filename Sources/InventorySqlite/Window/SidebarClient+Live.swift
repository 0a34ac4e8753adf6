import GRDB
import InventoryCore

extension SidebarClient {
  static func live(_ session: InventorySession) -> SidebarClient {
    SidebarClient(content: { try await session.ask { try $0.sidebar() } })
  }
}

extension InventoryDatabase {
  /// What the sidebar shows.
  ///
  /// - Throws: ``InventoryDatabaseError`` when the database cannot be read.
  /// - Complexity: O(items + tags of all items), read from indexes alone.
  func sidebar() throws -> SidebarContent {
    try SidebarContent(
      itemCount: read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM item") ?? 0 },
      lowCount: read { try $0.itemCount(where: ExportOptions.Content.reorderList.condition) },
      locations: locations(),
      tags: tags()
    )
  }
}
