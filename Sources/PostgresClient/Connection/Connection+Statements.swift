import CLibpq

/// What a statement returned.
package struct Answer: Sendable {
  package let rows: [Row]
  /// How many rows were returned, inserted, changed or deleted.
  package let count: Int
}

extension Connection {
  /// Carries out a statement and returns its rows.
  ///
  /// - Parameters:
  ///   - statement: One statement.
  ///   - timeout: How long the server may take for the answer, or for the next row of it; `nil` for
  ///     what the options say.
  /// - Throws: ``PostgresError``, or `CancellationError` if the task was cancelled.
  @discardableResult
  package nonisolated func query(
    _ statement: SQL,
    timeout: Duration? = nil
  ) async throws -> Answer {
    try await operate(timeout: timeout) { _ in try await self.answer(statement) }
  }

  /// Carries out a statement and returns its rows.
  package nonisolated func rows(_ statement: SQL) async throws -> [Row] {
    try await query(statement).rows
  }

  /// Carries out a statement and returns the first value of its first row, if there is a row.
  package nonisolated func value<Value: PostgresDecodable>(
    _ statement: SQL,
    as type: Value.Type = Value.self,
    timeout: Duration? = nil
  ) async throws -> Value? {
    try await query(statement, timeout: timeout).rows.first?.decode(0, as: type)
  }

  /// Carries out a statement.
  ///
  /// - Returns: How many rows were inserted, changed, deleted or returned.
  @discardableResult
  package nonisolated func execute(
    _ statement: SQL,
    timeout: Duration? = nil
  ) async throws -> Int {
    try await query(statement, timeout: timeout).count
  }

  /// Carries out several statements, between which there are semicolons. They have no values, and
  /// their rows are dropped. They are one transaction, unless they say something else.
  ///
  /// - Throws: ``PostgresError``, of the kind `misuse` if there are values.
  package nonisolated func execute(script: SQL, timeout: Duration? = nil) async throws {
    try await operate(timeout: timeout) { _ in try await self.runScript(script) }
  }

  /// Carries out a statement, and reads its rows one after the other. The server waits while the
  /// reader does something else. What is not read is cancelled.
  ///
  /// - Parameters:
  ///   - statement: One statement.
  ///   - body: What is done with the rows. They cannot be read any more after it has returned, and
  ///     the connection does nothing else before.
  /// - Returns: What the body returns.
  package func withRows<Value>(
    of statement: SQL,
    timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (RowSequence) async throws -> Value
  ) async throws -> Value {
    try await operate(timeout: timeout) { number in
      try await self.openTransaction()
      try await self.send(statement)
      await self.readRowsOneByOne()
      return try await body(RowSequence(connection: self, number: number))
    }
  }

  // MARK: - On the actor

  private func readRowsOneByOne() {
    operation?.keepsRows = false
  }

  private func answer(_ statement: SQL) async throws -> Answer {
    try await openTransaction()
    do {
      return try await sentAnswer(statement)
    } catch {
      // The tables have changed since the statement was prepared, or somebody between here and the
      // server has forgotten it. In a transaction the server refuses everything from now on.
      guard error.sqlState == "0A000" || error.sqlState == "26000", await forget(statement),
        !isInTransaction, operation?.interruption == nil
      else { throw error }
      return try await sentAnswer(statement)
    }
  }

  private func sentAnswer(_ statement: SQL) async throws(PostgresError) -> Answer {
    try await send(statement)
    var rows: [Row] = []
    while true {
      switch try await nextStep() {
      case .row(let row): rows.append(row)
      case .end(let count): return Answer(rows: rows, count: count)
      }
    }
  }

  private func runScript(_ script: SQL) async throws {
    guard script.values.isEmpty else {
      throw PostgresError(.misuse, "A script has no values: give each statement its own.")
    }
    try await openTransaction()
    let text = try text(of: script)
    guard libpq().PQsendQuery(handle, text) == 1 else { throw failedToSend() }
    var problem: PostgresError?
    while let result = try await nextResult() {
      noteProgress()
      if problem == nil { problem = self.problem(of: result) }
    }
    if let problem { throw problem }
  }

