import CLibpq

/// Which server to connect to, as whom, and how.
///
/// What is not said comes from libpq: from the environment (`PGHOST` and others), from the file of
/// services, from `~/.pgpass` and from its defaults.
package struct ConnectionOptions: Equatable, Sendable {
  /// How much a server may send.
  package struct Limits: Equatable, Sendable {
    /// The largest row, in bytes.
    package var rowBytes = 64 << 20
    /// The largest result that is kept in memory. Rows that are read one after the other are not.
    package var resultBytes = 256 << 20
    /// How much the results of all connections of the process may have in memory together, while
    /// they are received.
    package var resultBytesOfAll = 384 << 20

    package init() {}
  }

  /// The parameters of libpq, by their keywords. The password is not among them.
  package private(set) var parameters: [String: String]
  private(set) var password: String?
  /// Whether there is a password that is known before connecting.
  package var hasPassword: Bool {
    password != nil || parameters.keys.contains(where: Self.secretKeywords.contains)
  }

  /// How long connecting to a host may take. Of this time, an address of the host may take half to
  /// answer at all.
  package var connectTimeout: Duration = .seconds(4)
  /// How long the server may take for an answer, or for the next row of one. A statement that takes
  /// longer is cancelled.
  package var answerTimeout: Duration = .seconds(30)
  /// How long the server may take to cancel a statement. After that the connection is closed.
  package var cancelTimeout: Duration = .seconds(2)
  /// How many prepared statements a connection keeps.
  package var preparedStatements = 64
  /// How much the server may send.
  package var limits = Limits()
  /// Whether the server is asked to end what this machine had begun when it is gone, which costs a
  /// message to the server for each connection.
  package var limitsLostClients = true
  /// When something has come last from the server that is meant.
  package let pulse = ServerPulse()

  /// The keywords of libpq whose values are secrets.
  private static let secretKeywords: Set = ["password", "sslpassword"]

  /// - Parameters:
  ///   - text: A URL, such as `postgresql://host/name?sslmode=verify-full`, or keywords and values,
  ///     such as `service=workshop`. Empty for what the environment says.
  ///   - password: The password, if it does not come from the URL, `~/.pgpass` or the environment.
  /// - Throws: ``PostgresError`` of the kind `invalidOptions`, without the text, which may contain
  ///   a password, or `libraryMissing`.
  package init(_ text: String, password: String? = nil) throws(PostgresError) {
    let libpq = try Libpq.load()
    guard !text.utf8.contains(0), password?.utf8.contains(0) != true else {
      throw PostgresError(.invalidOptions, "The description of the server contains a zero byte.")
    }
    guard !Self.isAmbiguous(text) else {
      throw PostgresError(
        .invalidOptions,
        "The URL has an “@” that does not end the user: write “%40” for those that are part of the user, the password or a name, and “%2F” for such a “/”."
      )
    }
    var problem: UnsafeMutablePointer<CChar>?
    let list = libpq().PQconninfoParse(text, &problem)
    // It is not repeated: it quotes the text.
    if let problem { libpq().PQfreemem(problem) }
    guard let list else {
      throw PostgresError(
        .invalidOptions,
        "The description of the server is neither a URL of PostgreSQL nor a list of keywords."
      )
    }
    defer { libpq().PQconninfoFree(list) }
    parameters = [:]
    var option = list
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        parameters[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    self.password = password ?? parameters["password"]
    parameters["password"] = nil
    // libpq would take it for another description, whose password would be shown.
    guard parameters["dbname"]?.contains(#/=|:\/\//#) != true else {
      throw PostgresError(
        .invalidOptions,
        "The name of the database contains “=” or “://”: write the host and the user beside it."
      )
    }
  }

  /// The keywords of libpq: those that people begin with, and what the library knows besides.
  private static let keywords: Set<String> = {
    var keywords: Set = [
      "dbname", "host", "hostaddr", "passfile", "password", "port", "service", "sslmode", "user",
    ]
    guard let libpq = try? Libpq.load(), let list = libpq().PQconninfoParse("", nil) else {
      return keywords
    }
    defer { libpq().PQconninfoFree(list) }
    var option = list
    while let keyword = option.pointee.keyword {
      keywords.insert(String(cString: keyword))
      option += 1
    }
    return keywords
  }()

  /// Returns whether libpq knows a keyword.
  package static func isKeyword(_ text: String) -> Bool { keywords.contains(text) }

  /// Whether what stands before the parameters of a URL has more than one “@”, or one behind the
  /// name of the host, so that a part of the password would be taken for a host, for a port or for
  /// the name of a database, and shown.
  private static func isAmbiguous(_ text: String) -> Bool {
    guard let start = text.range(of: "://")?.upperBound,
      ["postgresql", "postgres"].contains(text[..<start].dropLast(3))
    else { return false }
    let place = text[start...].prefix { $0 != "?" }
    let host = place.prefix { $0 != "/" }
    return host.count { $0 == "@" } > 1 || place.dropFirst(host.count).contains("@")
  }

  /// The options for each host, in the order in which they are tried.
  ///
  /// libpq takes lists of hosts, too, but it stays with the first one that accepts a connection and
  /// then says nothing. Lists in the environment or in a service are left to it.
  var hosts: [ConnectionOptions] {
    func list(_ keyword: String) -> [String]? {
      parameters[keyword]?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let names = list("host")
    let addresses = list("hostaddr")
    let ports = list("port")
    let count = max(names?.count ?? 1, addresses?.count ?? 1)
    // libpq says what is wrong with lists of different lengths.
    guard count > 1, [1, count].contains(ports?.count ?? 1),
      [names?.count, addresses?.count].allSatisfy({ $0 == nil || $0 == count })
    else { return [self] }
    var order = Array(0..<count)
    if parameters["load_balance_hosts"] == "random" { order.shuffle() }
    func all(_ sessions: String?) -> [ConnectionOptions] {
      order.map { index in
        var host = self
        host.parameters["host"] = names?[index]
        host.parameters["hostaddr"] = addresses?[index]
        if let ports { host.parameters["port"] = ports.count == 1 ? ports[0] : ports[index] }
        if let sessions { host.parameters["target_session_attrs"] = sessions }
        return host
      }
    }
    guard parameters["target_session_attrs"] == "prefer-standby" else { return all(nil) }
    return all("standby") + all("any")
  }

  /// Changes a parameter of libpq, such as `sslmode`.
  ///
  /// - Parameters:
  ///   - keyword: The keyword.
  ///   - value: The value; `nil` for the default.
  package mutating func set(_ keyword: String, to value: String?) {
    if keyword == "password" { password = value } else { parameters[keyword] = value }
  }

  /// Whether another machine can neither read nor change what is sent, as far as these options say.
  ///
  /// What the environment or a service says is only known after connecting; see
  /// ``Connection/security``.
  package var isVerified: Bool {
    ConnectionSecurity(parameters: parameters, isEncrypted: true).isVerified
  }

  /// What is given to libpq, by its keywords.
  var allParameters: [String: String] {
    let defaults = [
      "client_encoding": "UTF8",
      "fallback_application_name": "inventory",
      // What libpq has decrypted and not yet passed on is only known for TLS.
      "gssencmode": "disable",
      // A connection that is cut is noticed within five seconds: while nothing is sent by the
      // keepalives, while something is by the time that it may remain unanswered.
      "keepalives": "1",
      "keepalives_idle": "2",
      "keepalives_interval": "1",
      "keepalives_count": "2",
      "tcp_user_timeout": "4000",
    ]
    var all = defaults.merging(parameters) { $1 }
    all["client_encoding"] = "UTF8"
    all["password"] = password
    return all
  }

  /// The parameters without secrets.
  fileprivate var publicParameters: [String: String] {
    parameters.filter { !Self.secretKeywords.contains($0.key) }
  }
}

/// Never contains the password.
extension ConnectionOptions: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  package var description: String {
    publicParameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      .joined(separator: " ")
  }

  package var debugDescription: String { description }

  package var customMirror: Mirror { Mirror(self, children: ["parameters": publicParameters]) }
}

/// From whom what is sent is protected.
package enum ConnectionSecurity: Equatable, Sendable {
  /// It does not leave this machine.
  case local
  /// It is encrypted, and the certificate says that the server is the one that was named.
  case verified
  /// It is encrypted, but whoever is between the machines can pretend to be the server.
  case encrypted
  /// Whoever is between the machines can read and change it.
  case plain

  /// Whether another machine can neither read nor change what is sent.
  package var isVerified: Bool { self == .local || self == .verified }

  /// - Parameters:
  ///   - parameters: The parameters of libpq.
  ///   - isEncrypted: Whether the connection is, or is going to be, if they ask for it.
  init(parameters: [String: String], isEncrypted: Bool) {
    let hosts = { (keyword: String) in
      (parameters[keyword] ?? "").split(separator: ",", omittingEmptySubsequences: false)
    }
    // An address is where the connection goes to, whatever the name is.
    let addresses = hosts("hostaddr").contains { !$0.isEmpty } ? hosts("hostaddr") : hosts("host")
    let isLocal =
      addresses.allSatisfy { address in
        address.isEmpty || address.hasPrefix("/") || address.hasPrefix("@")
          || address == "localhost" || address == "::1" || address.isLoopbackAddress
      } && parameters["service"] == nil
    if isLocal {
      self = .local
    } else if isEncrypted && parameters["sslmode"] == "verify-full" {
      self = .verified
    } else if isEncrypted && ["require", "verify-ca"].contains(parameters["sslmode"]) {
      self = .encrypted
    } else {
      self = .plain
    }
  }
}

extension Substring {
  /// Whether this is an address of the network 127.0.0.0/8.
  fileprivate var isLoopbackAddress: Bool {
    let parts = split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return parts.count == 4 && parts.first == 127 && !parts.contains(nil)
  }
}
