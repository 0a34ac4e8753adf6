import Foundation
import InventoryCore
import PostgresClient
import Synchronization

/// Where the features get an inventory on a server of PostgreSQL.
///
/// It connects when something is asked for the first time, and again whenever the connection was
/// lost. Each connection makes sure that the tables are those that this program knows.
public final class PostgresSource: Sendable {
  /// How the server and the database are called in messages. The password is not part of it.
  public let name: String

  package let options: ConnectionOptions
  package let schema: Identifier
  package let pool: Pool
  /// Tells what anybody changes.
  let listener: ChangeListener
  /// Tells that the role may do something else by now.
  let rightsNews: RightsNews
  /// From whom what is sent is protected, once there was a connection.
  private let latestSecurity: LatestSecurity

  /// - Parameters:
  ///   - address: A URL, such as `postgresql://host/name?sslmode=verify-full`, or keywords and
  ///     values of libpq, such as `service=workshop`.
  ///   - schema: The schema with the tables. A database can contain several inventories.
  ///   - password: Finds the password when it is needed for the first time, and again after the
  ///     server has refused it. Without one, libpq looks into `~/.pgpass`.
  /// - Throws: ``InventoryServerError`` if the address is not understood or contains a password, or
  ///   if libpq is missing.
  public convenience init(
    _ address: String,
    schema: String = "inventory",
    password: (@Sendable () async throws -> String?)? = nil
  ) throws {
    let options: ConnectionOptions
    let identifier: Identifier
    do {
      options = try ConnectionOptions(address)
      identifier = try Identifier(schema)
    } catch {
      throw InventoryServerError(addressError: error)
    }
    // Everybody on this machine sees what a program was started with.
    guard !options.hasPassword else { throw InventoryServerError.passwordInAddress }
    self.init(options, schema: identifier, password: password)
  }

  /// What a password is for, whatever else an address says: the user, the server and the database.
  ///
  /// - Throws: ``InventoryServerError`` if the address is not understood, or if libpq is missing.
  public static func account(of address: String) throws -> String {
    do {
      let parameters = try ConnectionOptions(address).parameters
      return ["service", "host", "hostaddr", "port", "dbname", "user"]
        .compactMap { keyword in parameters[keyword].map { "\(keyword)=\($0)" } }
        .joined(separator: " ")
    } catch {
      throw InventoryServerError(addressError: error)
    }
  }

  /// Returns whether a word, such as `host`, begins the description of a server.
  public static func isKeyword(_ word: String) -> Bool { ConnectionOptions.isKeyword(word) }

  package init(
    _ options: ConnectionOptions,
    schema: Identifier = "inventory",
    password: (@Sendable () async throws -> String?)? = nil
  ) {
    self.options = options
    self.schema = schema
    name = Self.name(options.parameters)
    let security = LatestSecurity()
    latestSecurity = security
    let passwords = PasswordSource(password)
    pool = Pool(pulse: options.pulse) {
      let connection: Connection
      do {
        connection = try await Self.connect(passwords.complete(options, mayAsk: true), schema)
      } catch let error as PostgresError where error.kind == .wrongPassword {
        await passwords.forget()
        throw error
      }
      security.set(connection.security)
      return connection
    }
    let rightsNews = RightsNews()
    self.rightsNews = rightsNews
    listener = ChangeListener(pool, rightsNews) {
      try await Self.connect(passwords.complete(options, mayAsk: false), schema)
    }
  }

  /// Whether somebody between this machine and the server could read or change what is sent.
  var isUnprotected: Bool { latestSecurity.value?.isVerified == false }

  private static func name(_ parameters: [String: String]) -> String {
    if let service = parameters["service"] { return service }
    let host = parameters["host"] ?? parameters["hostaddr"] ?? ""
    guard let database = parameters["dbname"] else { return host.isEmpty ? "PostgreSQL" : host }
    return host.isEmpty || host.hasPrefix("/") ? database : "\(host)/\(database)"
  }

  /// The kinds of errors with which a connection tells that the tables are not usable.
  private static let newerTables = "XXIN1"
  private static let missingTables = "XXIN2"

  /// A statement for the version of the tables.
  static let versionOfTables: SQL = "SELECT coalesce(max(version), 0)::bigint FROM migration"

  /// The columns of a statement for what the role may do with the tables: whether it may book, and
  /// whether it may change items.
  static let rightsOfRole: SQL = """
    has_column_privilege('movement', 'item_id', 'INSERT'),
    has_table_privilege('item', 'INSERT') AND has_column_privilege('item', 'name', 'UPDATE')
    """

  /// What is said when a newer program has changed the tables. This does not go by trying again.
  static var newerTablesError: PostgresError { refusal(newerTables) }

  /// Whether the tables have a version that this program knows.
  ///
  /// - Parameter version: What ``versionOfTables`` has found.
  static func knowsTables(ofVersion version: Int?) -> Bool { version ?? 0 <= Migration.all.count }

  private static func refusal(_ sqlState: String) -> PostgresError {
    PostgresError(
      .refused,
      "The tables of the inventory are not those of this version.",
      sqlState: sqlState
    )
  }

  /// Connects, brings the tables up to date, and says on which machine this is.
  package static func connect(
    _ options: ConnectionOptions,
    _ schema: Identifier
  ) async throws -> Connection {
    let connection = try await Connection.connect(options)
    do {
      try await Migrator.migrate(connection, schema: schema)
    } catch let error as MigrationError {
      await connection.close()
      // The pool knows errors of PostgreSQL alone.
      throw refusal(error.isNewer ? newerTables : missingTables)
    } catch {
      await connection.close()
      throw error
    }
    // Each statement is planned for its values: how many items have a word decides how to find
    // them. To compile plans takes longer than all that is asked here.
    try await connection.execute(
      """
      SELECT set_config('search_path', quote_ident(\(schema.name)) || ', public', false),
        set_config('inventory.machine', \(machine), false),
        -- Others may import, which takes minutes.
        set_config('lock_timeout', '10000', false),
        set_config('plan_cache_mode', 'force_custom_plan', false),
        set_config('jit', 'off', false)
      """,
      timeout: options.connectTimeout
    )
    return connection
  }

  /// The name of this machine, by which others see who has changed something.
  private static let machine: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return name.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }()

  /// Turns errors of PostgreSQL into those that the user is told.
  func mappingErrors<Value>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as PostgresError {
      throw serverError(error)
    }
  }

  func serverError(_ error: PostgresError) -> InventoryServerError {
    switch error.sqlState {
    case Self.newerTables: .newerTables(server: name)
    case Self.missingTables: .missingTables(server: name)
    case PasswordSource.failure: .noPassword(server: name, reason: error.message)
    default: InventoryServerError(error, server: name)
    }
  }
}

extension MigrationError {
  fileprivate var isNewer: Bool {
    if case .newer = self { true } else { false }
  }
}

/// What protects the connection that was made last.
private final class LatestSecurity: Sendable {
  private let state = Mutex<ConnectionSecurity?>(nil)

  var value: ConnectionSecurity? { state.withLock { $0 } }

  func set(_ security: ConnectionSecurity) {
    state.withLock { $0 = security }
  }
}
