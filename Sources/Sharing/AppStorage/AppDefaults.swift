import DependencyInjection
import Foundation
import IssueReporting

/// Stores small values by name, such as preferences, in a file of the application. It is the
/// storage of ``SharedReaderKey/appStorage(_:store:)``, and corresponds to `UserDefaults` on other
/// platforms.
///
/// The file is `app-storage.json`, in a folder with the name of the application in the user's
/// configuration folder (`$XDG_CONFIG_HOME`, by default `~/.config`). Several processes may write
/// it: each holds a lock while it writes, and changes only the names that it has set. Changes by
/// other processes are read at once. A file that cannot be used is reported and renamed.
///
/// It is a subclass of `UserDefaults`, so that features and tests can use it as one. Unlike other
/// `UserDefaults`, it is only in memory in tests, and shared values see at once what is set by
/// name.
public final class AppDefaults: UserDefaults {
  let core: AppStorageCore

  /// Creates a storage in a file. All storages in the same file have the same values.
  ///
  /// - Parameter url: The file.
  public convenience init(url: URL) {
    self.init(core: .at(url))
  }

  /// Creates the storage of an application, or of a group of applications that share their values.
  ///
  /// - Parameter suiteName: The id of the application, such as `org.example.Counter`; by default,
  ///   the name of the program.
  /// - Returns: `nil` if the id cannot be the name of a folder.
  public override convenience init?(suiteName: String? = nil) {
    let name = suiteName ?? ProcessInfo.processInfo.processName
    guard !name.isEmpty, name != ".", name != "..", !name.contains("/"), !name.contains("\0") else {
      return nil
    }
    self.init(
      url: .configurationFolder.appending(path: name, directoryHint: .isDirectory)
        .appending(path: "app-storage.json", directoryHint: .notDirectory)
    )
  }

  fileprivate init(core: AppStorageCore) {
    self.core = core
    // This cannot fail without the name of a suite. No suite is needed, because this class reads
    // and writes each value itself.
    super.init(suiteName: nil)!
  }

  // Safe: the documentation of `UserDefaults` says that it is thread-safe, although it is not
  // marked `Sendable`. All state of this subclass is in its core, which is `Sendable`.
  nonisolated(unsafe) private static let application =
    AppDefaults() ?? AppDefaults(core: AppStorageCore(file: nil))

  /// The storage of this application, whose id is the name of the program.
  public override class var standard: AppDefaults { application }

  /// The file; `nil` if the values are only in memory.
  public var url: URL? { core.url }

  // MARK: Values

  /// The value of a name.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - name: The name.
  /// - Returns: The value; `nil` if it is not set, or has another type.
  public func value<Value: Decodable>(_ type: Value.Type = Value.self, forKey name: String)
    -> Value?
  {
    core.stored(name).flatMap { try? $0.decoded(as: type) }
  }

  /// The value of a name in a type of JSON: a `Bool`, `Int`, `Double`, `String`, an array or a
  /// dictionary.
  public override func object(forKey name: String) -> Any? {
    core.stored(name)?.propertyList
  }

  /// Sets the value of a name. `nil` removes it.
  ///
  /// A value that cannot be encoded or written is reported.
  public override func set(_ value: Any?, forKey name: String) {
    do {
      try core.set(StoredValue(any: value), for: name, as: .plain) { _ in
        true
      } completion: { result in
        if case .failure(let error) = result { reportIssue("\(error)") }
      }
    } catch {
      reportIssue("The value of \"\(name)\" could not be encoded: \(error)")
    }
  }

  // The inherited implementations would pass an object for a number, or an archive of a URL.
  public override func set(_ value: Bool, forKey name: String) { set(value as Any, forKey: name) }
  public override func set(_ value: Int, forKey name: String) { set(value as Any, forKey: name) }
  public override func set(_ value: Float, forKey name: String) { set(value as Any, forKey: name) }
  public override func set(_ value: Double, forKey name: String) { set(value as Any, forKey: name) }
  public override func set(_ value: URL?, forKey name: String) { set(value as Any, forKey: name) }

