import Foundation
import IssueReporting
import Synchronization

/// The identity of a set of values.
enum NamedValuesID: Hashable, Sendable {
  case object(ObjectIdentifier)
  /// All objects of a suite have the same values.
  case suite(String)
}

/// Values by name, in the form in which keys read and write them.
protocol NamedValues: Sendable {
  /// The identity of this set of values.
  var identity: NamedValuesID { get }

  func stored(_ name: String) -> StoredValue?

  /// Registers the value of a name that is not set.
  func register(_ value: StoredValue, for name: String, as form: StoredForm)

  /// Removes the value of a name that a key has registered.
  func unregister(_ name: String)

  /// - Parameters:
  ///   - value: The new value; ``StoredValue/null`` removes the old one.
  ///   - name: The name.
  ///   - form: The form in which a `UserDefaults` stores the type.
  ///   - canReplace: Returns whether the key can read the old value. If not, the old value is kept
  ///     under another name.
  ///   - completion: Called when the value has been written.
  func set(
    _ value: StoredValue,
    for name: String,
    as form: StoredForm,
    canReplace: (StoredValue) -> Bool,
    completion: @escaping WriteThrottle.Completion
  )

  func observe(_ name: String, onChange: @escaping @Sendable () -> Void) -> SharedSubscription

  /// Writes pending changes now.
  func flush()
}

extension UserDefaults {
  /// The values, for keys.
  var namedValues: any NamedValues {
    (self as? AppDefaults)?.core ?? UserDefaultsValues(self)
  }
}

/// The state of an ``AppDefaults``. There is one for each file.
final class AppStorageCore: NamedValues {
  private struct State {
    /// The last known content of the file, with pending changes applied.
    var values: [String: StoredValue] = [:]
    /// The changes that are not yet written; ``StoredValue/null`` removes a value.
    var changes: [String: StoredValue] = [:]
    /// The values of names that are not set.
    var defaults: [String: StoredValue] = [:]
    /// The same, registered by keys, for names that have no other.
    var defaultsOfKeys: [String: StoredValue] = [:]
    var hasLoaded = false
    var observers: [String: [Int: @Sendable () -> Void]] = [:]
    var nextObserver = 0
    var subscription: SharedSubscription?
  }

  private let state = Mutex(State())
  /// The file; `nil` if the values are only in memory.
  private let file: SharedFile?

  init(file: SharedFile?) {
    self.file = file
  }

  var url: URL? { file?.url }
  var identity: NamedValuesID { .object(ObjectIdentifier(self)) }

  // MARK: Values

  func stored(_ name: String) -> StoredValue? {
    loadIfNeeded()
    return state.withLock {
      $0.values[name] ?? $0.defaults[name] ?? $0.defaultsOfKeys[name]
    }
  }

  var all: [String: StoredValue] {
    loadIfNeeded()
    return state.withLock {
      $0.values.merging($0.defaults) { value, _ in value }
        .merging($0.defaultsOfKeys) { value, _ in value }
    }
  }

  func register(_ value: StoredValue, for name: String) {
    state.withLock { $0.defaults[name] = value == .null ? nil : value }
  }

  func register(_ value: StoredValue, for name: String, as form: StoredForm) {
    state.withLock { $0.defaultsOfKeys[name] = value == .null ? nil : value }
  }

  func unregister(_ name: String) {
    state.withLock { $0.defaultsOfKeys[name] = nil }
  }

  func set(
    _ value: StoredValue,
    for name: String,
    as form: StoredForm,
    canReplace: (StoredValue) -> Bool,
    completion: @escaping WriteThrottle.Completion
  ) {
    loadIfNeeded()
    let observers = state.withLock { state in
      if let old = state.values[name], !canReplace(old) {
        let newName = unusedName(for: name, in: state.values)
        state.values[newName] = old
        state.changes[newName] = old
      }
      let isSame = (state.values[name] ?? .null) == value
      state.values[name] = value == .null ? nil : value
      state.changes[name] = value
      return isSame ? [] : Array((state.observers[name] ?? [:]).values)
    }
    if let file {
      file.throttle.schedule({ try self.writeChanges() }, completion: completion)
    } else {
      completion(.success(()))
    }
    for observer in observers { observer() }
  }

