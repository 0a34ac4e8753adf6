import InventoryCore
import InventorySqlite
import Testing

/// Changes that another engine has made.
@Suite struct ForeignChangeTests {
  private struct OtherReversal: InventoryReversal {
    var photoSize: Int { 0 }
  }

  @Test func `a change that was made in another inventory is refused`() async throws {
    let inventory = InventoryClients.live(try .temporary())
    let change = InventoryChange(.deleted(name: "Drill"), reversal: OtherReversal())
    await #expect(throws: UndoProblem.madeElsewhere) { try await inventory.undo.revert(change) }
  }
}
