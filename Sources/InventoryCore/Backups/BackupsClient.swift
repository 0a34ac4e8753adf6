import ComposableArchitecture

/// What the features ask for to keep the inventory safe: backups, and whether it is sound.
@DependencyClient
public struct BackupsClient: Sendable {
  /// Whether the program makes and restores backups. Those of a server are its administrator's.
  public var areOffered = true
  /// The backups, the latest first: also of an inventory that cannot be read.
  public var all: @Sendable () async throws -> [Backup]
  /// The backup of a name; `nil` if there is none, or if it cannot be read.
  public var backup: @Sendable (_ id: Backup.ID) async throws -> Backup?
  /// Makes a backup, unless there is one of the last day.
  public var backUp: @Sendable () async throws -> Void
  /// Makes the inventory what it was when a backup was made; what it is now is kept, too.
  public var restore: @Sendable (_ id: Backup.ID) async throws -> Void
  /// Looks through the whole inventory, and throws when it is damaged.
  public var checkIntegrity: @Sendable () async throws -> Void
}

extension BackupsClient: TestDependencyKey {
  public static let testValue = BackupsClient()
}

extension DependencyValues {
  /// The backups of the inventory.
  public var backups: BackupsClient {
    get { self[BackupsClient.self] }
    set { self[BackupsClient.self] = newValue }
  }
}
