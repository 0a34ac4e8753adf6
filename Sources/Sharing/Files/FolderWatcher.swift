import Dispatch
import Foundation
import Glibc
import IssueReporting
import Synchronization

/// Notifies when any process has written, replaced, created or removed a file.
///
/// While nothing changes, no thread runs.
final class FolderWatcher: Sendable {
  static let shared = FolderWatcher()

  private struct WatchedFile: Hashable {
    let folder: String
    let name: String
  }

  private struct State {
    /// `nil` until the first file is watched.
    var events: FolderEvents?
    var folders: [Int32: String] = [:]
    var listeners: [WatchedFile: [Int: @Sendable () -> Void]] = [:]
    var nextListener = 0
    var hasReported = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "Sharing.FolderWatcher")

  /// Begins to watch a file.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - folder: The path of its folder, which must exist.
  ///   - onChange: Called after each change, on a queue of the watcher.
  /// - Returns: A subscription that ends the watch.
  func watch(
    _ name: String,
    in folder: String,
    onChange: @escaping @Sendable () -> Void
  ) -> SharedSubscription {
    let file = WatchedFile(folder: folder, name: name)
    let listener = state.withLock { state in
      defer { state.nextListener += 1 }
      state.listeners[file, default: [:]][state.nextListener] = onChange
      return state.nextListener
    }
    watch(folder)
    return SharedSubscription { self.remove(listener, from: file) }
  }

  /// Watches a folder that has been created again, if files in it are observed.
  func folderWasMade(_ folder: String) {
    let isWanted = state.withLock { $0.listeners.keys.contains { $0.folder == folder } }
    if isWanted { watch(folder) }
  }

  private func watch(_ folder: String) {
    do {
      try state.withLock { state in
        let events =
          try state.events
          ?? FolderEvents(on: queue) { [self] events in
            for listener in listeners(of: events) { listener() }
          }
        state.events = events
        let kinds = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
        state.folders[try events.watch(folder, for: Int(kinds))] = folder
      }
    } catch {
      report(error, folder)
    }
  }

  private func report(_ error: any Error, _ folder: String) {
    let isFirst = state.withLock { state in
      defer { state.hasReported = true }
      return !state.hasReported
    }
    if isFirst {
      reportIssue(
        """
        Can't watch the folder "\(folder)": \(error.localizedDescription)

        Changes by other programs to files in this folder will not be noticed. The likely causes: \
        the folder cannot be created or read, or this user already watches as many files as the \
        system allows.
        """
      )
    }
  }

  private func remove(_ listener: Int, from file: WatchedFile) {
    state.withLock { state in
      state.listeners[file]?[listener] = nil
      guard state.listeners[file]?.isEmpty == true else { return }
      state.listeners[file] = nil
      guard !state.listeners.keys.contains(where: { $0.folder == file.folder }) else { return }
      for (watch, folder) in state.folders where folder == file.folder {
        state.events?.endWatch(watch)
        state.folders[watch] = nil
      }
    }
  }

  private func listeners(of events: [FolderEvents.Event]) -> [@Sendable () -> Void] {
    state.withLock { state in
      var files: Set<WatchedFile> = []
      for event in events {
        switch event {
        case .file(let name, let watch):
          guard let folder = state.folders[watch] else { continue }
          files.insert(WatchedFile(folder: folder, name: name))
        case .folderIsGone(let watch):
          // `folderWasMade` watches it again.
          guard let folder = state.folders.removeValue(forKey: watch) else { continue }
          files.formUnion(state.listeners.keys.filter { $0.folder == folder })
        case .overflow:
          files.formUnion(state.listeners.keys)
        }
      }
      return files.flatMap { state.listeners[$0].map { Array($0.values) } ?? [] }
    }
  }
}
