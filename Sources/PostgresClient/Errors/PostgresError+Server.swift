import CLibpq
import Foundation

extension PostgresError {
  /// What a server says of a statement.
  ///
  /// - Parameter result: A result that is an error.
  init(result: OpaquePointer, _ libpq: Libpq) {
    func field(_ field: LibpqField) -> String? {
      libpq().PQresultErrorField(result, Int32(field.rawValue)).map { String(start: $0) }
    }
    let sqlState = field(LibpqFieldSqlState).flatMap { Self.isSqlState($0) ? $0 : nil }
    let constraint = { (rule: Constraint.Rule) in
      Constraint(
        rule,
        name: field(rule == .notNull ? LibpqFieldColumn : LibpqFieldConstraint),
        table: field(LibpqFieldTable)
      )
    }
    let message =
      field(LibpqFieldMessage)
      ?? libpq().PQresultErrorMessage(result).map { String(start: $0).firstLine }
    self.init(
      // Without a code, libpq itself made the error: it lost the connection, or the answer is not
      // what the protocol allows.
      sqlState.map { Kind(sqlState: $0, constraint) } ?? .connectionLost,
      message.flatMap { $0.isEmpty ? nil : $0 } ?? "The server reported an error without a text.",
      sqlState: sqlState,
      hint: field(LibpqFieldHint)
    )
  }

  /// What libpq says of an attempt to connect that has failed.
  ///
  /// - Parameter connection: The connection, for which libpq was asked to name codes.
  init(connecting connection: OpaquePointer, _ libpq: Libpq) {
    let text = libpq().PQerrorMessage(connection).map { String(start: $0) } ?? ""
    self.init(
      connecting: text,
      needsPassword: libpq().PQconnectionNeedsPassword(connection) == 1
    )
  }

  /// What libpq says of an attempt to connect that has failed.
  ///
  /// - Parameters:
  ///   - text: The English text of libpq, with a line for each address that was tried.
  ///   - needsPassword: Whether the server wanted a password and there was none.
  init(connecting text: String, needsPassword: Bool) {
    // The last line is about the address that was tried last; lines after it say where in the
    // source of the server the error was raised.
    let lines = text.split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("LOCATION:") && !$0.hasPrefix("\t") }
    let last = lines.last { $0.contains("failed") || $0.contains("FATAL") } ?? lines.last ?? ""
    // With `sslmode=prefer`, libpq tries once more without encryption after a password was wrong,
    // and then the server says that it takes nobody without.
    let fatal = lines.compactMap(Self.fatal)
    if let (sqlState, message) = fatal.last(where: { $0.sqlState == "28P01" })
      ?? Self.fatal(in: last)
    {
      let kind = Kind(sqlState: sqlState) { Constraint($0) }
      // While connecting, 28000 also stands for a server that takes nobody without encryption.
      let isEncryption = sqlState == "28000" && message.contains("no encryption")
      self.init(isEncryption ? .encryption : kind, message, sqlState: sqlState)
      return
    }
    let kind: Kind =
      if needsPassword {
        .wrongPassword
      } else if text.contains("certificate") {
        .certificate
      } else if text.contains("SSL") || text.contains("GSSAPI") {
        .encryption
      } else if text.contains("server closed the connection unexpectedly") {
        .connectionLost
      } else if text.contains("invalid") && text.contains("value")
        || text.contains("definition of service") || text.contains("service file")
      {
        .invalidOptions
      } else if text.contains("expected authentication request")
        || text.contains("received invalid") || text.contains("unsupported")
        || text.contains("lost synchronization")
      {
        .invalidAnswer
      } else {
        .unreachable
      }
    self.init(kind, last.isEmpty ? "The server does not answer." : last)
  }

  /// The code and the text of what a server says before it closes a connection: libpq writes
  /// `FATAL:  28P01: password authentication failed`.
  private static func fatal(in line: String) -> (sqlState: String, message: String)? {
    guard let start = line.range(of: ":  ")?.upperBound else { return nil }
    let rest = line[start...]
    guard let end = rest.range(of: ": ")?.lowerBound else { return nil }
    let code = String(rest[..<end])
    guard isSqlState(code) else { return nil }
    return (code, String(rest[end...].dropFirst(2)))
  }

  private static func isSqlState(_ text: String) -> Bool {
    text.utf8.count == 5
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
  }
}

extension PostgresError.Kind {
  /// - Parameters:
  ///   - sqlState: What the server said.
  ///   - constraint: Makes a constraint of a rule.
  init(
    sqlState: String,
    _ constraint: (PostgresError.Constraint.Rule) -> PostgresError.Constraint
  ) {
    switch sqlState {
    case "23502": self = .constraint(constraint(.notNull))
    case "23503", "23001": self = .constraint(constraint(.foreignKey))
    case "23505": self = .constraint(constraint(.unique))
    case "23514": self = .constraint(constraint(.check))
    case "23P01": self = .constraint(constraint(.exclusion))
    case "25006": self = .readOnly
    case "28000", "28P01": self = .wrongPassword
    case "3D000": self = .databaseMissing
    case "3F000", "42P01", "42703", "42883", "42704": self = .schemaMissing
    case "40001": self = .serializationFailure
    case "40P01": self = .deadlock
    case "42501": self = .permissionDenied
    case "53100", "53200": self = .noSpace
    case "53300": self = .serverFull
    case "55P03": self = .locked
    case "57014": self = .interrupted
    case "57P01", "57P02", "57P04", "57P05", "25P03": self = .connectionLost
    case "57P03": self = .serverNotReady
    default:
      switch sqlState.prefix(2) {
      case "08": self = .connectionLost
      case "22": self = .invalidValue
      default: self = .refused
      }
    }
  }
}

extension String {
  var firstLine: String {
    split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
  }
}

extension String {
  /// How much of what a server says of an error is read, in bytes.
  private static let errorLimit = 2_000

  /// The beginning of a text that ends with a zero byte.
  fileprivate init(start text: UnsafePointer<CChar>) {
    let limit = Self.errorLimit
    let length = strnlen(text, limit + 1)
    let bytes = UnsafeBufferPointer(start: text, count: Swift.min(length, limit))
    self.init(decoding: bytes.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if length > limit { self += "…" }
  }
}
