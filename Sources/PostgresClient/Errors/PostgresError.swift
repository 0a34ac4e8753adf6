/// Why something could not be done with a server.
///
/// It contains neither the password nor the values that were sent.
package struct PostgresError: Error, Equatable, Sendable {
  /// What went wrong, for code that decides what to do next.
  package enum Kind: Equatable, Sendable {
    // The machine.

    /// libpq is not installed on this machine.
    case libraryMissing
    /// The description of the server is not understood.
    case invalidOptions

    // Connecting.

    /// No server answers there: the host is unknown or unreachable, or nothing listens.
    case unreachable
    /// The server does not know the user, or the password is missing or wrong.
    case wrongPassword
    /// The server may not be who it says it is: the certificate is expired, for another host, or
    /// signed by nobody who is trusted.
    case certificate
    /// The server does not encrypt, or it encrypts and may not.
    case encryption
    /// The server has no database with this name.
    case databaseMissing
    /// The server has as many connections as it takes.
    case serverFull
    /// The server starts, ends, or recovers from a crash.
    case serverNotReady

    // While connected.

    /// The connection is gone. What was sent last may have been done or not, unless it was part of
    /// a transaction that had not begun to commit.
    case connectionLost
    /// The connection is gone, and nobody knows whether the transaction was committed.
    case commitUnknown
    /// There was no answer in time.
    case timedOut
    /// The server's administrator, or its own limit of time, ended the statement.
    case interrupted
    /// The role may not do this.
    case permissionDenied
    /// The server or the transaction only reads.
    case readOnly
    /// A rule of the database would be broken.
    case constraint(Constraint)
    /// The transaction conflicted with another one. Trying again may succeed.
    case serializationFailure
    /// Transactions waited for each other. Trying again may succeed.
    case deadlock
    /// A lock was not to be had.
    case locked
    /// The schema, a table, a column or a function is missing.
    case schemaMissing
    /// The server has no space or memory left.
    case noSpace
    /// A value does not fit its column, or is no value of its type.
    case invalidValue
    /// The server said something else.
    case refused

    // Answers.

    /// The answer is not what the protocol allows.
    case invalidAnswer
    /// The answer is larger than the limits allow.
    case answerTooLarge
    /// A column does not have the type that was asked for.
    case typeMismatch

    // Use.

    /// The API was used in a way that its documentation rules out.
    case misuse
    /// The pool or connection was closed by this program.
    case closed
    /// All connections of the pool were in use until the deadline.
    case poolExhausted
  }

  /// A rule of the database.
  package struct Constraint: Equatable, Sendable {
    /// The kinds of rules.
    package enum Rule: Equatable, Sendable {
      case check
      case exclusion
      case foreignKey
      case notNull
      case unique
    }

    /// The kind of the rule.
    package let rule: Rule
    /// The name of the constraint, or of the column that may not be null.
    package let name: String?
    /// The table that has the rule.
    package let table: String?

    package init(_ rule: Rule, name: String? = nil, table: String? = nil) {
      self.rule = rule
      self.name = name
      self.table = table
    }
  }

  package let kind: Kind
  /// The code of five letters and digits by which PostgreSQL names what happened, if a server said
  /// so.
  package let sqlState: String?
  /// A sentence about what happened: the server's, or one in English.
  package let message: String
  /// What the server advises.
  package let hint: String?

  package init(
    _ kind: Kind,
    _ message: String,
    sqlState: String? = nil,
    hint: String? = nil
  ) {
    self.kind = kind
    self.message = message
    self.sqlState = sqlState
    self.hint = hint
  }

  /// Whether the same transaction may succeed if it is tried again.
  package var isConflict: Bool { kind == .serializationFailure || kind == .deadlock }

  /// Whether the connection cannot be used any more.
  package var endsConnection: Bool {
    switch kind {
    case .connectionLost, .commitUnknown, .closed, .invalidAnswer, .answerTooLarge: true
    default: false
    }
  }

  /// Whether trying to connect later can succeed without anybody changing anything here.
  package var isTemporary: Bool {
    switch kind {
    case .unreachable, .serverFull, .serverNotReady, .connectionLost, .timedOut: true
    default: false
    }
  }
}

extension PostgresError: CustomStringConvertible {
  package var description: String {
    var text = message
    if let sqlState { text += " (\(sqlState))" }
    if let hint { text += " \(hint)" }
    return text
  }
}
