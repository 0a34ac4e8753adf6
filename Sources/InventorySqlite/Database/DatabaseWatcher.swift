import Dispatch
import Foundation
import GRDB
import Glibc
import InventoryCore
import Logging
import Sharing
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
    var events: FolderEvents?
    var version: Int64 = 0
    /// The file that was found when it was looked at last.
    var identity: FileIdentity?
    /// When to try again to watch the file, after that has failed.
    var nextStart: ContinuousClock.Instant?
    /// Counts events, so that later questions about an earlier event are left out.
    var event = 0
  }

  private static let questions: [DispatchTimeInterval] = [
    .milliseconds(2), .milliseconds(20), .milliseconds(200), .seconds(1),
  ]

  /// How long nobody looks at events after one. An import writes thousands of pages a second, and
  /// each write is an event.
  private static let pause = DispatchTimeInterval.milliseconds(20)

  /// How long nobody tries to watch a file that cannot be watched: each attempt may take a second.
  private let startPause: Duration
  private let logger: Logger

  init(
    path: String,
    startPause: Duration = .seconds(30),
    logger: Logger = Logger(label: "inventory")
  ) {
    self.path = path
    self.startPause = startPause
    self.logger = logger
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
      guard let connection = state.connection else {
        // Nobody knows what was changed while the file could not be watched.
        if !state.listeners.isEmpty { start(&state) }
        return Array(state.listeners.values)
      }
      // Whoever reads is told that another file is in its place.
      if let identity = FileIdentity(path), identity != state.identity {
        state.identity = identity
        return Array(state.listeners.values)
      }
      guard let version = try? dataVersion(connection), version != state.version
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
      state.events = nil
      state.connection = nil
      state.event += 1
    }
  }

  private func start(_ state: inout State) {
    if let next = state.nextStart, ContinuousClock.now < next { return }
    do {
      let connection = try DatabaseQueue(
        path: path,
        configuration: .inventory(readonly: true, waiting: 1)
      )
      state.version = try dataVersion(connection)
      state.identity = FileIdentity(path)
      state.events = try watchFolder()
      state.connection = connection
      state.nextStart = nil
    } catch {
      // Our own writes are still told, because they call `check`. It is said once.
      if state.nextStart == nil {
        logger.warning(
          "Changes by other programs will not be seen: \(error.localizedDescription)"
        )
      }
      state.nextStart = .now + startPause
    }
  }

  private func dataVersion(_ connection: DatabaseQueue) throws -> Int64 {
    try connection.unsafeRead { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
  }

  /// The file itself: SQLite writes its log beside that, also if the path is that of a link.
  private var file: URL { URL(filePath: path).resolvingSymlinksInPath() }

  private func watchFolder() throws -> FolderEvents {
    let events = try FolderEvents(on: queue, pause: Self.pause) { [weak self] in
      self?.folderChanged($0)
    }
    let folder = file.deletingLastPathComponent().path(percentEncoded: false)
    _ = try events.watch(folder, for: Int(IN_MODIFY | IN_MOVED_TO))
    return events
  }

  private func folderChanged(_ events: [FolderEvents.Event]) {
    let name = file.lastPathComponent
    let isConcerned = events.contains { event in
      switch event {
      case .file(let changed, _): changed == name || changed == "\(name)-wal"
      case .folderIsGone, .overflow: true
      }
    }
    guard isConcerned else { return }
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
