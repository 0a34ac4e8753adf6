import InventoryCore
import Testing

@Suite struct LocationPathTests {
  @Test(arguments: [
    ("Workshop", ["Workshop"]), ("Workshop / Shelf 2", ["Workshop", "Shelf 2"]),
    ("A / B / C", ["A", "B", "C"]), ("Box 1/2", ["Box 1/2"]), ("  A /   / B ", ["A", "B"]),
    ("", []), (" / ", []), ("A\t/ B", ["A", "B"]), ("Cold\n room", ["Cold room"]),
    ("A\r\n/\tB /\n", ["A", "B"]), ("\n/ A\n", ["A"]), ("/ A\nB", ["/ A B"]),
  ])
  func `a path is names with slashes between them`(text: String, names: [String]) {
    #expect(LocationPath(text).names == names)
    #expect(LocationPath(LocationPath(text).text).names == names)
  }

  @Test func `a location is in the one before it`() {
    #expect(LocationPath("A / B").parent == LocationPath("A"))
    #expect(LocationPath("A").parent == nil)
  }
}
