import CLibpq
import Foundation
import Synchronization

/// A connection of libpq. Whoever has it is the only one who uses it.
struct ConnectionHandle: @unchecked Sendable {
  // Sendable because libpq allows each connection to be used in any thread, by one at a time: the
  // connector until it is connected, the actor from then on.
  let pointer: OpaquePointer
}

/// Connects in a thread of its own: finding the address of a host, and reading files of
/// certificates and passwords, takes as long as it takes, and libpq waits for it.
///
/// The thread ends as soon as the attempt is over, except while the system looks up a host.
final class Connector: Sendable {
  private struct State {
    var continuation: CheckedContinuation<ConnectionHandle, any Error>?
    /// Set before the attempt has begun to wait.
    var isOver = false
  }

  private let options: ConnectionOptions
  private let libpq: Libpq
  private let state = Mutex(State())
  /// Wakes the thread when the attempt is over.
  private let alarm: Alarm

  private init(_ options: ConnectionOptions, _ libpq: Libpq) throws(PostgresError) {
    self.options = options
    self.libpq = libpq
    alarm = try Alarm()
  }

  /// Connects to the first host that takes the connection.
  ///
  /// - Throws: ``PostgresError``, of the kind `timedOut` if a host takes longer than the options
  ///   allow, or `CancellationError`.
  static func connect(
    _ options: ConnectionOptions,
    _ libpq: Libpq
  ) async throws -> ConnectionHandle {
    var failure: PostgresError?
    for host in options.hosts {
      do {
        return try await connectToHost(host, libpq)
      } catch let error as PostgresError where error.isTemporary {
        failure = error
      }
    }
    throw failure ?? PostgresError(.unreachable, "No host was named.")
  }

  private static func connectToHost(
    _ options: ConnectionOptions,
    _ libpq: Libpq
  ) async throws -> ConnectionHandle {
    let attempt = try Connector(options, libpq)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = attempt.state.withLock { state in
          if !state.isOver { state.continuation = continuation }
          return state.isOver
        }
        guard !isOver else {
          continuation.resume(throwing: CancellationError())
          return
        }
        let thread = Thread { attempt.run() }
        thread.stackSize = 1 << 20
        thread.name = "PostgreSQL connects"
        thread.start()
        DispatchQueue.global().asyncAfter(deadline: .now() + options.connectTimeout.dispatch) {
          attempt.end(
            .failure(PostgresError(.timedOut, "The server did not answer in time."))
          )
        }
      }
    } onCancel: {
      attempt.end(.failure(CancellationError()))
    }
  }

  /// Ends the attempt, if it has not ended yet.
  ///
  /// - Returns: Whether somebody has received the result.
  @discardableResult
  private func end(_ result: sending Result<ConnectionHandle, any Error>) -> Bool {
    let (continuation, wasOver) = state.withLock { state in
      defer {
        state.continuation = nil
        state.isOver = true
      }
      return (state.continuation, state.isOver)
    }
    guard !wasOver else { return false }
    alarm.ring()
    continuation?.resume(with: result)
    return continuation != nil
  }

  private var isOver: Bool { state.withLock { $0.isOver } }

  private func run() {
    // The reasons for which connecting fails have no codes, so their texts are compared.
    libpqUseEnglishInThisThread()
    let pairs = options.allParameters.sorted { $0.key < $1.key }
    let keywords = CStrings(pairs.map(\.key))
    let values = CStrings(pairs.map(\.value))
    guard let connection = libpq().PQconnectStartParams(keywords.pointers, values.pointers, 0)
    else {
      end(.failure(PostgresError(.noSpace, "There is not enough memory for a connection.")))
      return
    }
    do throws(PostgresError) {
      // With this, what a server says has its code.
      _ = libpq().PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
      _ = libpq().PQsetNoticeReceiver(connection, libpqDropNotice, nil)
      try poll(connection)
      _ = libpq().PQsetErrorVerbosity(connection, PQERRORS_DEFAULT)
      guard libpq().PQsetnonblocking(connection, 1) == 0 else {
        throw PostgresError(connecting: connection, libpq)
      }
      if !end(.success(ConnectionHandle(pointer: connection))) { libpq().PQfinish(connection) }
    } catch {
      libpq().PQfinish(connection)
      end(.failure(error))
    }
  }

  private func poll(_ connection: OpaquePointer) throws(PostgresError) {
    guard libpq().PQstatus(connection) != CONNECTION_BAD else {
      throw PostgresError(connecting: connection, libpq)
    }
    var status = PGRES_POLLING_WRITING
    // A name can stand for several addresses, of which the first may not answer at all. libpq goes
    // on with the next one only when the system reports an error, so the socket is ended for that.
    var isAddressSilent = false
    var address: (socket: Int32, deadline: ContinuousClock.Instant)?
    while true {
      guard !isOver else { throw PostgresError(.closed, "The attempt is over.") }
      switch status {
      case PGRES_POLLING_OK: return
      case PGRES_POLLING_READING, PGRES_POLLING_WRITING:
        let socket = libpq().PQsocket(connection)
        if address?.socket != socket {
          address = (socket, .now + options.connectTimeout / 2)
        }
        let isReady = alarm.wait(
          for: socket,
          toWrite: status == PGRES_POLLING_WRITING,
          until: libpq().PQstatus(connection) == CONNECTION_STARTED ? address?.deadline : nil
        )
        if !isReady {
          isAddressSilent = true
          shutdown(socket, Int32(SHUT_RDWR))
        } else if status == PGRES_POLLING_READING, !isOver {
          options.pulse.beat()
        }
      default:
        let error = PostgresError(connecting: connection, libpq)
        throw isAddressSilent && error.kind == .unreachable
          ? PostgresError(.timedOut, "The server did not answer in time.") : error
      }
      status = libpq().PQconnectPoll(connection)
    }
  }
}

/// Lets a thread wait for a socket until it is woken.
private final class Alarm: Sendable {
  private let descriptor: Int32

  init() throws(PostgresError) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard descriptor >= 0 else {
      throw PostgresError(.unreachable, "This program has too many files open.")
    }
  }

  deinit { close(descriptor) }

  func ring() {
    var one: UInt64 = 1
    write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// - Returns: Whether it was not the deadline that ended the wait.
  func wait(
    for socket: Int32,
    toWrite: Bool,
    until deadline: ContinuousClock.Instant?
  ) -> Bool {
    var milliseconds: Int32 = -1
    if let deadline {
      let (seconds, attoseconds) = ContinuousClock.now.duration(to: deadline).components
      let rest = seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
      milliseconds = Int32(clamping: max(rest, 0))
    }
    var descriptors = [
      pollfd(fd: socket, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    return poll(&descriptors, 2, milliseconds) != 0
  }
}

/// Strings for a function of C, with a null pointer at the end.
final class CStrings {
  private var owned: [UnsafeMutablePointer<CChar>?]
  let pointers: UnsafeMutablePointer<UnsafePointer<CChar>?>

  init(_ strings: [String]) {
    owned = strings.map { strdup($0) }
    pointers = .allocate(capacity: strings.count + 1)
    for (index, string) in owned.enumerated() {
      (pointers + index).initialize(to: UnsafePointer(string))
    }
    (pointers + strings.count).initialize(to: nil)
  }

  deinit {
    for string in owned { free(string) }
    pointers.deallocate()
  }
}

extension Duration {
  /// The same for libdispatch.
  var dispatch: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    // Longer than a century is the same as a century.
    let limited = min(max(seconds, 0), 3_155_760_000)
    return .nanoseconds(Int(limited) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
