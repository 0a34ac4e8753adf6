import CLibpq

/// What a transaction sees of others.
package enum IsolationLevel: Equatable, Sendable {
  /// Each statement sees what was committed before it.
  case readCommitted
  /// All statements see what was committed before the first.
  case repeatableRead
  /// The result is as if transactions had been carried out one after the other.
  case serializable
}

/// How often a transaction that conflicted with others is tried again.
package struct RetryPolicy: Sendable {
  /// How often it is tried in all.
  package var attempts: Int
  /// The longest pause before the second attempt. Each later one can be twice as long.
  package var pause: Duration
  package var clock: any Clock<Duration>

  package init(
    attempts: Int = 5,
    pause: Duration = .milliseconds(20),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.attempts = attempts
    self.pause = pause
    self.clock = clock
  }

  /// Never again.
  package static var once: RetryPolicy { RetryPolicy(attempts: 1) }

  /// Waits before the next attempt, for a time by chance, so that those who conflicted do not meet
  /// again.
  ///
  /// - Parameter attempt: How many attempts there were.
  func wait(after attempt: Int) async throws {
    let longest = pause * Double(1 << min(attempt - 1, 6))
    try await clock.sleep(for: longest * Double.random(in: 0.1...1))
  }
}

/// How a transaction begins. It is sent together with the first statements, if those are several
/// that are sent together.
struct TransactionOpening {
  let begin: SQL
  let first: FirstStatement?

  var statements: [SQL] { [begin] + [first?.statement].compactMap(\.self) }

  /// Looks at the rows of each statement, and throws if there shall be no transaction.
  func check(_ rows: [[Row]]) throws { try first?.check(rows[1]) }
}

/// A statement at the beginning of a transaction, and what is asked of its answer.
package struct FirstStatement: Sendable {
  let statement: SQL
  let check: @Sendable ([Row]) throws -> Void

  /// - Parameters:
  ///   - statement: The statement.
  ///   - check: Looks at its rows. If it throws, the transaction is taken back.
  package init(_ statement: SQL, check: @escaping @Sendable ([Row]) throws -> Void) {
    self.statement = statement
    self.check = check
  }
}

extension Connection {
  /// Carries out a transaction. It is committed when the body returns, and taken back when it
  /// throws or when the task is cancelled.
  ///
  /// If the server ends it because of a conflict with others, the body is called again.
  ///
  /// It begins together with the first statement of the body, or not at all if there is none.
  ///
  /// - Parameters:
  ///   - level: What the transaction sees of others.
  ///   - readOnly: Whether it only reads.
  ///   - first: What is carried out before the statements of the body.
  ///   - retry: How often it is tried again.
  ///   - body: What is done, with this connection.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or ``PostgresError``. The kind `commitUnknown` says that the
  ///   connection was lost while the server committed. Whoever needs to know asks for what the
  ///   transaction wrote, once there is a connection again.
  @discardableResult
  package func transaction<Value>(
    _ level: IsolationLevel = .readCommitted,
    readOnly: Bool = false,
    first: FirstStatement? = nil,
    retry: RetryPolicy = RetryPolicy(),
    isolation: isolated (any Actor)? = #isolation,
    _ body: (Connection) async throws -> Value
  ) async throws -> Value {
    try await retrying(retry) {
      try await singleTransaction(level, readOnly: readOnly, first, body)
    }
  }

  /// Does something again as long as it conflicts with others.
  func retrying<Value>(
    _ retry: RetryPolicy,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async throws -> Value {
    var attempt = 1
    while true {
      do {
        return try await body()
      } catch let error as PostgresError where error.isConflict && attempt < retry.attempts {
        try await retry.wait(after: attempt)
        attempt += 1
      }
    }
  }

  private func singleTransaction<Value>(
    _ level: IsolationLevel,
    readOnly: Bool,
    _ first: FirstStatement?,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (Connection) async throws -> Value
  ) async throws -> Value {
    try await enterTransaction(Self.begin(level, readOnly: readOnly), first)
    let value: Value
    do {
      value = try await body(self)
      if let failure = await openingFailure { throw failure }
      try Task.checkCancellation()
    } catch {
      await rollBack()
      throw error
    }
    try await commit()
    return value
  }

  nonisolated static func begin(_ level: IsolationLevel, readOnly: Bool) -> SQL {
    switch (level, readOnly) {
    case (.readCommitted, false): "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
    case (.readCommitted, true): "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY"
    case (.repeatableRead, false): "BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE"
    case (.repeatableRead, true): "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    case (.serializable, false): "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE"
    case (.serializable, true): "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY"
    }
  }

  func enterTransaction(
    _ begin: SQL,
    _ first: FirstStatement?
  ) throws(PostgresError) {
    if let end { throw end }
    guard !isInTransaction else {
      throw PostgresError(.misuse, "A transaction was begun inside another one.")
    }
    guard operation == nil else { throw inUse }
    isInTransaction = true
    opening = TransactionOpening(begin: begin, first: first)
  }

  func rollBack() async {
    defer {
      isInTransaction = false
      opening = nil
      openingFailure = nil
    }
    guard isOpen, libpq().PQtransactionStatus(handle) != PQTRANS_IDLE else { return }
    do {
      try await operate(isCommit: true) { _ in _ = try await self.tag(of: "ROLLBACK") }
    } catch {
      // A connection that is still in a transaction is good for nothing else.
      close(because: PostgresError(.connectionLost, "A transaction could not be taken back."))
    }
  }

  private func commit() async throws {
    defer { isInTransaction = false }
    // Nothing was done.
    guard opening == nil else {
      opening = nil
      return
    }
    let tag: String?
    do {
      tag = try await operate(isCommit: true) { _ in try await self.tag(of: "COMMIT") }
    } catch let error as PostgresError {
      // With an answer of the server, what happened is known. It takes connections away only
      // between statements, or before it has committed; but then it says so with the same words as
      // after.
      guard error.endsConnection || error.kind == .timedOut else { throw error }
      throw PostgresError(
        .commitUnknown,
        "The connection was lost while changes were saved. They may be saved or not.",
        sqlState: error.sqlState
      )
    }
    guard tag == "COMMIT" else {
      throw PostgresError(
        .misuse,
        "The server took the transaction back: a statement had failed, and its error was ignored."
      )
    }
  }

  /// Carries out a statement without rows, and returns what the server calls what it has done.
  private func tag(of statement: SQL) async throws(PostgresError) -> String? {
    try await send(statement, mayPrepare: false)
    while try await nextRow(operation?.number ?? 0) != nil {}
    return operation?.commandTag
  }
}
