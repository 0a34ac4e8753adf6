import Synchronization

/// Where the features get the database: it may have to be opened again when it could not be opened
/// at first.
public final class DatabaseSource: Sendable {
  private let state: Mutex<Result<InventoryDatabase, any Error>>
  private let open: @Sendable () throws -> InventoryDatabase
  private let path: String

  /// - Parameters:
  ///   - path: the file.
  ///   - database: the database, or why it could not be opened.
  ///   - open: opens it again.
  public init(
    path: String,
    _ database: Result<InventoryDatabase, any Error>,
    open: @escaping @Sendable () throws -> InventoryDatabase
  ) {
    self.path = path
    state = Mutex(database)
    self.open = open
  }

  /// The database.
  ///
  /// - Throws: the reason why it could not be opened.
  public func database() throws -> InventoryDatabase {
    try state.withLock { try $0.get() }
  }

  /// Opens the database, unless it is open.
  public func reopen() throws {
    if (try? database()) != nil { return }
    let result = Result { try open() }
    state.withLock { $0 = result }
    _ = try result.get()
  }

  /// The backups, the latest first: also of a database that is not open.
  func backups() throws -> [Backup] {
    try mappingErrors(path: path) { try BackupFolder(database: path).backups() }
  }

  /// Makes the inventory what it was when a backup was made.
  func restore(_ id: Backup.ID) throws {
    if let database = try? database() {
      try database.restore(id)
    } else {
      try mappingErrors(path: path) { try BackupFolder(database: path).restoreInPlace(id) }
      try reopen()
    }
  }
}
