import InventoryCore
import InventoryPostgres
import InventoryTestSupport
import Testing

/// Backups, and whether the inventory is sound.
@Suite struct BackupsClientTests {
  @Test(arguments: Engine.all)
  func `a sound inventory passes the check`(engine: Engine) async throws {
    let inventory = try await engine.open(with: [.drill, .lamp])
    try await inventory.clients.backups.checkIntegrity()
  }

  @Test(arguments: Engine.withBackups)
  func `a backup is made once a day, of an inventory with something in it`(
    engine: Engine
  ) async throws {
    let inventory = try await engine.open()
    let backups = inventory.clients.backups
    try await backups.backUp()
    #expect(try await backups.all() == [])
    try await inventory.add(.drill)
    try await backups.backUp()
    try await backups.backUp()
    let all = try await backups.all()
    #expect(all.map(\.itemCount) == [1] && all.map(\.names) == [["Drill"]])
    #expect(all.first?.occasion == .daily)
    #expect(try await backups.backup(#require(all.first).id) == all.first)
    for id in ["nope", "", "../x", "20270115T080000.000Z-daily.sqlite"] {
      #expect(try await backups.backup(id) == nil)
    }
  }

  @Test(arguments: Engine.withBackups)
  func `a backup that is restored is seen by all, and what was is a backup`(
    engine: Engine
  ) async throws {
    let inventory = try await engine.open(with: [.drill])
    let backups = inventory.clients.backups
    try await backups.backUp()
    let backup = try await #require(backups.all().first)
    let other = try await inventory.openAgain()
    try await inventory.clients.items.delete(Item.drill.id)
    try await inventory.add(.lamp)
    try await backups.restore(backup.id)
    #expect(try await inventory.items() == [.drill])
    #expect(try await other.items.completePage(ItemQuery(), .first).rows == [.drill])
    let kept = try await #require(backups.all().first { $0.occasion == .restore })
    #expect(kept.names == ["Lamp"])
    try await backups.restore(kept.id)
    #expect(try await inventory.items() == [.lamp])
  }

  @Test func `a server says that its backups are not made here`() async throws {
    let inventory = try await Engine.postgres.open(with: [.drill])
    let backups = inventory.clients.backups
    #expect(!backups.areOffered)
    try await backups.backUp()
    #expect(try await backups.all() == [])
    await #expect(throws: InventoryServerError.self) { try await backups.restore("x") }
    #expect(try await inventory.items() == [.drill])
  }
}