  /// The next row, for a sequence of rows.
  func nextRow(_ number: Int) async throws(PostgresError) -> Row? {
    guard operation?.number == number else {
      throw PostgresError(
        .misuse,
        "Rows were read after the function that was given to withRows had returned."
      )
    }
    guard operation?.isAtEnd == false else { return nil }
    if case .row(let row) = try await nextStep() { return row }
    operation?.isAtEnd = true
    return nil
  }

  private func text(of statement: SQL) throws(PostgresError) -> String {
    do {
      return try statement.text { identifier in
        guard
          let quoted = libpq().PQescapeIdentifier(
            handle,
            identifier.name,
            identifier.name.utf8.count
          )
        else { throw PostgresError(.misuse, "The name cannot be quoted.") }
        defer { libpq().PQfreemem(quoted) }
        return String(cString: quoted)
      }
    } catch {
      throw error as? PostgresError ?? PostgresError(.misuse, "The name cannot be quoted.")
    }
  }

  /// Sends a statement. Its rows come one at a time.
  func send(_ statement: SQL, mayPrepare: Bool = true) async throws(PostgresError) {
    let written = try written(statement)
    let (text, parameters) = (written.text, written.parameters)
    let key = PreparedStatements.Key(text: text, types: parameters.types)
    var name: String?
    switch mayPrepare ? statements.use(key) : .text {
    case .text: break
    case .name(let known): name = known
    case .prepare(let new, let forgotten):
      if let forgotten { try await deallocate(forgotten) }
      let isSent = parameters.withTypes { types in
        libpq().PQsendPrepare(handle, new, text, Int32(parameters.count), types)
      }
      guard isSent == 1 else { throw failedToSend() }
      try await expectNoRows()
      statements.add(key, name: new)
      name = new
      try checkInterruption()
    }
    try send(written, preparedAs: name)
    _ = libpq().PQsetSingleRowMode(handle)
    operation?.columns = nil
    forgetResult()
    operation?.isAtEnd = false
  }

  /// A statement as it is sent.
  struct Written {
    fileprivate let text: String
    fileprivate let parameters: Parameters
  }

  func written(_ statement: SQL) throws(PostgresError) -> Written {
    Written(text: try text(of: statement), parameters: try Parameters(statement.values))
  }

