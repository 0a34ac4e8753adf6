import ComposableArchitecture

extension DatabaseClient: DependencyKey {
  /// The database at its default path. When it cannot be opened, everything asked of it is
  /// answered with the error that tells why.
  public static let liveValue: DatabaseClient = {
    let path = InventoryDatabase.defaultPath
    let open = { @Sendable in try InventoryDatabase(path: path) }
    return .live(DatabaseSource(path: path, Result(catching: open), open: open))
  }()

  /// A test says what the database answers; everything else that is asked fails it.
  public static let testValue = DatabaseClient()
}

extension DependencyValues {
  /// The inventory's database.
  public var database: DatabaseClient {
    get { self[DatabaseClient.self] }
    set { self[DatabaseClient.self] = newValue }
  }
}
