import DependencyInjection
import Foundation
import Synchronization

/// Where ``SharedReaderKey/fileStorage(_:decoder:encoder:)`` keeps its files.
public protocol FileStorage: AnyObject, Sendable {
  /// How long at least lies between two writes of a file; what comes meanwhile is written at its end.
  var writeInterval: Duration { get }

  /// Reads a file.
  ///
  /// - Parameter url: The file.
  /// - Returns: What is in it; `nil` where there is none.
  /// - Throws: Where something is there but cannot be read.
  func contents(of url: URL) throws -> Data?

  /// Writes a file as a whole: whoever reads it sees the old content or the new, and so does who reads it after a crash.
  ///
  /// - Parameters:
  ///   - data: The new content.
  ///   - url: The file. The folders that it lies in are made.
  /// - Throws: Where it cannot be written; the old content is then still there.
  func write(_ data: Data, to url: URL) throws

  /// Gives what is in the place of a file another name, so that it is not lost when the file is written.
  ///
  /// - Parameter url: The file.
  /// - Returns: Where it is now.
  /// - Throws: Where that cannot be done.
  func setAside(_ url: URL) throws -> URL

  /// Keeps other processes that do the same from writing a file.
  ///
  /// - Parameter url: The file.
  /// - Returns: What lets them write it again.
  /// - Throws: Where another process keeps it for longer than writing takes.
  func lock(_ url: URL) throws -> SharedSubscription

  /// Begins to tell of changes of a file, by anybody.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - onChange: Called after each change.
  /// - Returns: What ends it.
  func observe(_ url: URL, onChange: @escaping @Sendable () -> Void) -> SharedSubscription
}

extension FileStorage where Self == LocalFileStorage {
  /// The files of this computer.
  public static var fileSystem: LocalFileStorage { .shared }
}

extension FileStorage where Self == InMemoryFileStorage {
  /// No files, but memory: a new, empty one each time that this is read.
  public static var inMemory: InMemoryFileStorage { InMemoryFileStorage() }

  /// No files, but memory, with something in it.
  ///
  /// - Parameter fileSystem: What is in which file.
  public static func inMemory(fileSystem: [URL: Data]) -> InMemoryFileStorage {
    InMemoryFileStorage(fileSystem: fileSystem)
  }
}

extension DependencyValues {
  /// Where ``SharedReaderKey/fileStorage(_:decoder:encoder:)`` keeps its files: ``LocalFileStorage`` in an application;
  /// memory in tests, an empty one in each.
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

/// Memory in the place of files, for tests.
public final class InMemoryFileStorage: FileStorage {
  private struct State {
    var files: [URL: Data]
    var observers: [URL: [Int: @Sendable () -> Void]] = [:]
    var nextObserver = 0
  }

  private let state: Mutex<State>

  /// - Parameter fileSystem: What is in which file.
  public init(fileSystem: [URL: Data] = [:]) {
    let files = fileSystem.map { ($0.key.standardizedFileURL, $0.value) }
    state = Mutex(State(files: Dictionary(files) { _, last in last }))
  }

  /// What is in which file.
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
    // No other process can reach it.
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
  /// Another name for a file that cannot be used: `notes.json.corrupt-20260131-235959`.
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