  /// - Parameter name: The name of the prepared statement; `nil` if the text is sent.
  func send(_ statement: Written, preparedAs name: String? = nil) throws(PostgresError) {
    let text = statement.text
    let isSent = statement.parameters.withPointers { types, values, lengths, formats in
      let count = Int32(statement.parameters.count)
      return if let name {
        libpq().PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1)
      } else {
        libpq().PQsendQueryParams(handle, text, count, types, values, lengths, formats, 1)
      }
    }
    guard isSent == 1 else { throw failedToSend() }
  }

  /// Makes the server forget a prepared statement.
  ///
  /// - Returns: Whether it was prepared.
  private func forget(_ statement: SQL) async -> Bool {
    guard let text = try? text(of: statement),
      let name = statements.remove(
        PreparedStatements.Key(text: text, types: statement.values.map(\.type))
      )
    else { return false }
    guard !isInTransaction else { return true }
    try? await deallocate(name)
    return end == nil
  }

  private func deallocate(_ name: String) async throws(PostgresError) {
    // The name was made here, of letters and digits.
    guard libpq().PQsendQuery(handle, "DEALLOCATE \(name)") == 1 else { throw failedToSend() }
    var problem: PostgresError?
    while let result = try await nextResult() { problem = problem ?? self.problem(of: result) }
    if let problem, problem.sqlState != "26000" { throw problem }
  }

  private func expectNoRows() async throws(PostgresError) {
    var problem: PostgresError?
    while let result = try await nextResult() { problem = problem ?? self.problem(of: result) }
    noteProgress()
    if let problem { throw problem }
  }

  func failedToSend() -> PostgresError {
    if let end { return end }
    let error = PostgresError(.connectionLost, "Nothing can be sent to the server.")
    close(because: error)
    return error
  }

  // MARK: - Results

  enum Step {
    case row(Row)
    case end(count: Int)
  }

  /// The next row of the statement that was sent, or that it has ended without an error.
  private func nextStep() async throws(PostgresError) -> Step {
    guard let result = try await nextResult() else {
      throw invalid("The server answered nothing.")
    }
    noteProgress()
    switch libpq().PQresultStatus(result.pointer) {
    case PGRES_SINGLE_TUPLE:
      return .row(try row(of: result))
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
      let count = libpq().PQcmdTuples(result.pointer).flatMap { Int(String(cString: $0)) } ?? 0
      operation?.commandTag = libpq().PQcmdStatus(result.pointer).map { String(cString: $0) }
      try await expectEnd()
      return .end(count: count)
    default:
      throw await afterEnd(
        problem(of: result) ?? invalid("The server answered something unknown.")
      )
    }
  }

  /// Reads the rest of an answer of which all that is wanted is there.
  func expectEnd() async throws(PostgresError) {
    var count = 0
    while try await nextResult() != nil {
      count += 1
      // One statement has one result.
      guard count < 100 else { throw invalid("The server does not stop answering.") }
    }
  }

  /// Reads the rest of an answer that is an error.
  ///
  /// - Returns: The error. That the server has closed the connection afterwards says less.
  func afterEnd(_ problem: PostgresError) async -> PostgresError {
    try? await expectEnd()
    return problem
  }

  func nextResult() async throws(PostgresError) -> QueryResult? {
    if let end { throw end }
    while libpq().PQisBusy(handle) == 1 { try await waitForServer() }
    return libpq().PQgetResult(handle).map { QueryResult(pointer: $0, libpq: libpq) }
  }

  /// The error that a result is, if it is one.
  ///
  /// An error after which the connection cannot be used closes it.
  func problem(of result: borrowing QueryResult) -> PostgresError? {
    switch libpq().PQresultStatus(result.pointer) {
    case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE:
      return nil
    case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
      return invalid("COPY has functions of its own.", .misuse)
    case PGRES_FATAL_ERROR, PGRES_NONFATAL_ERROR:
      let error = PostgresError(result: result.pointer, libpq)
      guard libpq().PQstatus(handle) == CONNECTION_BAD || error.sqlState == nil else {
        return error
      }
      let lost = PostgresError(.connectionLost, error.message, sqlState: error.sqlState)
      close(because: lost)
      return lost
    default:
      return invalid("The server answered something that is not allowed.")
    }
  }

  /// Closes the connection because of what the server, or the program, has done.
  func invalid(_ message: String, _ kind: PostgresError.Kind = .invalidAnswer) -> PostgresError {
    let error = PostgresError(kind, message)
    close(because: error)
    return error
  }

  func row(of result: borrowing QueryResult) throws(PostgresError) -> Row {
    let count = libpq().PQnfields(result.pointer)
    let columns: Columns
    if let known = operation?.columns {
      columns = known
      guard columns.columns.count == Int(count) else {
        throw invalid("The server sent rows with different columns.")
      }
    } else {
      columns = Columns(
        (0..<count).map { index in
          Columns.Column(
            name: libpq().PQfname(result.pointer, index).map { String(cString: $0) } ?? "",
            type: DataType(rawValue: libpq().PQftype(result.pointer, index))
          )
        }
      )
      operation?.columns = columns
    }
    guard libpq().PQntuples(result.pointer) == 1 else {
      throw invalid("The server did not send one row.")
    }
    var lengths: [Int] = []
    lengths.reserveCapacity(Int(count))
    var size = 0
    for index in 0..<count {
      guard libpq().PQftype(result.pointer, index) == columns.columns[Int(index)].type.rawValue,
        libpq().PQfformat(result.pointer, index) == 1
      else { throw invalid("The server sent values in another form than it was asked for.") }
      let isNull = libpq().PQgetisnull(result.pointer, 0, index) == 1
      let length = isNull ? 0 : max(0, Int(libpq().PQgetlength(result.pointer, 0, index)))
      lengths.append(isNull ? -1 : length)
      size += length
    }
    // What a row takes beside its values: two arrays, and its place in that of the rows.
    let rowBytes = size + 8 * Int(count) + 144
    guard size <= options.limits.rowBytes, operation?.keepsRows != true || hasRoom(for: rowBytes)
    else {
      throw invalid("The server sent more than the limits allow.", .answerTooLarge)
    }
    var ends: [Int] = []
    ends.reserveCapacity(Int(count))
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
      for index in 0..<count {
        let length = lengths[Int(index)]
        if length > 0, let value = libpq().PQgetvalue(result.pointer, 0, index),
          let start = buffer.baseAddress
        {
          value.withMemoryRebound(to: UInt8.self, capacity: length) {
            (start + used).initialize(from: $0, count: length)
          }
          used += length
        }
        ends.append(length < 0 ? ~used : used)
      }
    }
    return Row(columns: columns, bytes: bytes, ends: ends)
  }

  /// Notes that the result has another row.
  ///
  /// - Returns: Whether it may.
  private func hasRoom(for rowBytes: Int) -> Bool {
    operation?.resultBytes += rowBytes
    ReceivedResults.add(rowBytes)
    return operation?.resultBytes ?? 0 <= options.limits.resultBytes
      && ReceivedResults.bytes <= options.limits.resultBytesOfAll
  }

  /// Notes that the rows of the result are not being received any more.
  func forgetResult() {
    ReceivedResults.add(-(operation?.resultBytes ?? 0))
    operation?.resultBytes = 0
  }

  /// Reads everything that still comes, and drops it.
  func drain() async throws(PostgresError) {
    while let result = try await nextResult() {
      switch libpq().PQresultStatus(result.pointer) {
      case PGRES_COPY_IN:
        guard libpq().PQputCopyEnd(handle, "The copy was cancelled.") >= 0 else {
          throw failedToSend()
        }
      case PGRES_COPY_OUT:
        while try await nextCopyPiece() != nil {}
      case PGRES_COPY_BOTH: throw invalid("The server wants to replicate.")
      default:
        if libpq().PQstatus(handle) == CONNECTION_BAD { _ = problem(of: result) }
      }
    }
  }
}

