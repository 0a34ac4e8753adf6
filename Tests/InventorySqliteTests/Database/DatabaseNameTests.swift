import InventoryCore
import InventorySqlite
import Testing

@Suite struct DatabaseNameTests {
  @Test(arguments: [
    "items.sqlite", "/home/ida/items.sqlite", "a:b.sqlite", "./postgresql://host", "postgresql:",
    "12://x", "",
  ])
  func `the path of a file is what it is`(path: String) throws {
    #expect(try DatabaseName(path).path == path)
  }

  @Test(arguments: [
    ("file:///home/ida/my%20items.sqlite", "/home/ida/my items.sqlite"),
    ("FILE:///items.sqlite", "/items.sqlite"),
    ("file://localhost/items.sqlite", "/items.sqlite"),
  ])
  func `the URL of a file is its path`(url: String, path: String) throws {
    #expect(try DatabaseName(url).path == path)
  }

  @Test(arguments: [
    ("postgresql://desk/inventory", "postgresql"), ("postgres://desk", "postgres"),
    ("https://example.org/items.sqlite", "https"), ("file://server/items.sqlite", "file"),
    ("git+ssh://x", "git+ssh"),
  ])
  func `any other URL is refused`(url: String, scheme: String) {
    #expect(throws: InventoryDatabaseError.notAFileURL(scheme: scheme)) { try DatabaseName(url) }
  }
}
