import Dispatch
import Foundation
import Glibc
import Synchronization

/// Writes pending changes before the process ends.
///
/// A process ends in one of three ways. When it returns from `main` or calls `exit`, a function
/// that is registered with `atexit` writes the pending changes. When it receives `SIGTERM`,
/// `SIGINT` or `SIGHUP` and does not handle that signal itself, a handler writes them, and then the
/// signal has its usual effect. That handler is only installed while changes are pending, which is
/// at most a second. When the process is killed or crashes, the changes of the last second are
/// lost.
enum PendingWrites {
  private static let throttles = Mutex<[ObjectIdentifier: WriteThrottle]>([:])

  static func add(_ throttle: WriteThrottle) {
    _ = exitHandler
    throttles.withLock { throttles in
      if throttles.isEmpty { TerminationSignals.handle() }
      throttles[ObjectIdentifier(throttle)] = throttle
    }
  }

  static func remove(_ throttle: WriteThrottle) {
    throttles.withLock { throttles in
      guard throttles.removeValue(forKey: ObjectIdentifier(throttle)) != nil else { return }
      if throttles.isEmpty { TerminationSignals.ignore() }
    }
  }

  static func flush() {
    for throttle in throttles.withLock({ Array($0.values) }) { throttle.flush() }
  }

  private static let exitHandler: Void = {
    atexit { PendingWrites.flush() }
  }()
}

/// Writes pending changes before a signal ends the process.
private enum TerminationSignals {
  private static let signals = [SIGTERM, SIGINT, SIGHUP]

  /// Carries the number of a signal from its handler to a queue, because a signal handler may call
  /// hardly any functions.
  private static let pipe: (read: Int32, write: Int32) = {
    var descriptors: [Int32] = [-1, -1]
    guard Glibc.pipe(&descriptors) == 0 else { return (-1, -1) }
    for descriptor in descriptors {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    let input = descriptors[0]
    let source = DispatchSource.makeReadSource(
      fileDescriptor: input,
      queue: DispatchQueue(label: "Sharing.TerminationSignals")
    )
    source.setEventHandler {
      var signal: UInt8 = 0
      guard read(input, &signal, 1) == 1 else { return }
      PendingWrites.flush()
      // Without the handler, the signal has its usual effect.
      Glibc.signal(Int32(signal), SIG_DFL)
      kill(getpid(), Int32(signal))
    }
    source.resume()
    // Retained for the life of the process.
    _ = Unmanaged.passRetained(source as AnyObject)
    return (input, descriptors[1])
  }()

  private static let handler: @convention(c) (Int32) -> Void = { signal in
    let error = errno
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = write(TerminationSignals.pipe.write, &byte, 1)
    errno = error
  }

  static func handle() {
    guard pipe.write >= 0 else { return }
    for signal in signals where current(signal) == nil { Glibc.signal(signal, handler) }
  }

  static func ignore() {
    let ours = unsafeBitCast(handler, to: UnsafeRawPointer.self)
    for signal in signals where current(signal) == ours { Glibc.signal(signal, SIG_DFL) }
  }

  /// Returns the handler of a signal; `nil` if there is none.
  private static func current(_ signal: Int32) -> UnsafeRawPointer? {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return nil }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UnsafeRawPointer?.self)
  }
}
