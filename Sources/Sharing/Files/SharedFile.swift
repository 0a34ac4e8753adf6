import Foundation
import Synchronization

/// A file in which shared values are stored. It reads and writes the file in order, observes
/// changes by other processes, and renames a file that cannot be used.
final class SharedFile: Sendable {
  let url: URL
  let storage: any FileStorage
  let throttle: WriteThrottle
  private let state = Mutex(State())

  private struct State {
    /// The content that was last read or written, to distinguish our own writes from those of
    /// others.
    var lastContent: Content?
    /// Content that cannot be used, or the absence of the file, when it was first seen. It is acted
    /// on if it is still the same a moment later.
    var suspect: Content?
    /// Whether a file that cannot be used could not be renamed.
    var isBlocked = false
  }

  private enum Content: Equatable {
    case missing
    /// Something other than a file, or a file that cannot be read.
    case unreadable
    case data(count: Int, hash: Int)

    init(_ data: Data?) {
      self = data.map { .data(count: $0.count, hash: $0.hashValue(ofAll: ())) } ?? .missing
    }
  }

  private init(url: URL, storage: any FileStorage) {
    self.url = url
    self.storage = storage
    throttle = WriteThrottle(interval: storage.writeInterval)
  }

  /// Reads the file, after pending changes have been written.
  ///
  /// - Parameters:
  ///   - decode: Decodes the content of the file.
  ///   - absenceCounts: Whether an empty file that `decode` cannot decode counts as a missing one.
  /// - Returns: The value; `nil` if the file does not exist.
  /// - Throws: ``UnusableFile`` if the file cannot be read or decoded. It has been renamed then.
  func read<Value>(
    _ decode: (Data) throws -> Value,
    absenceCounts: Bool
  ) throws -> Value? {
    try throttle.serialized {
      throttle.flush()
      return try readNow(decode, absenceCounts)
    }
  }

  private func readNow<Value>(
    _ decode: (Data) throws -> Value,
    _ absenceCounts: Bool
  ) throws -> Value? {
    var suspect: Content?
    var attempts = 0
    while true {
      attempts += 1
      var content = Content.unreadable
      do {
        let data = try storage.contents(of: url)
        content = Content(data)
        state.withLock { $0.lastContent = content }
        return try value(of: data, decode, absenceCounts)
      } catch {
        // Another process may be writing the file. It is given a limited time, because the caller
        // waits.
        let isFinal = suspect == content || attempts == Self.maximumReadAttempts
        if confirmationDelay == 0 || isFinal { throw keepAside(error) }
        suspect = content
        Thread.sleep(forTimeInterval: confirmationDelay)
      }
    }
  }

  private func value<Value>(
    of data: Data?,
    _ decode: (Data) throws -> Value,
    _ absenceCounts: Bool
  ) throws -> Value? {
    do {
      return try data.map(decode)
    } catch  where data?.isEmpty == true && absenceCounts {
      // Some programs create a file before they have data to write. An empty file can be
      // overwritten without loss.
      return nil
    }
  }

  /// The time in seconds for which a file that cannot be used must stay unchanged before it counts
  /// as unusable. A program that writes in place leaves it incomplete for a moment, and some
  /// programs remove a file before they create it again.
  private var confirmationDelay: TimeInterval {
    storage.writeInterval > .zero ? 0.1 : 0
  }

  /// The time in seconds for which a file must stay absent before it counts as removed. No content
  /// is incomplete then, so less time is needed; and nothing is lost if it comes back.
  private var absenceDelay: TimeInterval { min(confirmationDelay, 0.03) }

  /// How often a file that cannot be used is read while another process keeps changing it, before
  /// it counts as unusable.
  private static let maximumReadAttempts = 20

  private func keepAside(_ error: any Error) -> UnusableFile {
    do {
      let newURL = try storage.setAside(url)
      state.withLock {
        $0.lastContent = .missing
        $0.isBlocked = false
      }
      return UnusableFile(url: url, cause: error, newURL: newURL)
    } catch let renamingError {
      state.withLock { $0.isBlocked = true }
      return UnusableFile(url: url, cause: error, renamingError: renamingError)
    }
  }

