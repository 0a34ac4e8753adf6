import CLibpq
import Foundation

/// A connection to a server.
///
/// One statement is carried out after the other. Whoever starts one while another is carried out
/// gets an error of the kind `misuse`: connections are for one user at a time, and a ``Pool`` has
/// several. If the task of a statement is cancelled, the server is asked to cancel the statement,
/// and `CancellationError` is thrown once it has.
///
/// No thread waits for the server. All of an actor's work is done on a queue of its own, which the
/// system wakes when the socket is ready.
package actor Connection {
  private nonisolated let executor: QueueExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  let libpq: Libpq
  /// libpq's connection. Only the actor uses it, and it is there as long as the actor.
  nonisolated(unsafe) let handle: OpaquePointer
  private let canceller: Canceller
  private var watcher: SocketWatcher?

  package nonisolated let options: ConnectionOptions
  /// From whom what is sent is protected.
  package nonisolated let security: ConnectionSecurity
  /// The version of the server, such as 150018 for 15.18.
  package nonisolated let serverVersion: Int

  /// Why the connection is over.
  private(set) var end: PostgresError?
  private var endListeners: [@Sendable (PostgresError) -> Void] = []

  var operation: Operation?
  private var lastOperation = 0
  private var waiter: CheckedContinuation<Void, Never>?
  /// Those who wait until a request to cancel has been answered.
  private var isCancelling = false
  private var cancelWaiter: CheckedContinuation<Void, Never>?
  private var nextAlarm: ContinuousClock.Instant?

  var statements: PreparedStatements
  var isInTransaction = false
  /// What opens the transaction, until it is sent.
  var opening: TransactionOpening?
  /// Why the transaction could not be opened: the answer to all that is asked inside of it.
  var openingFailure: (any Error)?
  private var subscribers: [String: [WeakNotifications]] = [:]

  // MARK: - Opening and closing

  /// Connects to a server.
  ///
  /// - Parameter options: Which server, and how.
  /// - Throws: ``PostgresError``, of the kind `timedOut` if it takes longer than the options allow,
  ///   or `CancellationError`.
  package static func connect(_ options: ConnectionOptions) async throws -> Connection {
    let libpq = try Libpq.load()
    let handle = try await Connector.connect(options, libpq)
    let connection: Connection
    do {
      connection = try Connection(handle, options, libpq)
    } catch {
      libpq().PQfinish(handle.pointer)
      throw error
    }
    try await connection.start()
    if options.limitsLostClients { try await connection.limitLostClients() }
    return connection
  }

  private init(
    _ handle: ConnectionHandle,
    _ options: ConnectionOptions,
    _ libpq: Libpq
  ) throws(PostgresError) {
    guard let canceller = Canceller(handle, libpq) else {
      throw PostgresError(.noSpace, "There is not enough memory for a connection.")
    }
    self.canceller = canceller
    self.libpq = libpq
    self.handle = handle.pointer
    self.options = options
    executor = QueueExecutor(label: "PostgreSQL")
    statements = PreparedStatements(limit: options.preparedStatements)
    serverVersion = Int(libpq().PQserverVersion(handle.pointer))
    security = ConnectionSecurity(handle, libpq)
  }

  deinit {
    libpq().PQfinish(handle)
  }

  private func start() throws(PostgresError) {
    let isReady = { @Sendable [weak self] () -> Void in
      self?.assumeIsolated { $0.socketIsReady() }
    }
    watcher = try SocketWatcher(
      descriptor: libpq().PQsocket(handle),
      queue: executor.queue,
      isReady: isReady
    )
    watchWhileIdle()
  }

  /// Makes the server notice when this machine is gone, so that the locks of a transaction do not
  /// last for hours.
  ///
  /// This is not part of the greeting, in which poolers refuse parameters that they do not know.
  private nonisolated func limitLostClients() async throws {
    do {
      try await execute(
        """
        SELECT set_config('tcp_keepalives_idle', '10', false),
          set_config('tcp_keepalives_interval', '3', false),
          set_config('tcp_keepalives_count', '3', false),
          set_config('tcp_user_timeout', '20000', false),
          set_config('idle_in_transaction_session_timeout', '30000', false),
          set_config('client_connection_check_interval', '5000', false)
        """,
        timeout: options.connectTimeout
      )
    } catch let error as PostgresError where !error.endsConnection {
      // Some systems have no such checks. Then what matters most is set alone.
      try await execute("SELECT set_config('idle_in_transaction_session_timeout', '30000', false)")
    }
  }

  /// Closes the connection. What waits for an answer gets an error of the kind `closed`.
  package func close() {
    close(because: PostgresError(.closed, "The connection was closed."))
  }

  /// Closes the connection for a reason, which whoever uses it from now on gets as an error.
  func close(because error: PostgresError) {
    guard end == nil else { return }
    end = error
    watcher?.cancel()
    watcher = nil
    wake()
    cancelWaiter?.resume()
    cancelWaiter = nil
    for subscriber in subscribers.values.joined() { subscriber.value?.end(error) }
    subscribers = [:]
    for listener in endListeners { listener(error) }
    endListeners = []
    // The server notices at once, not only when nobody uses the actor any more.
    shutdown(libpq().PQsocket(handle), Int32(SHUT_RDWR))
  }

  /// Calls a function when the connection is over, or at once if it is.
  func whenClosed(_ listener: @escaping @Sendable (PostgresError) -> Void) {
    if let end { listener(end) } else { endListeners.append(listener) }
  }

  /// Whether the connection can be used, as far as this machine knows.
  package var isOpen: Bool { end == nil }

  /// The number of the server's process, by which administrators know the connection.
  package var processID: Int32 { libpq().PQbackendPID(handle) }

  // MARK: - Waiting

  private func socketIsReady() {
    if operation == nil {
      // The socket stays watched. libdispatch may lose an event if a source is suspended and
      // resumed while its handler runs.
      options.pulse.beat()
      do {
        try consumeInput()
        watchWhileIdle()
      } catch {
        close(because: error)
      }
    } else {
      watcher?.wait(toRead: false, toWrite: false)
      wake()
    }
  }

  /// Notices notifications, and that the server has closed the connection, while nothing is asked.
  func watchWhileIdle() {
    guard operation == nil, let watcher else { return }
    watcher.wait(toRead: true, toWrite: false)
    if isReadable {
      executor.queue.async { [weak self] in self?.assumeIsolated { $0.socketIsReady() } }
    }
  }

  private func wake() {
    waiter?.resume()
    waiter = nil
  }

  /// How many bytes have come since the last row or answer was complete.
  private var unconsumed = 0

  /// Notes that the server has sent something whole, so that it has all the time again.
  func noteProgress() {
    unconsumed = 0
    if operation?.interruption == nil { operation?.deadline = nil }
  }

  /// Sends what is to be sent, and waits until something has come.
  func waitForServer() async throws(PostgresError) {
    // If sending fails, libpq says so when it reads; the server may have said why.
    let isUnsent = libpq().PQflush(handle) == 1
    try await waitForSocket(toWrite: isUnsent)
    try consumeInput()
  }

  /// Sends everything that is to be sent.
  func flush() async throws(PostgresError) {
    while libpq().PQflush(handle) == 1 {
      try await waitForSocket(toWrite: true)
      try consumeInput()
    }
  }

  private func waitForSocket(toWrite: Bool) async throws(PostgresError) {
    if let end { throw end }
    if operation?.deadline == nil {
      let deadline = ContinuousClock.now + (operation?.timeout ?? options.answerTimeout)
      operation?.deadline = deadline
    }
    if let deadline = operation?.deadline { setAlarm(deadline) }
    // Otherwise who waits already would wait for ever.
    guard waiter == nil else {
      throw PostgresError(.misuse, "Two tasks read rows of the same statement at the same time.")
    }
    if isReadable {
      // What else is on the queue comes first, such as deadlines.
      await Task.yield()
    } else {
      await withCheckedContinuation { continuation in
        waiter = continuation
        watcher?.wait(toRead: true, toWrite: toWrite)
      }
    }
    if let end { throw end }
    options.pulse.beat()
  }

  /// Whether something can be read without waiting.
  ///
  /// With TLS, some of what has come is inside of the library, where the system does not see it.
  private var isReadable: Bool {
    watcher?.isReadable == true || libpqBufferedBytes(libpq().PQsslStruct(handle, "OpenSSL")) > 0
  }

  private func consumeInput() throws(PostgresError) {
    // libpq keeps a row in memory until it is whole, however long it is said to be. So what comes
    // is counted here. The count is too high if libpq does not read all at once, by a few buffers,
    // and too low if a server sends as fast as libpq reads: then the row is refused when it is
    // whole, at two gigabytes at most.
    unconsumed += Int(libpqBytesToRead(libpq().PQsocket(handle)))
    guard unconsumed <= options.limits.rowBytes + (1 << 24) else {
      let error = PostgresError(
        .answerTooLarge,
        "The server sent more than \(options.limits.rowBytes) bytes that are no whole row."
      )
      close(because: error)
      throw error
    }
    guard libpq().PQconsumeInput(handle) == 1 else {
      let error = reasonOfLoss()
      close(because: error)
      throw error
    }
    deliverNotifications()
  }

  /// What the server said before it closed the connection, if it said something.
  private func reasonOfLoss() -> PostgresError {
    // A copy has a result each time that it is asked.
    for _ in 0..<3 where libpq().PQisBusy(handle) == 0 {
      guard let pointer = libpq().PQgetResult(handle) else { break }
      let result = QueryResult(pointer: pointer, libpq: libpq)
      guard libpq().PQresultStatus(result.pointer) == PGRES_FATAL_ERROR else { continue }
      let error = PostgresError(result: result.pointer, libpq)
      guard error.sqlState != nil else { continue }
      return PostgresError(.connectionLost, error.message, sqlState: error.sqlState)
    }
    return PostgresError(.connectionLost, "The connection to the server was lost.")
  }

  /// Passes on the notifications that libpq has found in what was received.
  private func deliverNotifications() {
    while let notification = libpq().PQnotifies(handle) {
      defer { libpq().PQfreemem(notification) }
      // PostgreSQL tells less than 8,000 bytes.
      guard strlen(notification.pointee.extra) <= 1 << 16 else {
        close(
          because: PostgresError(
            .answerTooLarge,
            "The server sent a notification that is too long."
          )
        )
        return
      }
      unconsumed = 0
      deliver(
        Notification(
          channel: String(cString: notification.pointee.relname),
          payload: String(cString: notification.pointee.extra),
          processID: notification.pointee.be_pid
        )
      )
    }
  }

  // MARK: - Deadlines and cancellation

  /// Makes sure that deadlines are looked at not later than at a time.
  private func setAlarm(_ deadline: ContinuousClock.Instant) {
    if let nextAlarm, nextAlarm <= deadline { return }
    nextAlarm = deadline
    let pause = ContinuousClock.now.duration(to: deadline)
    executor.queue.asyncAfter(deadline: .now() + pause.dispatch) { [weak self] in
      self?.assumeIsolated { $0.alarmRings(deadline) }
    }
  }

  private func alarmRings(_ time: ContinuousClock.Instant) {
    guard time == nextAlarm else { return }
    nextAlarm = nil
    guard let operation, let deadline = operation.deadline else { return }
    guard deadline <= .now else {
      setAlarm(deadline)
      return
    }
    if operation.interruption == nil, !operation.isCommit {
      interrupt(operation.number, .deadline)
    } else {
      // The server did not even answer that.
      close(because: PostgresError(.connectionLost, "The server does not answer any more."))
    }
  }

  /// Asks the server to cancel what it does.
  private func interrupt(_ number: Int, _ reason: Operation.Interruption) {
    guard end == nil, var operation, operation.number == number, operation.interruption == nil,
      !operation.isCommit
    else { return }
    operation.interruption = reason
    operation.deadline = .now + options.cancelTimeout
    self.operation = operation
    setAlarm(.now + options.cancelTimeout)
    isCancelling = true
    canceller.cancel { [weak self, queue = executor.queue] in
      queue.async { [weak self] in self?.assumeIsolated { $0.cancelRequestIsOver() } }
    }
  }

  private func cancelRequestIsOver() {
    isCancelling = false
    cancelWaiter?.resume()
    cancelWaiter = nil
  }

  // MARK: - Operations

  /// What is being done for somebody.
  struct Operation {
    enum Interruption {
      /// The server took too long.
      case deadline
      /// Whoever asked for rows did not read all of them.
      case leftover
      /// The task was cancelled.
      case task
    }

    let number: Int
    /// How long the server may take for an answer.
    var timeout: Duration?
    /// Whether this ends a transaction. Such a thing is not cancelled: nobody would know whether it
    /// was done.
    let isCommit: Bool
    var deadline: ContinuousClock.Instant?
    var interruption: Interruption?
    // Of the statement that was sent last.
    var columns: Columns?
    /// What the rows that were received have in memory, if they are kept together.
    var resultBytes = 0
    /// Whether the rows are kept in memory together.
    var keepsRows = true
    var isAtEnd = false
    var commandTag: String?
  }

  /// Does something with the connection, alone.
  ///
  /// - Parameters:
  ///   - timeout: How long the server may take for an answer; `nil` for what the options say.
  ///   - isCommit: Whether it ends a transaction.
  ///   - body: What is done, with the number of the operation.
  func operate<Value>(
    timeout: Duration? = nil,
    isCommit: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (_ number: Int) async throws -> Value
  ) async throws -> Value {
    if !isCommit { try Task.checkCancellation() }
    let number = try await begin(timeout: timeout, isCommit: isCommit)
    return try await withTaskCancellationHandler {
      let result: Result<Value, any Error>
      do { result = .success(try await body(number)) } catch { result = .failure(error) }
      switch result {
      case .success(let value):
        _ = await finish(number)
        return value
      case .failure(let error):
        throw await finish(number, error) ?? error
      }
    } onCancel: {
      executor.queue.async { [weak self] in
        self?.assumeIsolated { $0.interrupt(number, .task) }
      }
    }
  }

  private func begin(timeout: Duration?, isCommit: Bool) throws(PostgresError) -> Int {
    if let end { throw end }
    guard operation == nil else { throw inUse }
    unconsumed = 0
    lastOperation += 1
    operation = Operation(number: lastOperation, timeout: timeout, isCommit: isCommit)
    return lastOperation
  }

  var inUse: PostgresError {
    PostgresError(
      .misuse,
      "The connection is in use: wait for the statement before, or use a connection for each task."
    )
  }

  /// Makes the connection ready for the next operation, and says what is to be thrown.
  private func finish(
    _ number: Int,
    _ error: (any Error)? = nil
  ) async -> (any Error)? {
    if end == nil, libpq().PQtransactionStatus(handle) == PQTRANS_ACTIVE {
      // What was not read is not wanted any more.
      interrupt(number, .leftover)
      do { try await drain() } catch { close(because: error) }
    }
    if isCancelling, end == nil {
      // Otherwise it could hit the next statement.
      setAlarm(operation?.deadline ?? .now + options.cancelTimeout)
      await withCheckedContinuation { cancelWaiter = $0 }
    }
    let interruption = operation?.interruption
    forgetResult()
    operation = nil
    unconsumed = 0
    // Some came together with the answer, and nothing need come after them.
    if end == nil { deliverNotifications() }
    watchWhileIdle()
    guard let error else { return nil }
    guard let error = error as? PostgresError else { return error }
    // A statement whose answer is lost may have been carried out, unless its transaction cannot be
    // committed any more.
    let isUndone = error.kind == .interrupted || error.kind == .connectionLost && isInTransaction
    return switch interruption {
    case .task where isUndone: CancellationError()
    case .deadline where isUndone:
      PostgresError(.timedOut, "The server did not answer in time.")
    case .deadline where error.kind == .connectionLost:
      PostgresError(
        .connectionLost,
        "The server did not answer in time, and the connection was closed."
      )
    case .task, .deadline, .leftover, nil: error
    }
  }

  // MARK: - Notifications

  func subscribe(_ notifications: Notifications, to channel: String) {
    if let end {
      notifications.end(end)
    } else {
      subscribers[channel, default: []].append(WeakNotifications(value: notifications))
    }
  }

  private func deliver(_ notification: Notification) {
    subscribers[notification.channel]?.removeAll { $0.value == nil }
    for subscriber in subscribers[notification.channel] ?? [] {
      subscriber.value?.add(notification)
    }
  }
}