/// A result of libpq, which goes with the value.
struct QueryResult: ~Copyable {
  let pointer: OpaquePointer
  let libpq: Libpq

  deinit { libpq().PQclear(pointer) }
}

/// The rows of a statement, which are read one after the other.
package struct RowSequence: AsyncSequence, Sendable {
  let connection: Connection
  let number: Int

  package func makeAsyncIterator() -> Iterator { Iterator(rows: self) }

  package struct Iterator: AsyncIteratorProtocol {
    let rows: RowSequence

    /// Returns the next row.
    ///
    /// - Throws: ``PostgresError``.
    package func next() async throws -> Row? {
      try await rows.connection.nextRow(rows.number)
    }
  }
}

/// The values of a statement, as libpq takes them.
private struct Parameters {
  let types: [DataType]
  private var bytes: [UInt8] = []
  private var offsets: [Int?] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []

  var count: Int { types.count }

  init(_ values: [BoundValue]) throws(PostgresError) {
    guard values.count <= 65_535 else {
      throw PostgresError(.misuse, "A statement has at most 65,535 values: send an array.")
    }
    types = values.map(\.type)
    for value in values {
      switch value.content {
      case .null:
        add(nil, 0)
      case .text(let text): add(text, 0)
      case .binary(let value): add(value, 1)
      case .invalid(let reason): throw PostgresError(.invalidValue, reason)
      }
    }
    guard bytes.count < 1 << 30 else {
      throw PostgresError(.invalidValue, "The values of a statement are larger than one gigabyte.")
    }
  }

  private mutating func add(_ value: [UInt8]?, _ format: Int32) {
    offsets.append(value == nil ? nil : bytes.count)
    lengths.append(Int32(truncatingIfNeeded: value?.count ?? 0))
    formats.append(format)
    guard let value else { return }
    // The length of text is where its zero byte is.
    bytes += value
    bytes.append(0)
  }

  func withTypes<Value>(_ body: (UnsafePointer<UInt32>?) -> Value) -> Value {
    types.map(\.rawValue).withUnsafeBufferPointer { body($0.baseAddress) }
  }

  func withPointers<Value>(
    _ body: (
      UnsafePointer<UInt32>?, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?,
      UnsafePointer<Int32>?
    ) -> Value
  ) -> Value {
    bytes.withUnsafeBytes { bytes in
      let start = bytes.bindMemory(to: CChar.self).baseAddress
      let values = offsets.map { offset in offset.flatMap { offset in start.map { $0 + offset } } }
      return withTypes { types in
        values.withUnsafeBufferPointer { values in
          lengths.withUnsafeBufferPointer { lengths in
            formats.withUnsafeBufferPointer { formats in
              body(types, values.baseAddress, lengths.baseAddress, formats.baseAddress)
            }
          }
        }
      }
    }
  }
}
