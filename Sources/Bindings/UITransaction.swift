/// What goes with a change from who makes it to who shows it: `observe { transaction in … }`.
///
/// Add a value of your own with ``UITransactionEntry()``:
///
/// ```swift
/// extension UITransaction {
///   @UITransactionEntry var isFromSearch = false
/// }
///
/// withUITransaction(\.isFromSearch, true) {
///   model.query = "Blob"
/// }
/// ```
public struct UITransaction: Sendable {
  /// What goes with changes that the current task makes.
  @TaskLocal static var current = UITransaction()

  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// A transaction whose values are all the defaults.
  public init() {}

  /// The value of a key, or the default of the key.
  public subscript<Key: UITransactionKey>(key: Key.Type) -> Key.Value {
    get {
      guard let value = values[ObjectIdentifier(key)] else { return Key.defaultValue }
      // A value is only ever kept under the key that it belongs to.
      return value as? Key.Value ?? Key.defaultValue
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// This transaction, with the values of another one in place of its own.
  func merging(_ other: UITransaction) -> UITransaction {
    var result = self
    result.values.merge(other.values) { $1 }
    return result
  }
}

/// The key of a value in a ``UITransaction``.
public protocol UITransactionKey<Value>: SendableMetatype {
  /// The type of the value.
  associatedtype Value: Sendable
  /// What transactions have that have no other value.
  static var defaultValue: Value { get }
}

/// Makes changes to which a transaction belongs. What an outer transaction has and this one has not
/// belongs to them, too.
///
/// - Parameters:
///   - transaction: What goes with the changes.
///   - body: Makes the changes.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws.
public func withUITransaction<R>(
  _ transaction: UITransaction,
  _ body: () throws -> R
) rethrows -> R {
  let merged = UITransaction.current.merging(transaction)
  return try UITransaction.$current.withValue(merged, operation: body)
}

/// Makes changes to which a value of a transaction belongs.
///
/// - Parameters:
///   - keyPath: Which value.
///   - value: The value.
///   - body: Makes the changes.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws.
public func withUITransaction<R, Value>(
  _ keyPath: WritableKeyPath<UITransaction, Value>,
  _ value: Value,
  _ body: () throws -> R
) rethrows -> R {
  var transaction = UITransaction()
  transaction[keyPath: keyPath] = value
  return try withUITransaction(transaction, body)
}

/// Declares a value of ``UITransaction``: `extension UITransaction { @UITransactionEntry var
/// isFromSearch = false }`.
///
/// The initial value is what transactions have that have no other one.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(__Key_))
public macro UITransactionEntry() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "UITransactionEntryMacro")
