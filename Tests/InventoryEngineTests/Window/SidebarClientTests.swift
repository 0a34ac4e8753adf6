import InventoryCore
import InventoryTestSupport
import Testing

/// What the sidebar of a window shows, and that it comes back with the window.
@Suite struct SidebarClientTests {
  @Test(arguments: Engine.all)
  func `the sidebar shows the numbers of items, the locations and the tags`(
    engine: Engine
  ) async throws {
    let inventory = try await engine.open(with: [
      .drill.with { $0.reorderLevel = 9 },
      .hammer.with { $0.location = "Workshop / Wall" },
      .lamp.with { $0.tags = ["Light"] },
    ])
    let content = try await inventory.clients.sidebar.content()
    #expect(content.itemCount == 3)
    #expect(content.lowCount == 1)
    #expect(content.tags == [Tag(name: "Light", itemCount: 1)])
    #expect(
      content.branches(SidebarLayout()).map(\.location)
        == [Location(name: "Living room", itemCount: 1), Location(name: "Workshop", itemCount: 2)]
    )
  }

  @Test(arguments: Engine.all)
  func `the sidebar comes back with its window`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill])
    var window = WindowFeature.State(id: .number(1))
    window.inventory.sidebar.layout.visibility = .detailOnly
    window.inventory.sidebar.layout.unfoldedLocations = ["Workshop"]
    let restored = try await WindowFeature.State(restoring: window.saved, in: inventory.clients)
    #expect(restored.inventory.sidebar.layout == window.inventory.sidebar.layout)
    let unread = WindowFeature.State(id: .number(1), unrestored: window.saved)
    #expect(unread.inventory.sidebar.layout == window.inventory.sidebar.layout)
    #expect(unread.saved == window.saved)
  }
}
