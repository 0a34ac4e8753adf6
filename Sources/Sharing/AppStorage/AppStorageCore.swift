import Foundation
import IssueReporting
import Synchronization

/// Values by name, as keys read and write them.
protocol NamedValues: Sendable {
  /// Tells these values apart from others.
  var identity: ObjectIdentifier { get }

  func stored(_ name: String) -> StoredValue?

  /// Says what value a name has for as long as it is not set.
  func register(_ value: StoredValue, for name: String, as form: StoredForm)

  /// - Parameters:
  ///   - value: The new value; ``StoredValue/null`` for none.
  ///   - name: Its name.
  ///   - form: What its type is for a `UserDefaults`.
  ///   - canReplace: Whether the old value is one that the key understands. Another is kept under another name.
  ///   - completion: Told when it is written.
  func set(
    _ value: StoredValue,
    for name: String,
    as form: StoredForm,
    canReplace: (StoredValue) -> Bool,
    completion: @escaping WriteThrottle.Completion
  )

  func observe(_ name: String, onChange: @escaping @Sendable () -> Void) -> SharedSubscription

  /// Writes what waits to be written.
  func flush()
}

extension UserDefaults {
  /// What keys see of it.
  var namedValues: any NamedValues {
    (self as? AppStorage)?.core ?? UserDefaultsValues(self)
  }
}

/// What is behind an ``AppStorage``: one for each file.
final class AppStorageCore: NamedValues {
  private struct State {
    /// What is in the file, as far as it is known, with what waits to be written.
    var values: [String: StoredValue] = [:]
    /// What waits to be written; ``StoredValue/null`` removes.
    var changes: [String: StoredValue] = [:]
    /// What names have that are not set.
    var defaults: [String: StoredValue] = [:]
    var hasLoaded = false
    var observers: [String: [Int: @Sendable () -> Void]] = [:]
    var nextObserver = 0
    var subscription: SharedSubscription?
  }

  private let state = Mutex(State())
  /// The file; `nil` where everything is in memory only.
  private let file: SharedFile?

  init(file: SharedFile?) {
    self.file = file
  }

  var url: URL? { file?.url }
  var identity: ObjectIdentifier { ObjectIdentifier(self) }

  // MARK: Values

  func stored(_ name: String) -> StoredValue? {
    loadIfNeeded()
    return state.withLock { $0.values[name] ?? $0.defaults[name] }
  }

  var all: [String: StoredValue] {
    loadIfNeeded()
    return state.withLock { $0.values.merging($0.defaults) { value, _ in value } }
  }

  func register(_ value: StoredValue, for name: String, as form: StoredForm = .plain) {
    state.withLock { $0.defaults[name] = value == .null ? nil : value }
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
      // Another thread may have been faster; this one's subscription ends then.
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

  /// - Returns: What is in the file; `nil` where it cannot be used, which is reported.
  private func read(_ body: () throws -> [String: StoredValue]?) -> [String: StoredValue]? {
    do {
      return try body() ?? [:]
    } catch {
      reportIssue("The application's stored values could not be read.\n\n\(error)")
      return nil
    }
  }

  private func writeChanges() throws {
    guard let file else { return }
    let (known, changes) = state.withLock { ($0.values, $0.changes) }
    let values = try file.withExclusiveAccess {
      // What others have written since is kept.
      var values = read { try file.read(decodeValues, absenceCounts: false) } ?? known
      for (name, value) in changes { values[name] = value == .null ? nil : value }
      try file.writeNow(JSONEncoder.forStorage.encode(values))
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
        // What this process knows is all that there is.
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

  /// Takes what is in the file, and tells the observers of what has changed, but for what waits to be written.
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
  try JSONDecoder.forStorage.decode([String: StoredValue].self, from: data).filter {
    $0.value != .null
  }
}

// MARK: - One for each file

extension AppStorageCore {
  private struct Entry {
    weak var core: AppStorageCore?
  }

  private static let cores = Mutex<[URL: Entry]>([:])

  /// The one of a file: the same for as long as somebody holds it, or something waits to be written.
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
