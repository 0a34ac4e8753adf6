import DependencyInjection
import Foundation
import Synchronization

/// The storage of the files of ``SharedReaderKey/fileStorage(_:decoder:encoder:)``.
public protocol FileStorage: AnyObject, Sendable {
  /// The shortest time between two writes of a file. Changes meanwhile are written at its end.
  var writeInterval: Duration { get }

  /// Reads a file.
  ///
  /// - Parameter url: The file.
  /// - Returns: The content of the file; `nil` if the file does not exist.
  /// - Throws: An error if the file exists but cannot be read.
  func contents(of url: URL) throws -> Data?

  /// Replaces the content of a file. All readers, also after a crash, find either the old content
  /// or the new one.
  ///
  /// - Parameters:
  ///   - data: The new content.
  ///   - url: The file. Its folder is created if necessary.
  /// - Throws: An error if the file cannot be written. Its old content is then unchanged.
  func write(_ data: Data, to url: URL) throws

  /// Renames a file, so that its content is not lost when the file is written again.
  ///
  /// - Parameter url: The file.
  /// - Returns: The new URL.
  /// - Throws: An error if the file cannot be renamed.
  func setAside(_ url: URL) throws -> URL

  /// Locks a file against other processes that also lock it.
  ///
  /// - Parameter url: The file.
  /// - Returns: A subscription that unlocks the file when it is cancelled or released.
  /// - Throws: An error if another process holds the lock for longer than writing takes.
  func lock(_ url: URL) throws -> SharedSubscription

  /// Observes a file, also for changes by other processes.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - onChange: Called after each change.
  /// - Returns: A subscription that ends the observation when it is cancelled or released.
  func observe(_ url: URL, onChange: @escaping @Sendable () -> Void) -> SharedSubscription
}

/// Returns whether both are the same storage.
public func == (lhs: any FileStorage, rhs: any FileStorage) -> Bool { lhs === rhs }

extension FileStorage where Self == LocalFileStorage {
  /// The files of this computer.
  public static var fileSystem: LocalFileStorage { .shared }
}

extension FileStorage where Self == InMemoryFileStorage {
  /// A storage in memory. Each read returns a new, empty storage.
  public static var inMemory: InMemoryFileStorage { InMemoryFileStorage() }

  /// Returns a storage in memory with some files.
  ///
  /// - Parameter fileSystem: The contents of the files.
  public static func inMemory(fileSystem: [URL: Data]) -> InMemoryFileStorage {
    InMemoryFileStorage(fileSystem: fileSystem)
  }
}

extension DependencyValues {
  /// The storage of the files of ``SharedReaderKey/fileStorage(_:decoder:encoder:)``:
  /// ``LocalFileStorage`` in an application; in each test, an empty storage in memory.
  public var defaultFileStorage: any FileStorage {
    get { self[DefaultFileStorageKey.self] }
    set { self[DefaultFileStorageKey.self] = newValue }
  }

  private enum DefaultFileStorageKey: DependencyKey {
    static var liveValue: any FileStorage { LocalFileStorage.shared }
    static var previewValue: any FileStorage { InMemoryFileStorage() }
    static var testValue: any FileStorage { InMemoryFileStorage() }
  }
}

/// A storage in memory, for tests.
public final class InMemoryFileStorage: FileStorage {
  private struct State {
    var files: [URL: Data]
    var observers: [URL: [Int: @Sendable () -> Void]] = [:]
    var nextObserver = 0
  }

  private let state: Mutex<State>

  /// - Parameter fileSystem: The contents of the files.
  public init(fileSystem: [URL: Data] = [:]) {
    let files = fileSystem.map { ($0.key.standardizedFileURL, $0.value) }
    state = Mutex(State(files: Dictionary(files) { _, last in last }))
  }

  /// The contents of the files.
  public var fileSystem: [URL: Data] { state.withLock { $0.files } }

  public var writeInterval: Duration { .zero }

  public func contents(of url: URL) -> Data? {
    state.withLock { $0.files[url] }
  }

  public func write(_ data: Data, to url: URL) {
    let observers = state.withLock { state in
      state.files[url] = data
      return state.observers[url]
    }
    for observer in observers?.values.map(\.self) ?? [] { observer() }
  }

  public func setAside(_ url: URL) -> URL {
    state.withLock { state in
      let newURL = url.setAside { state.files[$0] != nil }
      state.files[newURL] = state.files.removeValue(forKey: url)
      return newURL
    }
  }

  public func lock(_ url: URL) -> SharedSubscription {
    // Other processes cannot access this memory.
    SharedSubscription {}
  }

  public func observe(
    _ url: URL,
    onChange: @escaping @Sendable () -> Void
  ) -> SharedSubscription {
    let observer = state.withLock { state in
      defer { state.nextObserver += 1 }
      state.observers[url, default: [:]][state.nextObserver] = onChange
      return state.nextObserver
    }
    return SharedSubscription { [weak self] in
      self?.state.withLock { _ = $0.observers[url]?.removeValue(forKey: observer) }
    }
  }
}

extension URL {
  /// Returns an unused name for a file that cannot be used: `notes.json.corrupt-20260131-235959`.
  func setAside(isTaken: (URL) -> Bool) -> URL {
    let date = Date.now.formatted(
      Date.VerbatimFormatStyle(
        format: """
          \(year: .padded(4))\(month: .twoDigits)\(day: .twoDigits)-\
          \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased))\
          \(minute: .twoDigits)\(second: .twoDigits)
          """,
        timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian)
      )
    )
    let folder = deletingLastPathComponent()
    let name = "\(lastPathComponent).corrupt-\(date)"
    var url = folder.appending(path: name, directoryHint: .notDirectory)
    var number = 2
    while isTaken(url) {
      url = folder.appending(path: "\(name)-\(number)", directoryHint: .notDirectory)
      number += 1
    }
    return url
  }
}
