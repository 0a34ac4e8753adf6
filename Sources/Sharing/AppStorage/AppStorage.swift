import DependencyInjection
import Foundation
import IssueReporting

/// Small values by name, such as a user's preferences, in a file of the application: where
/// ``SharedReaderKey/appStorage(_:store:)`` keeps its values. What `UserDefaults` is elsewhere.
///
/// The file is `app-storage.json` in a folder named for the application in the user's configuration folder
/// (`$XDG_CONFIG_HOME`, `~/.config` where it is not set). Several processes may write it: each changes only the names that it
/// has set, under a lock. What others write is seen at once. A file that cannot be used is reported and kept under another
/// name.
public struct AppStorage: Sendable {
  let core: AppStorageCore

  /// - Parameter url: The file. Who names the same file has the same values.
  public init(url: URL) {
    core = .at(url)
  }

  /// The values of an application, or of a group of them that share their values.
  ///
  /// - Parameter suiteName: The application's id, such as `org.example.Counter`; the name of the program where it is left
  ///   out. It names a folder: `nil` is returned where it cannot.
  public init?(suiteName: String? = nil) {
    let name = suiteName ?? ProcessInfo.processInfo.processName
    guard !name.isEmpty, name != ".", name != "..", !name.contains("/"), !name.contains("\0") else {
      return nil
    }
    self.init(
      url: .configurationFolder.appending(path: name, directoryHint: .isDirectory)
        .appending(path: "app-storage.json", directoryHint: .notDirectory)
    )
  }

  /// The values of this application, which is known by the name of its program.
  public static let standard = AppStorage() ?? .inMemory

  /// Values in memory only: a new, empty storage each time that this is read.
  public static var inMemory: AppStorage { AppStorage(core: AppStorageCore(file: nil)) }

  private init(core: AppStorageCore) {
    self.core = core
  }

  /// The file; `nil` where everything is in memory only.
  public var url: URL? { core.url }

  // MARK: Values

  /// The value of a name.
  ///
  /// - Parameters:
  ///   - type: Its type.
  ///   - name: The name.
  /// - Returns: `nil` where there is none, or one of another type.
  public func value<Value: Decodable>(_ type: Value.Type = Value.self, forKey name: String)
    -> Value?
  {
    core.stored(name).flatMap { try? $0.decoded(as: type) }
  }

  /// Sets the value of a name. `nil` removes it.
  ///
  /// A value that cannot be encoded or written is reported.
  public func set(_ value: (some Encodable)?, forKey name: String) {
    do {
      try core.set(StoredValue(encoding: value), for: name) { _ in
        true
      } completion: { result in
        if case .failure(let error) = result { reportIssue("\(error)") }
      }
    } catch {
      reportIssue("The value of \"\(name)\" could not be encoded: \(error)")
    }
  }

  /// Removes a name and its value.
  public func removeObject(forKey name: String) {
    set(Bool?.none, forKey: name)
  }

  /// The value of a name; `false` where there is none.
  public func bool(forKey name: String) -> Bool { value(forKey: name) ?? false }

  /// The value of a name; 0 where there is none.
  public func integer(forKey name: String) -> Int { value(forKey: name) ?? 0 }

  /// The value of a name; 0 where there is none.
  public func double(forKey name: String) -> Double { value(forKey: name) ?? 0 }

  /// The value of a name.
  public func string(forKey name: String) -> String? { value(forKey: name) }

  /// The value of a name.
  public func stringArray(forKey name: String) -> [String]? { value(forKey: name) }

  /// The value of a name.
  public func data(forKey name: String) -> Data? { value(forKey: name) }

  /// The value of a name.
  public func url(forKey name: String) -> URL? { value(forKey: name) }
}

extension URL {
  /// Where the user's programs keep their configuration.
  fileprivate static var configurationFolder: URL {
    // A relative path is to be ignored, says the specification of these folders.
    if let path = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"], path.hasPrefix("/") {
      return URL(filePath: path, directoryHint: .isDirectory)
    }
    return FileManager.default.homeDirectoryForCurrentUser
      .appending(path: ".config", directoryHint: .isDirectory)
  }
}

extension DependencyValues {
  /// Where ``SharedReaderKey/appStorage(_:store:)`` keeps its values: ``AppStorage/standard`` in an application; memory in
  /// tests, an empty one in each.
  public var defaultAppStorage: AppStorage {
    get { self[DefaultAppStorageKey.self] }
    set { self[DefaultAppStorageKey.self] = newValue }
  }

  private enum DefaultAppStorageKey: DependencyKey {
    static var liveValue: AppStorage { .standard }
    static var previewValue: AppStorage { .inMemory }
    static var testValue: AppStorage { .inMemory }
  }
}