/// Asks the server to cancel statements of a connection.
private final class Canceller: Sendable {
  // libpq allows using it in any thread, also while the connection is used in another one.
  private nonisolated(unsafe) let pointer: OpaquePointer
  private let libpq: Libpq

  init?(_ handle: ConnectionHandle, _ libpq: Libpq) {
    guard let pointer = libpq().PQgetCancel(handle.pointer) else { return nil }
    self.pointer = pointer
    self.libpq = libpq
  }

  deinit { libpq().PQfreeCancel(pointer) }

  /// Connects to the server once more to ask for it. libpq waits for that, so a thread does it.
  ///
  /// - Parameter isOver: What is called when the server knows, or cannot be reached.
  func cancel(isOver: @escaping @Sendable () -> Void) {
    let thread = Thread {
      var text = [CChar](repeating: 0, count: 256)
      _ = self.libpq().PQcancel(self.pointer, &text, Int32(text.count))
      isOver()
    }
    thread.stackSize = 1 << 20
    thread.name = "PostgreSQL cancels"
    thread.start()
  }
}

extension ConnectionSecurity {
  /// What protects a connection, with what came from the environment and from files.
  init(_ connection: ConnectionHandle, _ libpq: Libpq) {
    var parameters: [String: String] = [:]
    if let list = libpq().PQconninfo(connection.pointer) {
      defer { libpq().PQconninfoFree(list) }
      var option = list
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val {
          parameters[String(cString: keyword)] = String(cString: value)
        }
        option += 1
      }
    }
    // Where the service says that the server is, is among the other parameters.
    parameters["service"] = nil
    self.init(
      parameters: parameters,
      isEncrypted: libpq().PQsslInUse(connection.pointer) == 1
    )
  }
}
