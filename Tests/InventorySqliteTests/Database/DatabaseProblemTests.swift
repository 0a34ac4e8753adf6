import InventoryCore
import InventorySqlite
import Testing

/// What the window tells of a file that cannot be used.
@Suite struct DatabaseProblemTests {
  @Test(arguments: [
    (InventoryDatabaseError.newerSchema(path: "/db"), "This Inventory Needs a Newer Version"),
    (.corrupt(path: "/db", detail: "row 3"), "The Inventory Is Damaged"),
    (.foreignDatabase(path: "/db"), "This File Is Not an Inventory"),
    (.notADatabase(path: "/db"), "This File Is Not an Inventory"),
    (.unusableFile(path: "/db", reason: "no"), "The Inventory Cannot Be Opened"),
    (.unwritableDirectory(path: "/db", reason: "no"), "The Inventory Cannot Be Opened"),
    (.fileReplaced(path: "/db"), "Another File Has Taken Its Place"),
    (.failed(path: "/db", detail: "locked"), "The Inventory Cannot Be Read"),
    (.diskFull(path: "/db"), "The Inventory Cannot Be Read"),
  ])
  func `an error says which file it is about, and what can be done`(
    error: InventoryDatabaseError,
    title: String
  ) {
    let problem = DatabaseProblem(error)
    #expect(problem.title == title)
    #expect(problem.explanation.contains("/db"))
  }
}
