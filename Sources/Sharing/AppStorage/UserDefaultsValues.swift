import Foundation

/// Values in a `UserDefaults` that is not an ``AppStorage``: one that a feature or a test has made of a suite.
///
/// Who sets a value through a key tells all who share its name. What is set by name alone is only seen when the value is next
/// loaded: Foundation tells nobody of it. What `UserDefaults` has no type for is kept as the data
/// of its JSON.
final class UserDefaultsValues: NamedValues, @unchecked Sendable {
  // Unchecked: `UserDefaults` may be used by several threads at once, but does not say so to the compiler.
  private let defaults: UserDefaults

  init(_ defaults: UserDefaults) {
    self.defaults = defaults
  }

  var identity: ObjectIdentifier { ObjectIdentifier(defaults) }

  func stored(_ name: String) -> StoredValue? {
    defaults.object(forKey: name).flatMap { try? StoredValue(any: $0) }
  }

  func register(_ value: StoredValue, for name: String, as form: StoredForm) {
    // It is set: what is registered with one `UserDefaults` all others have, too.
    if value != .null { set(value, for: name, as: form, canReplace: { _ in true }) { _ in } }
  }

  func set(
    _ value: StoredValue,
    for name: String,
    as form: StoredForm,
    canReplace: (StoredValue) -> Bool,
    completion: @escaping WriteThrottle.Completion
  ) {
    if value == .null {
      defaults.removeObject(forKey: name)
    } else {
      do {
        defaults.set(try form.propertyList(of: value), forKey: name)
      } catch {
        return completion(.failure(error))
      }
    }
    completion(.success(()))
    // On Linux Foundation posts this when a whole domain changes, and not for a name.
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: defaults)
  }

  func observe(_ name: String, onChange: @escaping @Sendable () -> Void) -> SharedSubscription {
    let observer = NotificationCenter.default.addObserver(
      forName: UserDefaults.didChangeNotification,
      object: defaults,
      queue: nil
    ) { _ in onChange() }
    return SharedSubscription { [observer = UncheckedSendable(observer)] in
      NotificationCenter.default.removeObserver(observer.value)
    }
  }

  func flush() {
    _ = defaults.synchronize()
  }
}
