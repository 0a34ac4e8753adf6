import Foundation
import InventoryCore
import Synchronization

/// Where the features get the database: it may have to be opened again when it could not be opened
/// at first.
public final class DatabaseSource: Sendable {
  private struct State {
    var database: Result<InventoryDatabase, any Error>
    /// What waits until the database is open.
    var waiting: [UUID: AsyncStream<InventoryDatabase>.Continuation] = [:]
  }

  private let state: Mutex<State>
  private let open: @Sendable () throws -> InventoryDatabase
  let path: String

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
    state = Mutex(State(database: database))
    self.open = open
  }

  /// The database.
  ///
  /// - Throws: the reason why it could not be opened.
  public func database() throws -> InventoryDatabase {
    try state.withLock { try $0.database.get() }
  }

  /// Opens the database, unless it is open.
  public func reopen() throws {
    if (try? database()) != nil { return }
    let result = Result { try open() }
    let waiting = state.withLock { state in
      state.database = result
      return state.waiting.values.map { $0 }
    }
    let database = try result.get()
    for continuation in waiting { continuation.yield(database) }
  }

  /// A stream that yields at once, and again after the database has been changed, here or in
  /// another process: also a database that is opened only later.
  func changes() -> AsyncStream<Void> {
    if let database = try? database() { return database.changes() }
    let opened = opened()
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      // Who asks is told why the database is not open.
      continuation.yield()
      let forwarding = Task {
        for await database in opened {
          for await _ in database.changes() { continuation.yield() }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in forwarding.cancel() }
    }
  }

  /// A stream that yields the database once it is open.
  private func opened() -> AsyncStream<InventoryDatabase> {
    AsyncStream { continuation in
      let id = UUID()
      let open = state.withLock { state in
        guard case .success(let database) = state.database else {
          state.waiting[id] = continuation
          return nil as InventoryDatabase?
        }
        return database
      }
      if let open { continuation.yield(open) }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.waiting.removeValue(forKey: id) }
      }
    }
  }

  /// The backups, the latest first: also of a database that is not open.
  ///
  /// - Parameter checkCancellation: Is called now and then. If it throws, no more is read.
  func backups(
    checkCancellation: @escaping @Sendable () throws -> Void = {}
  ) throws -> [Backup] {
    try mappingErrors(path: path) {
      try BackupFolder(database: path).backups(checkCancellation: checkCancellation)
    }
  }

  /// The backup of a name; `nil` if there is none.
  func backup(
    _ id: Backup.ID,
    checkCancellation: @escaping @Sendable () throws -> Void
  ) throws -> Backup? {
    try mappingErrors(path: path) {
      try BackupFolder(database: path).backup(id, checkCancellation: checkCancellation)
    }
  }

  /// Makes the inventory what it was when a backup was made.
  ///
  /// - Parameter checkCancellation: Is called now and then, until the inventory changes. If it
  ///   throws, the inventory stays what it is.
  func restore(
    _ id: Backup.ID,
    checkCancellation: @escaping @Sendable () throws -> Void = {}
  ) throws {
    if let database = try? database() {
      try database.restore(id, checkCancellation: checkCancellation)
    } else {
      try mappingErrors(path: path) {
        try BackupFolder(database: path)
          .restoreInPlace(id, checkCancellation: checkCancellation)
      }
      try reopen()
    }
  }
}
