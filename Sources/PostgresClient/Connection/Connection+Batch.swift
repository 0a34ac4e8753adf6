import CLibpq

extension Connection {
  /// Carries out several statements inside of a transaction, and waits for the server once.
  ///
  /// None of them can use what another one returns. If one fails, those after it are not carried
  /// out.
  ///
  /// - Parameters:
  ///   - statements: The statements. They are not prepared.
  ///   - timeout: How long the server may take for each answer; `nil` for what the options say.
  /// - Returns: The rows of each statement.
  /// - Throws: ``PostgresError``, that of the first statement that fails, or of the kind `misuse`
  ///   outside of a transaction; or `CancellationError`.
  @discardableResult
  package nonisolated func rows(
    ofAll statements: [SQL],
    timeout: Duration? = nil
  ) async throws -> [[Row]] {
    try await operate(timeout: timeout) { _ in try await self.answers(statements) }
  }

  /// Reads what several statements find at one moment, in a transaction of their own, and waits for
  /// the server once. If it ends them because of a conflict with others, they are carried out
  /// again.
  ///
  /// - Parameter statements: Statements that read. None of them can use what another one returns.
  /// - Returns: The rows of each statement.
  package nonisolated func snapshot(of statements: [SQL]) async throws -> [[Row]] {
    try await retrying(RetryPolicy()) { try await self.singleSnapshot(of: statements) }
  }

  private func singleSnapshot(of statements: [SQL]) async throws -> [[Row]] {
    try enterTransaction(Self.begin(.repeatableRead, readOnly: true), nil)
    do {
      let rows = try await rows(ofAll: statements + ["COMMIT"])
      isInTransaction = false
      return rows.dropLast()
    } catch {
      await rollBack()
      throw error
    }
  }

  /// Carries out statements after those that open the transaction.
  private func answers(_ statements: [SQL]) async throws -> [[Row]] {
    if let openingFailure { throw openingFailure }
    // Without one, the end would commit them, and might find something that no statement did.
    guard isInTransaction else {
      throw PostgresError(.misuse, "Several statements need a transaction around them.")
    }
    let all = (opening?.statements ?? []) + statements
    // What is wrong with one of them is known before anything is sent.
    let texts = try all.map { try written($0) }
    guard let opening else { return try await batch(texts).get() }
    self.opening = nil
    let count = opening.statements.count
    let result: BatchResult
    do {
      result = try await batch(texts)
      if result.rows.count < count, let problem = result.problem { throw problem }
      // It comes before the error of a statement, which can fail because of what this finds.
      try opening.check(Array(result.rows.prefix(count)))
    } catch {
      // Whoever goes on all the same would do so without the transaction.
      openingFailure = error
      throw error
    }
    return Array(try result.get().dropFirst(count))
  }

  /// Carries out the statements that open the transaction, if that has not been done.
  func openTransaction() async throws {
    if let openingFailure { throw openingFailure }
    guard opening != nil else { return }
    // The time of the statement that is about to be sent is its own.
    let timeout = operation?.timeout
    operation?.timeout = nil
    _ = try await answers([])
    operation?.timeout = timeout
    try checkInterruption()
  }

  /// Throws if what is done is to end. A request to cancel may have come between two statements,
  /// where the server ignores it.
  func checkInterruption() throws(PostgresError) {
    guard operation?.interruption == nil else {
      throw PostgresError(.interrupted, "The statement was cancelled before it was sent.")
    }
  }

  /// What several statements returned.
  private struct BatchResult {
    /// The rows of those that were carried out.
    var rows: [[Row]] = []
    /// The error of the first one that was not.
    var problem: PostgresError?

    func get() throws(PostgresError) -> [[Row]] {
      if let problem { throw problem }
      return rows
    }
  }

  private func batch(_ texts: [Written]) async throws(PostgresError) -> BatchResult {
    guard libpq().PQenterPipelineMode(handle) == 1 else { throw failedToSend() }
    for text in texts { try send(text) }
    guard libpq().PQpipelineSync(handle) == 1 else { throw failedToSend() }
    forgetResult()
    var batch = BatchResult()
    do throws(PostgresError) {
      for _ in texts { try await addAnswer(to: &batch) }
      guard let result = try await nextResult(),
        libpq().PQresultStatus(result.pointer) == PGRES_PIPELINE_SYNC,
        libpq().PQexitPipelineMode(handle) == 1
      else { throw invalid("The server did not end its answers.") }
    } catch {
      // That the server has closed the connection after an error says less.
      throw batch.problem ?? error
    }
    return batch
  }

  /// Reads the answer to one of several statements.
  private func addAnswer(to batch: inout BatchResult) async throws(PostgresError) {
    operation?.columns = nil
    // What comes after a statement that has failed is not carried out, and has no rows.
    guard batch.problem != nil || libpq().PQsetSingleRowMode(handle) == 1 else {
      throw failedToSend()
    }
    var rows: [Row] = []
    var ends = 0
    while let result = try await nextResult() {
      noteProgress()
      let status = libpq().PQresultStatus(result.pointer)
      if status == PGRES_SINGLE_TUPLE {
        rows.append(try row(of: result))
        continue
      }
      ends += 1
      guard ends == 1, libpq().PQntuples(result.pointer) == 0, status != PGRES_PIPELINE_SYNC else {
        throw invalid("The server answered more than it was asked.")
      }
      if status != PGRES_PIPELINE_ABORTED, let new = self.problem(of: result) {
        batch.problem = batch.problem ?? new
      }
    }
    guard ends == 1 else { throw invalid("The server answered nothing.") }
    if batch.problem == nil { batch.rows.append(rows) }
  }
}
