import Dispatch
import Glibc
import IssueReporting
import Synchronization

/// Notifies when any process has written, replaced, created or removed a file.
///
/// It asks the kernel for events of the folder, not of the file, because a file that is replaced is
/// another inode. While nothing changes, no thread runs.
final class FolderWatcher: Sendable {
  static let shared = FolderWatcher()

  private struct WatchedFile: Hashable {
    let folder: String
    let name: String
  }

  private struct State {
    var descriptor: Int32 = -1
    var source: (any DispatchSourceRead)?
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
    let error: Int32? = state.withLock { state in
      if state.descriptor < 0 {
        state.descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard state.descriptor >= 0 else { return errno }
        state.source = makeSource(state.descriptor)
      }
      let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
      let watch = inotify_add_watch(state.descriptor, folder, events)
      guard watch >= 0 else { return errno }
      state.folders[watch] = folder
      return nil
    }
    guard let error else { return }
    let isFirst = state.withLock { state in
      defer { state.hasReported = true }
      return !state.hasReported
    }
    if isFirst {
      reportIssue(
        """
        Can't watch the folder "\(folder)": \(String(cString: strerror(error))).

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
        inotify_rm_watch(state.descriptor, watch)
        state.folders[watch] = nil
      }
    }
  }

  private func makeSource(_ descriptor: Int32) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [self] in
      for listener in listeners(of: readEvents(descriptor)) { listener() }
    }
    source.resume()
    return source
  }

  private func listeners(of events: [Event]) -> [@Sendable () -> Void] {
    state.withLock { state in
      if events.contains(where: { $0.mask & UInt32(IN_Q_OVERFLOW) != 0 }) {
        return state.listeners.values.flatMap(\.values)
      }
      var files: Set<WatchedFile> = []
      for event in events {
        guard let folder = state.folders[event.watch] else { continue }
        if event.mask & UInt32(IN_IGNORED) != 0 {
          // The folder is gone. `folderWasMade` watches it again.
          state.folders[event.watch] = nil
          files.formUnion(state.listeners.keys.filter { $0.folder == folder })
        } else {
          files.insert(WatchedFile(folder: folder, name: event.name))
        }
      }
      return files.flatMap { state.listeners[$0].map { Array($0.values) } ?? [] }
    }
  }

  private struct Event {
    let watch: Int32
    let mask: UInt32
    let name: String
  }

  /// Returns the events that can be read from the descriptor.
  private func readEvents(_ descriptor: Int32) -> [Event] {
    var result: [Event] = []
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        let headerSize = MemoryLayout<inotify_event>.size
        while rest.count >= headerSize {
          let header = rest.loadUnaligned(as: inotify_event.self)
          // The name follows the header and is padded with zeros.
          let end = headerSize + Int(header.len)
          let name = String(decoding: rest[headerSize..<end].prefix { $0 != 0 }, as: UTF8.self)
          result.append(Event(watch: header.wd, mask: header.mask, name: name))
          rest = UnsafeRawBufferPointer(rebasing: rest[end...])
        }
      }
    }
    return result
  }
}
