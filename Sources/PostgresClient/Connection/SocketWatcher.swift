import Dispatch
import Foundation

/// Says when a socket can be read or written, once for each time that it was asked.
///
/// All is done on one queue, that of the connection.
final class SocketWatcher {
  private let reading: Watch
  private let writing: Watch

  /// - Parameters:
  ///   - descriptor: The socket. It may be closed while it is watched.
  ///   - queue: The queue on which everything happens.
  ///   - isReady: What is called when the socket is ready, or broken.
  init(
    descriptor: Int32,
    queue: DispatchQueue,
    isReady: @escaping @Sendable () -> Void
  ) throws(PostgresError) {
    reading = try Watch(descriptor, queue, isReady) {
      DispatchSource.makeReadSource(fileDescriptor: $0, queue: $1)
    }
    do {
      writing = try Watch(descriptor, queue, isReady) {
        DispatchSource.makeWriteSource(fileDescriptor: $0, queue: $1)
      }
    } catch {
      reading.cancel()
      throw error
    }
  }

  /// Asks to be told when the socket can be read, and when it can be written.
  func wait(toRead: Bool, toWrite: Bool) {
    if toRead { reading.resume() } else { reading.suspend() }
    if toWrite { writing.resume() } else { writing.suspend() }
  }

  /// Whether something can be read, or the other side has closed the connection.
  ///
  /// When the other side closes, libdispatch calls the handler once, and never again. If data came
  /// at the same moment, only the data would be noticed, so ask this before waiting.
  var isReadable: Bool { reading.isReadable }

  /// Ends watching. Nothing is called any more.
  func cancel() {
    reading.cancel()
    writing.cancel()
  }

  private final class Watch {
    private let source: any DispatchSourceProtocol
    private let copy: Int32
    // libdispatch counts, and ends the program if a source is released while it is suspended.
    private var isSuspended = true
    private var isCancelled = false

    /// Each source watches a copy of the descriptor, because libpq closes the original whenever it
    /// likes, and the system may give its number to another file at once.
    init(
      _ descriptor: Int32,
      _ queue: DispatchQueue,
      _ isReady: @escaping @Sendable () -> Void,
      _ makeSource: (Int32, DispatchQueue) -> any DispatchSourceProtocol
    ) throws(PostgresError) {
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else {
        throw PostgresError(.unreachable, "This program has too many files open.")
      }
      self.copy = copy
      source = makeSource(copy, queue)
      source.setEventHandler(handler: isReady)
      source.setCancelHandler { close(copy) }
    }

    var isReadable: Bool {
      guard !isCancelled else { return false }
      var descriptor = pollfd(fd: copy, events: Int16(POLLIN), revents: 0)
      return poll(&descriptor, 1, 0) > 0
    }

    func resume() {
      guard isSuspended, !isCancelled else { return }
      isSuspended = false
      source.resume()
    }

    func suspend() {
      guard !isSuspended, !isCancelled else { return }
      isSuspended = true
      source.suspend()
    }

    func cancel() {
      guard !isCancelled else { return }
      resume()
      isCancelled = true
      source.cancel()
    }

    deinit { cancel() }
  }
}