  /// Reads the file after a change.
  ///
  /// - Parameters:
  ///   - decode: Decodes the content of the file.
  ///   - absenceCounts: Whether an empty file that `decode` cannot decode counts as a missing one,
  ///     and whether pending changes are dropped when the file is removed.
  ///   - body: Takes the value, `nil` if the file no longer exists, or ``UnusableFile``. It is not
  ///     called if the file has the content that this process has written, or is about to write.
  func readChange<Value>(
    _ decode: @escaping @Sendable (Data) throws -> Value,
    absenceCounts: Bool,
    _ body: @escaping @Sendable (Result<Value?, any Error>) -> Void
  ) {
    throttle.serialized {
      var content = Content.unreadable
      let result = Result {
        let data = try storage.contents(of: url)
        content = Content(data)
        return try value(of: data, decode, absenceCounts)
      }
      guard content != state.withLock({ $0.lastContent }) else { return }
      guard !throttle.isPending || absenceCounts && content == .missing else { return }
      if case .success(_?) = result {
        accept(content)
        body(result)
      } else if isConfirmed(content) {
        if throttle.isPending { throttle.forget() }
        accept(content)
        body(result.mapError(keepAside))
      } else {
        let delay = content == .missing ? absenceDelay : confirmationDelay
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
          self.readChange(decode, absenceCounts: absenceCounts, body)
        }
      }
    }
  }

  private func accept(_ content: Content) {
    state.withLock { state in
      state.lastContent = content
      state.suspect = nil
    }
  }

  /// Returns whether the same unusable content has been seen before.
  private func isConfirmed(_ content: Content) -> Bool {
    guard confirmationDelay > 0 else { return true }
    return state.withLock { state in
      defer { state.suspect = content }
      return state.suspect == content
    }
  }

  /// Writes the file, now or a little later.
  ///
  /// - Parameters:
  ///   - completion: Called when this or newer content has been written.
  ///   - encode: Encodes the content.
  func write(
    completion: @escaping WriteThrottle.Completion,
    _ encode: @escaping @Sendable () throws -> Data
  ) {
    throttle.schedule({ try self.writeNow(encode()) }, completion: completion)
  }

  /// Writes the file at once. The caller must make sure that writes are in order.
  func writeNow(_ data: Data) throws {
    // A file that could not be renamed before must not be overwritten.
    if state.withLock({ $0.isBlocked }) {
      _ = try storage.setAside(url)
    }
    let last = state.withLock { state in
      defer {
        state.isBlocked = false
        state.lastContent = Content(data)
      }
      return state.lastContent
    }
    do {
      try storage.write(data, to: url)
    } catch {
      state.withLock { $0.lastContent = last }
      throw error
    }
  }
}

// MARK: - Several processes

extension SharedFile {
  /// Runs an operation while this process holds the lock of the file.
  ///
  /// - Throws: An error if another process holds the lock for longer than writing takes.
  func withExclusiveAccess<R>(_ operation: () throws -> R) throws -> R {
    try throttle.serialized {
      let lock = try storage.lock(url)
      defer { lock.cancel() }
      return try operation()
    }
  }
}

// MARK: - One for each file

extension SharedFile {
  private struct ID: Hashable {
    let url: URL
    let storage: ObjectIdentifier
  }

  private struct Entry {
    weak var file: SharedFile?
  }

  private static let files = Mutex<[ID: Entry]>([:])

  /// Returns the file at a URL. It is the same object while it is referenced, or has pending
  /// changes.
  static func at(_ url: URL, in storage: any FileStorage) -> SharedFile {
    let id = ID(url: url, storage: ObjectIdentifier(storage))
    return files.withLock { files in
      if let file = files[id]?.file { return file }
      let file = SharedFile(url: url, storage: storage)
      files = files.filter { $0.value.file != nil }
      files[id] = Entry(file: file)
      return file
    }
  }
}

/// The error that the file of a shared value cannot be used. The shared value is the default, or
/// keeps its last value.
struct UnusableFile: ExplainedError, CustomStringConvertible {
  /// The URL of the file.
  let url: URL
  /// The reason why the file cannot be used.
  let cause: any Error
  /// The URL after renaming; `nil` if the file could not be renamed.
  let newURL: URL?
  private let renamingError: (any Error)?

  init(url: URL, cause: any Error, newURL: URL? = nil, renamingError: (any Error)? = nil) {
    self.url = url
    self.cause = cause
    self.newURL = newURL
    self.renamingError = renamingError
  }

  var description: String {
    let fate =
      if let newURL {
        "It has been renamed to \"\(newURL.path(percentEncoded: false))\"."
      } else {
        """
        It could not be renamed, and nothing will be saved until it can be. \
        \(renamingError.map { "\($0)" } ?? "")
        """
      }
    return """
      The file "\(url.path(percentEncoded: false))" cannot be used: \(cause)

      \(fate) The shared value is the default, or keeps its last value. The likely causes:

      • The program has changed and reads another format now. Decode the old format, too.

      • Another program, or a person, has written the file.
      """
  }
}

extension Data {
  /// Returns a hash of all bytes. `hashValue` only uses the first of them.
  fileprivate func hashValue(ofAll _: Void) -> Int {
    var hasher = Hasher()
    withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
