import Dispatch
import Foundation
import Glibc

/// Reads the kernel's events of folders (inotify).
///
/// Folders are watched and not files, because a file that is replaced is another inode. While
/// nothing changes, no thread runs.
package final class FolderEvents: Sendable {
  package enum Event: Equatable, Sendable {
    /// Something happened to a file of a watched folder.
    case file(name: String, watch: Int32)
    /// The folder is gone, and with it the watch.
    case folderIsGone(watch: Int32)
    /// The kernel has dropped events, so anything may have happened.
    case overflow
  }

  private let descriptor: Int32
  // Dispatch's objects may be used by any thread, but do not say so to Swift.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  /// - Parameters:
  ///   - queue: The queue that `onEvents` is called on.
  ///   - pause: How long no events are read after some have been. What happens in that time is read
  ///     afterwards, and equal events that follow each other are one.
  ///   - onEvents: Called with the events that have been read.
  /// - Throws: `POSIXError` if the kernel gives no descriptor.
  package init(
    on queue: DispatchQueue,
    pause: DispatchTimeInterval? = nil,
    onEvents: @escaping @Sendable ([Event]) -> Void
  ) throws {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    self.descriptor = descriptor
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor,
      queue: queue
    )
    self.source = source
    source.setEventHandler {
      onEvents(Self.read(descriptor))
      guard let pause else { return }
      source.suspend()
      queue.asyncAfter(deadline: .now() + pause) { source.resume() }
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  deinit {
    source.cancel()
  }

  /// Begins to watch a folder, or adds to what is watched of it.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - kinds: The kinds of events: `IN_MODIFY` and others.
  /// - Returns: The number of the watch.
  /// - Throws: `POSIXError` if the folder cannot be read, or if the user watches as many as the
  ///   system allows.
  package func watch(_ folder: String, for kinds: Int) throws -> Int32 {
    let watch = inotify_add_watch(descriptor, folder, UInt32(kinds))
    guard watch >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    return watch
  }

  package func endWatch(_ watch: Int32) {
    inotify_rm_watch(descriptor, watch)
  }

  /// Returns the events that wait at a descriptor.
  private static func read(_ descriptor: Int32) -> [Event] {
    var result: [Event] = []
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      while true {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        let headerSize = MemoryLayout<inotify_event>.size
        while rest.count >= headerSize {
          let header = rest.loadUnaligned(as: inotify_event.self)
          // The name follows the header and is padded with zeros.
          let end = headerSize + Int(header.len)
          let name = String(decoding: rest[headerSize..<end].prefix { $0 != 0 }, as: UTF8.self)
          result.append(event(header, name))
          rest = UnsafeRawBufferPointer(rebasing: rest[end...])
        }
      }
    }
    return result
  }

  private static func event(_ header: inotify_event, _ name: String) -> Event {
    if header.mask & UInt32(IN_Q_OVERFLOW) != 0 { return .overflow }
    if header.mask & UInt32(IN_IGNORED) != 0 { return .folderIsGone(watch: header.wd) }
    return .file(name: name, watch: header.wd)
  }
}
