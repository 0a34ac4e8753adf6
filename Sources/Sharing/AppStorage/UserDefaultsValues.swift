import Foundation

/// Values in a `UserDefaults` that is not an ``AppDefaults``, such as one that a feature or a test
/// has created for a suite.
///
/// Shared values see at once what is set through a key. They see what is set by name only when they
/// are loaded again, because Foundation does not notify of such changes on Linux. Values of types
/// that `UserDefaults` does not know are stored as the data of their JSON.
final class UserDefaultsValues: NamedValues, @unchecked Sendable {
  // Unchecked: the documentation of `UserDefaults` says that it is thread-safe, although it is not
  // marked `Sendable`.
  /// The key of the name that was set, in the notification of a change.
  private static let changedName = "ComposableArchitecture.changedName"

  private let defaults: UserDefaults
  let identity: NamedValuesID

  init(_ defaults: UserDefaults) {
    self.defaults = defaults
    identity =
      if let suite = defaults.suiteName { .suite(suite) } else {
        .object(ObjectIdentifier(defaults))
      }
  }

  func stored(_ name: String) -> StoredValue? {
    defaults.object(forKey: name).flatMap { try? StoredValue(any: $0) }
  }

  func register(_ value: StoredValue, for name: String, as form: StoredForm) {
    // Set instead of registered: a value that is registered with one `UserDefaults` is visible in
    // all others.
    if value != .null { set(value, for: name, as: form, canReplace: { _ in true }) { _ in } }
  }

  func unregister(_ name: String) {}

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
    // On Linux, Foundation only posts this notification when a whole domain changes, not for a
    // name. Those who observe another name have to leave it alone: what they would read is older
    // than a change of theirs that is still being made.
    NotificationCenter.default.post(
      name: UserDefaults.didChangeNotification,
      object: defaults,
      userInfo: [Self.changedName: name]
    )
  }

  func observe(_ name: String, onChange: @escaping @Sendable () -> Void) -> SharedSubscription {
    let observer = NotificationCenter.default.addObserver(
      forName: UserDefaults.didChangeNotification,
      object: defaults,
      queue: nil
    ) { notification in
      let changed = notification.userInfo?[Self.changedName] as? String
      if changed == nil || changed == name { onChange() }
    }
    return SharedSubscription { [observer = UncheckedSendable(observer)] in
      NotificationCenter.default.removeObserver(observer.value)
    }
  }

  func flush() {
    _ = defaults.synchronize()
  }
}

extension UserDefaults {
  /// The name of the suite, which Foundation does not make public. `nil` if it is not known, as for
  /// the values of the application.
  fileprivate var suiteName: String? {
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror {
      if let suite = current.descendant("suite") as? String { return suite }
      mirror = current.superclassMirror
    }
    return nil
  }
}
