/// Values that accompany a change, from the code that makes it to the code that shows it:
/// `observe { transaction in … }`.
///
/// Add a value of your own with ``UITransactionEntry()``:
///
/// ```swift
/// extension UITransaction {
///   @UITransactionEntry var isFromSearch = false
/// }
///
/// withUITransaction(\.isFromSearch, true) {
///   model.query = "Mina"
/// }
/// ```
public struct UITransaction: Sendable {
  /// The transaction of changes that the current task makes.
  @TaskLocal static var current = UITransaction()

  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// A transaction in which each value is the default of its key.
  public init() {}

  /// The value of a key, or the default of the key.
  public subscript<Key: UITransactionKey>(key: Key.Type) -> Key.Value {
    get {
      guard let value = values[ObjectIdentifier(key)] else { return Key.defaultValue }
      // The cast cannot fail: each value is stored under its own key.
      return value as? Key.Value ?? Key.defaultValue
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// Returns this transaction with the values of another one, which replace those of its own.
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
  /// The value in transactions that have not set another one.
  static var defaultValue: Value { get }
}

/// Calls a closure whose changes have a transaction. Values that only an outer transaction has set
/// apply, too.
///
/// - Parameters:
///   - transaction: The transaction.
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

/// Calls a closure whose changes have a transaction with a value.
///
/// - Parameters:
///   - keyPath: The property of the transaction.
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

/// Declares a value of ``UITransaction``:
/// `extension UITransaction { @UITransactionEntry var isFromSearch = false }`.
///
/// The initial value is the value in transactions that have not set another one.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(__Key_))
public macro UITransactionEntry() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "EntryMacro")
