import InventoryCore
import InventorySqlite

extension Engine {
  static let sqlite = Engine("SQLite") {
    let database = try InventoryDatabase.temporary()
    return OpenInventory(
      clients: .live(database),
      openAgain: {
        // The file goes with the database that has made it.
        try withExtendedLifetime(database) { .live(try InventoryDatabase(path: database.path)) }
      }
    )
  }
}
