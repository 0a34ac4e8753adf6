import ComposableArchitecture
import Foundation

/// What the features ask of the inventory's database.
///
/// Features use it as a dependency, so that their tests say what the database answers.
@DependencyClient
public struct DatabaseClient: Sendable {
  /// The items that a query asks for, in its order.
  public var items: @Sendable (_ query: ItemQuery) async throws -> [Item]
  /// The item with an identity.
  public var item: @Sendable (_ id: Item.ID) async throws -> Item?
  /// The item with a SKU.
  public var itemWithSku: @Sendable (_ sku: String) async throws -> Item?
  /// The items at a location, ordered by name.
  public var itemsAtLocation: @Sendable (_ name: String) async throws -> [Item]
  /// All locations, with the number of their items.
  public var locations: @Sendable () async throws -> [Location]
  /// Saves what somebody has made of an item, and returns it as it is in the database then. Throws
  /// ``ItemConflict`` when somebody else has changed the same fields.
  public var save: @Sendable (_ edit: ItemEdit) async throws -> Item
  /// Removes an item. One that is gone already is no error.
  public var delete: @Sendable (_ id: Item.ID) async throws -> Void
  /// Reads a CSV file into the database, all of it or nothing; the number of its rows.
  public var importFile: @Sendable (_ file: URL) async throws -> Int
  /// Writes all items to a CSV file; the number of its rows.
  public var exportFile: @Sendable (_ file: URL) async throws -> Int
  /// What is in the database at the end of a deep link.
  public var target: @Sendable (_ link: DeepLink) async throws -> DeepLinkTarget
  /// Yields at once, and again after every change by anybody, in this process or another.
  public var changes: @Sendable () -> AsyncStream<Void> = { .finished }
}

extension DatabaseClient {
  /// A client of an open database.
  ///
  /// SQLite blocks, so its work is done on threads of its own and never on the main actor.
  public static func live(_ database: InventoryDatabase) -> DatabaseClient {
    DatabaseClient(
      items: { query in try await blocking { try database.items(query) } },
      item: { id in try await blocking { try database.item(id: id) } },
      itemWithSku: { sku in try await blocking { try database.item(sku: sku) } },
      itemsAtLocation: { name in try await blocking { try database.items(location: name) } },
      locations: { try await blocking { try database.locations() } },
      save: { edit in try await blocking { try database.save(edit) } },
      delete: { id in try await blocking { try database.delete(id: id) } },
      importFile: { file in
        try await blocking {
          try InventoryCore.importFile(file.path(percentEncoded: false), into: database)
        }
      },
      exportFile: { file in
        try await blocking {
          try InventoryCore.exportFile(file.path(percentEncoded: false), from: database)
        }
      },
      target: { link in try await blocking { try database.target(of: link) } },
      changes: { database.changes() }
    )
  }

  /// A client that answers everything with an error, for a database that could not be opened.
  public static func failing(_ error: any Error) -> DatabaseClient {
    DatabaseClient(
      items: { _ in throw error },
      item: { _ in throw error },
      itemWithSku: { _ in throw error },
      itemsAtLocation: { _ in throw error },
      locations: { throw error },
      save: { _ in throw error },
      delete: { _ in throw error },
      importFile: { _ in throw error },
      exportFile: { _ in throw error },
      target: { _ in throw error },
      changes: {
        AsyncStream { continuation in
          continuation.yield()
          continuation.finish()
        }
      }
    )
  }
}

/// Runs work that blocks away from the threads of Swift's tasks, of which there are few.
private func blocking<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global(qos: .userInitiated).async {
      continuation.resume(with: Result(catching: work))
    }
  }
}