  func observe(
    _ name: String,
    onChange: @escaping @Sendable () -> Void
  ) -> SharedSubscription {
    loadIfNeeded()
    let (observer, isFirst) = state.withLock { state in
      defer { state.nextObserver += 1 }
      state.observers[name, default: [:]][state.nextObserver] = onChange
      return (state.nextObserver, state.subscription == nil)
    }
    if isFirst, let file {
      let subscription = file.storage.observe(file.url) { [weak self] in self?.fileChanged() }
      // If another thread has subscribed meanwhile, the subscription of this one ends.
      state.withLock { if $0.subscription == nil { $0.subscription = subscription } }
    }
    return SharedSubscription { [weak self] in
      self?.state.withLock { _ = $0.observers[name]?.removeValue(forKey: observer) }
    }
  }

  func flush() {
    file?.throttle.flush()
  }

  private func unusedName(for name: String, in values: [String: StoredValue]) -> String {
    var number = 1
    while values["\(name).corrupt-\(number)"] != nil { number += 1 }
    return "\(name).corrupt-\(number)"
  }

  // MARK: The file

  private func loadIfNeeded() {
    guard let file, !state.withLock({ $0.hasLoaded }) else { return }
    file.throttle.serialized {
      guard !state.withLock({ $0.hasLoaded }) else { return }
      let values = read { try file.read(decodeValues, absenceCounts: false) } ?? [:]
      state.withLock { state in
        state.values = values
        state.hasLoaded = true
      }
    }
  }

  /// - Returns: The content of the file; `nil` if it cannot be used, which is reported.
  private func read(_ body: () throws -> [String: StoredValue]?) -> [String: StoredValue]? {
    do {
      return try body() ?? [:]
    } catch {
      reportIssue("The stored values of the application could not be read.\n\n\(error)")
      return nil
    }
  }

  private func writeChanges() throws {
    guard let file else { return }
    let (known, changes) = state.withLock { ($0.values, $0.changes) }
    let values = try file.withExclusiveAccess {
      // Read the file again, to keep what other processes have written since.
      var values = read { try file.read(decodeValues, absenceCounts: false) } ?? known
      for (name, value) in changes { values[name] = value == .null ? nil : value }
      try file.writeNow(JSONEncoder.forFile.encode(values))
      return values
    }
    state.withLock { state in
      for (name, value) in changes where state.changes[name] == value { state.changes[name] = nil }
    }
    take(values)
  }

  private func fileChanged() {
    guard let file else { return }
    file.readChange(decodeValues, absenceCounts: false) { [self] result in
      if let values = read({ try result.get() }) {
        take(values)
      } else {
        // The file could not be used. Write all values that this process knows to a new one.
        state.withLock { state in
          state.changes.merge(state.values) { change, _ in change }
        }
        file.throttle.schedule {
          try self.writeChanges()
        } completion: { result in
          if case .failure(let error) = result { reportIssue("\(error)") }
        }
      }
    }
  }

  /// Takes over the content of the file, except for names with pending changes, and notifies the
  /// observers of what has changed.
  private func take(_ values: [String: StoredValue]) {
    let observers = state.withLock { state in
      let old = state.values
      state.values = values
      for (name, value) in state.changes { state.values[name] = value == .null ? nil : value }
      return state.observers
        .filter { state.values[$0.key] != old[$0.key] }
        .flatMap(\.value.values)
    }
    for observer in observers { observer() }
  }
}

private func decodeValues(_ data: Data) throws -> [String: StoredValue] {
  try JSONDecoder.forFile.decode([String: StoredValue].self, from: data).filter {
    $0.value != .null
  }
}

// MARK: - One for each file

extension AppStorageCore {
  private struct Entry {
    weak var core: AppStorageCore?
  }

  private static let cores = Mutex<[URL: Entry]>([:])

  /// Returns the core of a file. It is the same while it is referenced, or has pending changes.
  static func at(_ url: URL) -> AppStorageCore {
    let url = url.standardizedFileURL
    return cores.withLock { cores in
      if let core = cores[url]?.core { return core }
      let core = AppStorageCore(file: SharedFile.at(url, in: LocalFileStorage.shared))
      cores = cores.filter { $0.value.core != nil }
      cores[url] = Entry(core: core)
      return core
    }
  }
}
