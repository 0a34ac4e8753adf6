import DependencyInjection
import Foundation

/// Who loads the first value of a reference.
enum FirstLoad {
  /// The reference, as soon as it is there.
  case byReference
  /// The caller, afterwards.
  case byCaller
  /// Nobody: the initial value is one that the caller has loaded.
  case done
}

/// The references of keys that are in use.
final class ReferenceCache: @unchecked Sendable {
  // Unchecked: mutable state is only accessed with the lock held.

  private struct ID: Hashable {
    let key: AnyHashable
    let value: ObjectIdentifier
  }

  private struct Entry {
    weak var reference: AnyObject?
  }

  private let lock = NSRecursiveLock()
  private var entries: [ID: Entry] = [:]
  private var sizeAfterCleaning = 16

  /// Returns the mutable reference of a key, and creates it if it is not in use.
  func reference<Key: SharedKey>(
    of key: Key,
    initialValue: () -> Key.Value,
    loading: FirstLoad = .byReference,
    location: IssueLocation
  ) -> any MutableReference<Key.Value> {
    find(key, initialValue, loading, location) {
      $0 as? any MutableReference<Key.Value>
    } make: {
      $0
    }
  }

  /// Returns the reference of a key, and creates it if it is not in use.
  func reader<Key: SharedReaderKey>(
    of key: Key,
    initialValue: () -> Key.Value,
    loading: FirstLoad = .byReference,
    location: IssueLocation
  ) -> any Reference<Key.Value> {
    find(key, initialValue, loading, location) {
      $0 as? any Reference<Key.Value>
    } make: {
      $0
    }
  }

  private func find<Key: SharedReaderKey, Result>(
    _ key: Key,
    _ initialValue: () -> Key.Value,
    _ loading: FirstLoad,
    _ location: IssueLocation,
    cast: (AnyObject) -> Result?,
    make: (PersistentReference<Key>) -> Result
  ) -> Result {
    let id = ID(key: AnyHashable(key.id), value: ObjectIdentifier(Key.Value.self))
    let result: Result
    let starter: any Starter
    var isFound = false
    lock.lock()
    if let object = entries[id]?.reference, let found = cast(object),
      let found2 = object as? any Starter
    {
      (result, starter) = (found, found2)
      isFound = true
    } else {
      let reference = PersistentReference(
        key: key,
        initialValue: initialValue(),
        loading: loading,
        location: location
      )
      entries[id] = Entry(reference: reference)
      (result, starter) = (make(reference), reference)
      removeWhatIsGone()
    }
    lock.unlock()
    // Outside of the lock, because the key's code may take long to load, or ask for other
    // references.
    starter.startIfNeeded()
    if isFound, loading == .done { starter.take(loaded: initialValue()) }
    return result
  }

  /// Removes entries of released references, each time that the number of entries has doubled, so
  /// that the average cost is small.
  private func removeWhatIsGone() {
    guard entries.count > 2 * sizeAfterCleaning else { return }
    entries = entries.filter { $0.value.reference != nil }
    sizeAfterCleaning = max(16, entries.count)
  }

  /// The number of references that are in use.
  var count: Int {
    lock.withLock { entries.values.count { $0.reference != nil } }
  }
}

private protocol Starter {
  func startIfNeeded()
  func take(loaded value: Any)
}

extension PersistentReference: Starter {
  /// Takes a value that somebody else has loaded.
  func take(loaded value: Any) {
    if let value = value as? Key.Value { take(.success(value)) }
  }
}

extension DependencyValues {
  /// The references of keys that are in use. Each test has its own.
  var referenceCache: ReferenceCache {
    get { self[ReferenceCacheKey.self] }
    set { self[ReferenceCacheKey.self] = newValue }
  }

  private enum ReferenceCacheKey: DependencyKey {
    static var liveValue: ReferenceCache { ReferenceCache() }
    static var testValue: ReferenceCache { ReferenceCache() }
  }
}
