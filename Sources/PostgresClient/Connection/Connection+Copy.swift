import CLibpq
import Foundation

extension Connection {
  /// Sends rows with `COPY … FROM STDIN`.
  ///
  /// Pieces are taken from the sequence as fast as the server takes them. If the sequence throws,
  /// or the task is cancelled, no row is added.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - pieces: What is sent, in the form that the statement says; see ``CopyRow``. A piece need
  ///     not be a row.
  ///   - timeout: How long the server may take for each piece, and at the end, where it carries out
  ///     triggers and checks constraints; `nil` for what the options say.
  /// - Returns: How many rows were added.
  /// - Throws: ``PostgresError``, or what the sequence throws.
  @discardableResult
  package func copy<Pieces: AsyncSequence>(
    into statement: SQL,
    from pieces: Pieces,
    timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Int where Pieces.Element == Data {
    try await operate(timeout: timeout) { number in
      try await self.beginCopy(statement, PGRES_COPY_IN)
      var iterator = pieces.makeAsyncIterator()
      while let piece = try await iterator.next(isolation: isolation) {
        try Task.checkCancellation()
        try await self.put(piece, number)
      }
      try Task.checkCancellation()
      return try await self.endCopy()
    }
  }

  /// Receives rows with `COPY … TO STDOUT`. The server waits while the reader does something else.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - timeout: How long the server may take for the first row, and for each one after it; `nil`
  ///     for what the options say.
  ///   - body: What is done with the rows, each of which is one piece.
  /// - Returns: What the body returns.
  package func withCopy<Value>(
    of statement: SQL,
    timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (CopySequence) async throws -> Value
  ) async throws -> Value {
    try await operate(timeout: timeout) { number in
      try await self.beginCopy(statement, PGRES_COPY_OUT)
      return try await body(CopySequence(connection: self, number: number))
    }
  }

  private func beginCopy(_ statement: SQL, _ status: ExecStatusType) async throws {
    try await openTransaction()
    try await send(statement, mayPrepare: false)
    guard let result = try await nextResult() else {
      throw invalid("The server answered nothing.")
    }
    noteProgress()
    let actual = libpq().PQresultStatus(result.pointer)
    guard actual != status else { return }
    if actual == PGRES_FATAL_ERROR, let problem = problem(of: result) {
      throw await afterEnd(problem)
    }
    throw PostgresError(.misuse, "The statement does not copy in this direction.")
  }

  private func put(_ piece: Data, _ number: Int) async throws(PostgresError) {
    // libpq keeps what the server does not take yet, so nothing is added before that is empty.
    for start in stride(from: 0, to: piece.count, by: 1 << 16) {
      let part = piece.dropFirst(start).prefix(1 << 16)
      while true {
        let status = part.withUnsafeBytes { bytes in
          libpq().PQputCopyData(
            handle,
            bytes.bindMemory(to: CChar.self).baseAddress,
            Int32(bytes.count)
          )
        }
        if status == 1 { break }
        guard status == 0 else { throw await refusedCopy() }
        try await waitForServer()
      }
      try await flush()
      noteProgress()
    }
  }

  private func endCopy() async throws(PostgresError) -> Int {
    while true {
      let status = libpq().PQputCopyEnd(handle, nil)
      if status == 1 { break }
      guard status == 0 else { throw await refusedCopy() }
      try await waitForServer()
    }
    guard let result = try await nextResult() else {
      throw invalid("The server answered nothing.")
    }
    noteProgress()
    let problem = problem(of: result)
    let count = libpq().PQcmdTuples(result.pointer).flatMap { Int(String(cString: $0)) }
    if let problem { throw await afterEnd(problem) }
    try await expectEnd()
    return count ?? 0
  }

  /// Why the server ended the copy.
  private func refusedCopy() async -> PostgresError {
    do throws(PostgresError) {
      var first: PostgresError?
      while let result = try await nextResult() { first = first ?? problem(of: result) }
      return first ?? failedToSend()
    } catch {
      return error
    }
  }

  /// The next row of a copy, for a sequence of them.
  func nextCopyPiece(_ number: Int) async throws(PostgresError) -> Data? {
    guard operation?.number == number else {
      throw PostgresError(
        .misuse,
        "Rows were read after the function that was given to withCopy had returned."
      )
    }
    guard operation?.isAtEnd == false else { return nil }
    if let piece = try await nextCopyPiece() { return piece }
    operation?.isAtEnd = true
    guard let result = try await nextResult() else { return nil }
    if let problem = problem(of: result) { throw await afterEnd(problem) }
    try await expectEnd()
    return nil
  }

  func nextCopyPiece() async throws(PostgresError) -> Data? {
    while true {
      if let end { throw end }
      var buffer: UnsafeMutablePointer<CChar>?
      let size = libpq().PQgetCopyData(handle, &buffer, 1)
      switch size {
      case 0:
        try await waitForServer()
      case 1...:
        noteProgress()
        guard let buffer else { throw invalid("The server sent nothing.") }
        defer { libpq().PQfreemem(buffer) }
        guard Int(size) <= options.limits.rowBytes else {
          throw invalid("The server sent more than the limits allow.", .answerTooLarge)
        }
        return Data(bytes: buffer, count: Int(size))
      case -1:
        return nil
      default:
        // The connection is gone, or the server does not copy.
        throw failedToSend()
      }
    }
  }
}

/// The rows of a copy, which are read one after the other.
package struct CopySequence: AsyncSequence, Sendable {
  let connection: Connection
  let number: Int

  package func makeAsyncIterator() -> Iterator { Iterator(copy: self) }

  package struct Iterator: AsyncIteratorProtocol {
    let copy: CopySequence

    /// Returns the next row.
    ///
    /// - Throws: ``PostgresError``.
    package func next() async throws -> Data? {
      try await copy.connection.nextCopyPiece(copy.number)
    }
  }
}

/// A row for `COPY … FROM STDIN` in the form of text, which is what it takes without options.
package struct CopyRow: Sendable {
  /// The row, with its end.
  package let data: Data

  /// - Parameter values: The values, each as PostgreSQL writes it; `nil` for NULL.
  /// - Throws: ``PostgresError`` of the kind `invalidValue` if a value contains a zero byte.
  package init(_ values: [String?]) throws(PostgresError) {
    var rows = CopyRows()
    for value in values {
      if let value { try rows.append(value) } else { rows.appendNull() }
    }
    rows.endRow()
    data = rows.take()
  }
}
