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
///
/// It is a `UserDefaults`, so that what features and tests do with one they do with it. Unlike another one it is in memory
/// only in tests, and what is set in it by name is seen at once wherever the name is shared.
public final class AppStorage: UserDefaults {
  let core: AppStorageCore

  /// - Parameter url: The file. Who names the same file has the same values.
  public convenience init(url: URL) {
    self.init(core: .at(url))
  }

  /// The values of an application, or of a group of them that share their values.
  ///
  /// - Parameter suiteName: The application's id, such as `org.example.Counter`; the name of the program where it is left
  ///   out. It names a folder: `nil` is returned where it cannot.
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
    // Only for the name of a suite this fails, and nothing of a suite is used: each value is read and written here.
    super.init(suiteName: nil)!
  }

  // `UserDefaults` may be used by several threads at once, but does not say so to the compiler; all of this one is in its core.
  nonisolated(unsafe) private static let application =
    AppStorage() ?? AppStorage(core: AppStorageCore(file: nil))

  /// The values of this application, which is known by the name of its program.
  public override class var standard: AppStorage { application }

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

  /// The value of a name as JSON has it: a `Bool`, `Int`, `Double`, `String`, an array or a dictionary.
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

  // What these would hand to the one above is an object for the number, or the archive of a URL.
  public override func set(_ value: Bool, forKey name: String) { set(value as Any, forKey: name) }
  public override func set(_ value: Int, forKey name: String) { set(value as Any, forKey: name) }
  public override func set(_ value: Float, forKey name: String) { set(value as Any, forKey: name) }
  public override func set(_ value: Double, forKey name: String) { set(value as Any, forKey: name) }
  public override func set(_ value: URL?, forKey name: String) { set(value as Any, forKey: name) }

  /// Removes a name and its value.
  public override func removeObject(forKey name: String) {
    set(nil, forKey: name)
  }

  /// The value of a name; `false` where there is none.
  public override func bool(forKey name: String) -> Bool { value(forKey: name) ?? false }

  /// The value of a name; 0 where there is none.
  public override func integer(forKey name: String) -> Int { value(forKey: name) ?? 0 }

  /// The value of a name; 0 where there is none.
  public override func float(forKey name: String) -> Float { value(forKey: name) ?? 0 }

  /// The value of a name; 0 where there is none.
  public override func double(forKey name: String) -> Double { value(forKey: name) ?? 0 }

  /// The value of a name.
  public override func string(forKey name: String) -> String? { value(forKey: name) }

  /// The value of a name.
  public override func stringArray(forKey name: String) -> [String]? { value(forKey: name) }

  /// The value of a name: of one that is an array or a dictionary, its JSON.
  public override func data(forKey name: String) -> Data? {
    switch core.stored(name) {
    case .array(let values): try? JSONEncoder.forStorage.encode(values)
    case .object(let values): try? JSONEncoder.forStorage.encode(values)
    default: value(forKey: name)
    }
  }

  /// The value of a name.
  public override func url(forKey name: String) -> URL? { value(forKey: name) }

  /// Says what values names have for as long as they are not set. It is not written to the file.
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

  /// Writes what waits to be written.
  public override func synchronize() -> Bool {
    core.flush()
    return true
  }
}

extension UserDefaults {
  /// Values in memory only: a new, empty ``AppStorage`` each time that this is read.
  public static var inMemory: UserDefaults { AppStorage(core: AppStorageCore(file: nil)) }
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
  ///
  /// Another `UserDefaults` than an ``AppStorage`` serves, too; what is set in it by name alone is not told to who shares it.
  public var defaultAppStorage: UserDefaults {
    get { self[DefaultAppStorageKey.self].value }
    set { self[DefaultAppStorageKey.self] = UncheckedSendable(newValue) }
  }

  /// Whether a warning tells of names of values that cannot be observed on Apple's platforms. Here
  /// all can be, and there is no warning: this is for features that turn it off.
  public var appStorageKeyFormatWarningEnabled: Bool {
    get { self[AppStorageKeyFormatWarningKey.self] }
    set { self[AppStorageKeyFormatWarningKey.self] = newValue }
  }

  private enum AppStorageKeyFormatWarningKey: DependencyKey {
    static var liveValue: Bool { true }
    static var testValue: Bool { true }
  }

  // `UserDefaults` may be used by several threads at once, but does not say so to the compiler.
  private enum DefaultAppStorageKey: DependencyKey {
    static var liveValue: UncheckedSendable<UserDefaults> { UncheckedSendable(AppStorage.standard) }
    static var previewValue: UncheckedSendable<UserDefaults> { UncheckedSendable(.inMemory) }
    static var testValue: UncheckedSendable<UserDefaults> { UncheckedSendable(.inMemory) }
  }
}
