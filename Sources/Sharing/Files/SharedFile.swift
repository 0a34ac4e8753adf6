import Foundation
import Synchronization

/// A file that shared values are kept in: reads and writes it in order, sees what others do to it, and keeps aside what
/// cannot be used.
final class SharedFile: Sendable {
  let url: URL
  let storage: any FileStorage
  let throttle: WriteThrottle
  private let state = Mutex(State())

  private struct State {
    /// Tells what was last read or written, so that our own writes are not taken for others'.
    var lastContent: Content?
    /// What was found and cannot be used, or that nothing was: it counts when it is still so a moment later.
    var suspect: Content?
    /// Whether something that cannot be used is still in the file's place.
    var isBlocked = false
  }

  private enum Content: Equatable {
    case missing
    /// Something that is no file, or cannot be read.
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

  /// Reads the file, after what waits to be written to it.
  ///
  /// - Parameters:
  ///   - decode: Makes a value of what is in the file.
  ///   - absenceCounts: Whether an empty file that `decode` can make no value of is like none.
  /// - Returns: The value; `nil` where there is no file.
  /// - Throws: ``UnusableFile`` where the file cannot be read or decoded. It has another name then.
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
    while true {
      var content = Content.unreadable
      do {
        let data = try storage.contents(of: url)
        content = Content(data)
        state.withLock { $0.lastContent = content }
        return try value(of: data, decode, absenceCounts)
      } catch {
        // Somebody may just be writing it.
        if confirmationDelay == 0 || suspect == content { throw keepAside(error) }
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
      // Some programs make a file before they have anything to write. Nothing is lost where it is
      // overwritten.
      return nil
    }
  }

  /// How long, in seconds, what cannot be used must stay as it is. A program that writes in place leaves it torn for a
  /// moment, and some remove a file before they make it anew.
  private var confirmationDelay: TimeInterval {
    storage.writeInterval > .zero ? 0.1 : 0
  }

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

  /// Reads the file after somebody has changed it.
  ///
  /// - Parameters:
  ///   - decode: Makes a value of what is in the file.
  ///   - absenceCounts: Whether an empty file that `decode` can make no value of is like none, and
  ///     the removal of the file takes what waits to be written with it.
  ///   - body: Takes the value, `nil` where there is none any more, or ``UnusableFile``. Not called
  ///     where the file is as this process has written it, or is about to write it.
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
        DispatchQueue.global().asyncAfter(deadline: .now() + confirmationDelay) {
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

  /// Whether what cannot be used has been found before.
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
  ///   - completion: Told when it is written, or something newer.
  ///   - encode: Makes what is to be in the file.
  func write(
    completion: @escaping WriteThrottle.Completion,
    _ encode: @escaping @Sendable () throws -> Data
  ) {
    throttle.schedule({ try self.writeNow(encode()) }, completion: completion)
  }

  /// Writes the file at once. To be called where writes are in order.
  func writeNow(_ data: Data) throws {
    // What could not be set aside before must not be overwritten.
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
  /// Runs something while no other process does so for this file.
  ///
  /// - Throws: Where another process keeps the lock for longer than writing takes.
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

  /// The file at a URL: the same one for as long as somebody holds it, or something waits to be written.
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

/// A file that a shared value is kept in cannot be used. The shared value has its default, or what it had before.
struct UnusableFile: ExplainedError, CustomStringConvertible {
  /// Where it was.
  let url: URL
  /// Why it cannot be used.
  let cause: any Error
  /// Where it is now; `nil` where it could not be renamed.
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
        "It has been kept as \"\(newURL.path(percentEncoded: false))\"."
      } else {
        "It is left in its place, and nothing will be saved until it can be renamed. \(renamingError.map { "\($0)" } ?? "")"
      }
    return """
      The file "\(url.path(percentEncoded: false))" cannot be used: \(cause)

      \(fate) The value is the default, or what it was before. The likely causes:

      • The program was changed and reads another format now. Decode the old one too.

      • Another program, or a person, has written the file.
      """
  }
}

extension Data {
  /// A hash of all bytes; `hashValue` looks only at the first of them.
  fileprivate func hashValue(ofAll _: Void) -> Int {
    var hasher = Hasher()
    withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
