import Dispatch
import Foundation
import GRDB
import Glibc
import Logging
import Synchronization

/// Tells when a database has been changed by anybody: this process or another one.
///
/// GRDB's observation sees what goes through its own pool and no more, so another process must be
/// noticed from outside. `PRAGMA data_version`, asked on a connection that never writes, says for
/// certain whether anyone has committed, but only when asked, and asking again and again would
/// wake an idle program. Every commit writes to the file `-wal` (or, out of WAL mode and at
/// checkpoints, to the database file), so inotify on the folder tells when to ask. The folder is
/// watched and not the file because SQLite removes and makes `-wal` as processes come and go.
///
/// A commit becomes visible a moment after its last write to `-wal`, so the question is asked
/// again a few times after each event. Then there is silence: with nothing changing, no thread
/// runs and nothing wakes.
final class DatabaseWatcher: Sendable {
  private let path: String
  private let queue = DispatchQueue(label: "InventoryCore.DatabaseWatcher")
  private let state = Mutex(State())

  private struct State {
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextListener = 0
    /// Present while anyone listens.
    var connection: DatabaseQueue?
    var source: (any DispatchSourceRead)?
    var version: Int64 = 0
    /// Counts events, so that later questions about an earlier event are left out.
    var event = 0
  }

  private static let questions: [DispatchTimeInterval] = [
    .milliseconds(2), .milliseconds(20), .milliseconds(200), .seconds(1),
  ]

  /// How long nobody looks at events after one. An import writes thousands of pages a second, and
  /// each write is an event.
  private static let pause = DispatchTimeInterval.milliseconds(20)

  init(path: String) {
    self.path = path
  }

  deinit {
    state.withLock { $0.source?.cancel() }
  }

  /// A stream that yields once at the start and after every change, however many listen.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let listener = state.withLock { state in
      let listener = state.nextListener
      state.nextListener += 1
      state.listeners[listener] = continuation
      if state.connection == nil { start(&state) }
      return listener
    }
    // The stream holds the watcher: changes come for as long as somebody waits for them.
    continuation.onTermination = { _ in self.remove(listener) }
    continuation.yield()
    return stream
  }

  /// Asks whether something has been committed, and tells the listeners.
  func check() {
    let listeners = state.withLock { state in
      guard let connection = state.connection, let version = try? dataVersion(connection),
        version != state.version
      else { return [AsyncStream<Void>.Continuation]() }
      state.version = version
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.yield() }
  }

  private func remove(_ listener: Int) {
    state.withLock { state in
      state.listeners[listener] = nil
      guard state.listeners.isEmpty else { return }
      state.source?.cancel()
      state.source = nil
      state.connection = nil
      state.event += 1
    }
  }

  private func start(_ state: inout State) {
    do {
      let connection = try DatabaseQueue(
        path: path,
        configuration: .inventory(readonly: true, waiting: 1)
      )
      state.version = try dataVersion(connection)
      state.connection = connection
      state.source = try watchFolder()
    } catch {
      // Our own writes are still told, because they call `check`.
      Logger(label: "inventory").warning(
        "Changes by other programs will not be seen: \(error.localizedDescription)"
      )
    }
  }

  private func dataVersion(_ connection: DatabaseQueue) throws -> Int64 {
    try connection.unsafeRead { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
  }

  /// The file itself: SQLite writes its log beside that, also if the path is that of a link.
  private var file: URL { URL(filePath: path).resolvingSymlinksInPath() }

  private func watchFolder() throws -> any DispatchSourceRead {
    let folder = file.deletingLastPathComponent().path(percentEncoded: false)
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    guard inotify_add_watch(descriptor, folder, UInt32(IN_MODIFY | IN_MOVED_TO)) >= 0 else {
      let code = errno
      close(descriptor)
      throw POSIXError(.init(rawValue: code) ?? .EIO)
    }
    // Dispatch's objects may be used by any thread, but do not say so to Swift.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor,
      queue: queue
    )
    source.setEventHandler { [weak self, queue] in
      let names = readInotifyEvents(descriptor)
      self?.filesChanged(names)
      // What happens meanwhile waits at the descriptor, equal events as one.
      source.suspend()
      queue.asyncAfter(deadline: .now() + Self.pause) { source.resume() }
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
    return source
  }

  private func filesChanged(_ names: Set<String>) {
    let name = file.lastPathComponent
    guard names.contains(name) || names.contains("\(name)-wal") else { return }
    let event = state.withLock { state in
      state.event += 1
      return state.event
    }
    check()
    ask(again: Self.questions[...], event: event)
  }

  private func ask(again questions: ArraySlice<DispatchTimeInterval>, event: Int) {
    guard let delay = questions.first else { return }
    queue.asyncAfter(deadline: .now() + delay) { [weak self] in
      guard let self, state.withLock({ $0.event == event }) else { return }
      check()
      ask(again: questions.dropFirst(), event: event)
    }
  }
}

/// The names of the files that the events waiting at an inotify descriptor are about.
private func readInotifyEvents(_ descriptor: Int32) -> Set<String> {
  var names: Set<String> = []
  withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      guard count > 0 else { return }
      var events = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      let headerSize = MemoryLayout<inotify_event>.size
      while events.count >= headerSize {
        // The name follows the header and is padded with zeros.
        let length = Int(events.load(as: inotify_event.self).len)
        let name = events[headerSize..<headerSize + length].prefix { $0 != 0 }
        names.insert(String(decoding: name, as: UTF8.self))
        events = UnsafeRawBufferPointer(rebasing: events[(headerSize + length)...])
      }
    }
  }
  return names
}