  /// Removes a name and its value.
  public override func removeObject(forKey name: String) {
    set(nil, forKey: name)
  }

  /// The value of a name; `false` if it is not set.
  public override func bool(forKey name: String) -> Bool { value(forKey: name) ?? false }

  /// The value of a name; 0 if it is not set.
  public override func integer(forKey name: String) -> Int { value(forKey: name) ?? 0 }

  /// The value of a name; 0 if it is not set.
  public override func float(forKey name: String) -> Float { value(forKey: name) ?? 0 }

  /// The value of a name; 0 if it is not set.
  public override func double(forKey name: String) -> Double { value(forKey: name) ?? 0 }

  /// The value of a name.
  public override func string(forKey name: String) -> String? { value(forKey: name) }

  /// The value of a name.
  public override func stringArray(forKey name: String) -> [String]? { value(forKey: name) }

  /// The value of a name as data. For an array or a dictionary, its JSON.
  public override func data(forKey name: String) -> Data? {
    switch core.stored(name) {
    case .array(let values): try? JSONEncoder.forStorage.encode(values)
    case .object(let values): try? JSONEncoder.forStorage.encode(values)
    default: value(forKey: name)
    }
  }

  /// The value of a name.
  public override func url(forKey name: String) -> URL? { value(forKey: name) }

  /// Registers the values of names that are not set. They are not written to the file.
  public override func register(defaults: [String: Any]) {
    for (name, value) in defaults {
      do {
        core.register(try StoredValue(any: value), for: name)
      } catch {
        reportIssue("The default of \"\(name)\" could not be encoded: \(error)")
      }
    }
  }

  /// All names and values.
  public override func dictionaryRepresentation() -> [String: Any] {
    core.all.mapValues(\.propertyList)
  }

  /// Writes pending changes now.
  public override func synchronize() -> Bool {
    core.flush()
    return true
  }
}

extension UserDefaults {
  /// A storage that is only in memory. Each read returns a new, empty ``AppDefaults``.
  public static var inMemory: UserDefaults { AppDefaults(core: AppStorageCore(file: nil)) }
}

extension URL {
  /// The folder for the configuration of the user's programs.
  fileprivate static var configurationFolder: URL {
    // The XDG Base Directory Specification says to ignore relative paths.
    if let path = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"], path.hasPrefix("/") {
      return URL(filePath: path, directoryHint: .isDirectory)
    }
    return FileManager.default.homeDirectoryForCurrentUser
      .appending(path: ".config", directoryHint: .isDirectory)
  }
}

extension DependencyValues {
  /// The storage of ``SharedReaderKey/appStorage(_:store:)``: ``AppDefaults/standard`` in an
  /// application; in each test, an empty storage in memory.
  ///
  /// It may be a `UserDefaults` other than ``AppDefaults``. Shared values do not see what is set by
  /// name in such a one until they are loaded again.
  public var defaultAppStorage: UserDefaults {
    get { self[DefaultAppStorageKey.self].value }
    set { self[DefaultAppStorageKey.self] = UncheckedSendable(newValue) }
  }

  /// Has no effect. On Apple's platforms it enables a warning for names that cannot be observed.
  /// Here all names can be observed. The property exists so that features that set it compile.
  public var appStorageKeyFormatWarningEnabled: Bool {
    get { self[AppStorageKeyFormatWarningKey.self] }
    set { self[AppStorageKeyFormatWarningKey.self] = newValue }
  }

  private enum AppStorageKeyFormatWarningKey: DependencyKey {
    static var liveValue: Bool { true }
    static var testValue: Bool { true }
  }

  // Safe: the documentation of `UserDefaults` says that it is thread-safe, although it is not
  // marked `Sendable`.
  private enum DefaultAppStorageKey: DependencyKey {
    static var liveValue: UncheckedSendable<UserDefaults> {
      UncheckedSendable(AppDefaults.standard)
    }
    static var previewValue: UncheckedSendable<UserDefaults> { UncheckedSendable(.inMemory) }
    static var testValue: UncheckedSendable<UserDefaults> { UncheckedSendable(.inMemory) }
  }
}
