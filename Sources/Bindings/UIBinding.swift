internal import AccessTracking
public import CaseKeyPaths

/// Reads and writes a value that another object owns, for views of any toolkit.
///
/// ```swift
/// @UIBindable var model: SettingsModel
/// let name: UIBinding<String> = $model.name
/// name.wrappedValue = "Mina"
/// ```
///
/// Two bindings that start at the same object and take the same steps to a value have the same
/// ``UIBindingIdentifier``.
@propertyWrapper
@dynamicMemberLookup
public struct UIBinding<Value> {
  let location: BindingLocation<Value>
  /// The transaction of changes that are made through this binding.
  public var transaction = UITransaction()

  init(_ location: BindingLocation<Value>, transaction: UITransaction = UITransaction()) {
    self.location = location
    self.transaction = transaction
  }

  /// A binding that stores its value itself: `@UIBinding var name = ""`. Its changes are observed.
  public init(wrappedValue: Value) {
    self.init(StoredLocation(wrappedValue))
  }

  /// Returns the same binding, for parameters that are passed with `$`.
  public init(projectedValue: UIBinding) {
    self = projectedValue
  }

  /// A binding to a value that closures read and write.
  ///
  /// - Parameters:
  ///   - get: Reads the value.
  ///   - set: Takes a new value.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.init(ClosureLocation(get: get, set: set))
  }

  /// A binding to a value that never changes.
  public static func constant(_ value: Value) -> UIBinding {
    UIBinding(ConstantLocation(value))
  }

  /// A binding to the wrapped value of an optional.
  ///
  /// When the optional becomes `nil` later, the binding reads the last wrapped value. Writing sets
  /// the optional again.
  ///
  /// - Parameter base: A binding to the optional.
  /// - Returns: `nil` if the optional is `nil`.
  public init?(_ base: UIBinding<Value?>) {
    self.init(base, setsNil: true)
  }

  /// - Parameter setsNil: Whether writing sets the optional when it has become `nil`.
  private init?(_ base: UIBinding<Value?>, setsNil: Bool) {
    guard let value = base.location.value else { return nil }
    self.init(
      UnwrappedLocation(base.location, value, setsNil: setsNil),
      transaction: base.transaction
    )
  }

  /// A binding to an optional value from a binding to a value. Writing `nil` does nothing.
  public init<Wrapped>(_ base: UIBinding<Wrapped>) where Value == Wrapped? {
    self.init(OptionalLocation(base.location), transaction: base.transaction)
  }

  /// A binding to whether an optional has a value. Writing `false` sets the optional to `nil`;
  /// writing `true` does nothing.
  public init<Wrapped>(_ base: UIBinding<Wrapped?>) where Value == Bool {
    self.init(PresenceLocation(base.location), transaction: base.transaction)
  }

  /// A type-erased binding. Writing a value of another type does nothing.
  public init<Base: Hashable>(_ base: UIBinding<Base>) where Value == AnyHashable {
    self.init(HashableLocation(base.location), transaction: base.transaction)
  }

  /// The value.
  public var wrappedValue: Value {
    get { location.value }
    nonmutating set {
      BindingWrite.perform {
        withUITransaction(transaction) { location.value = newValue }
      }
    }
  }

  /// The binding itself, as `$value`.
  public var projectedValue: UIBinding { self }

  /// Returns a binding to the same value whose changes have a transaction.
  ///
  /// - Parameter transaction: The transaction. Its values replace those of the binding's own.
  public func transaction(_ transaction: UITransaction) -> UIBinding {
    UIBinding(location, transaction: self.transaction.merging(transaction))
  }

  /// A binding to a part of the value.
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> UIBinding<Member> {
    UIBinding<Member>(MemberLocation(location, keyPath), transaction: transaction)
  }

  /// A binding to the associated value of a case; `nil` if the enum is in another case.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>> & Sendable
  ) -> UIBinding<Member>? where Value: CasePathable {
    UIBinding<Member>(
      UIBinding<Member?>(
        CaseLocation(
          OptionalLocation(location),
          Value.allCasePaths[keyPath: keyPath],
          id: keyPath
        ),
        transaction: transaction
      ),
      // A control may write late, when the enum is in another case already.
      setsNil: false
    )
  }

  /// A binding to the associated value of a case of an optional enum:
  /// `sheet(item: $model.destination.edit)`.
  ///
  /// It reads `nil` if the enum is in another case. Writing a value puts the enum into the case.
  /// Writing `nil` sets the enum to `nil` if it is in the case, and does nothing otherwise.
  public subscript<Enum: CasePathable, Member>(
    dynamicMember keyPath: KeyPath<Enum.AllCasePaths, AnyCasePath<Enum, Member>> & Sendable
  ) -> UIBinding<Member?> where Value == Enum? {
    UIBinding<Member?>(
      CaseLocation(location, Enum.allCasePaths[keyPath: keyPath], id: keyPath),
      transaction: transaction
    )
  }
}

extension UIBinding: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension UIBinding: Sequence where Value: MutableCollection {
  public typealias Element = UIBinding<Value.Element>
  public typealias Iterator = IndexingIterator<UIBinding>
}

extension UIBinding: Collection where Value: MutableCollection {
  public typealias Index = Value.Index
  public typealias Indices = Value.Indices

  public var startIndex: Index { wrappedValue.startIndex }
  public var endIndex: Index { wrappedValue.endIndex }
  public var indices: Indices { wrappedValue.indices }
  public func index(after index: Index) -> Index { wrappedValue.index(after: index) }

  /// A binding to an element. The collection must contain the position whenever the binding is read
  /// or written.
  public subscript(position: Index) -> UIBinding<Value.Element> {
    UIBinding<Value.Element>(ElementLocation(location, position), transaction: transaction)
  }
}

extension UIBinding: BidirectionalCollection
where Value: MutableCollection & BidirectionalCollection {
  public func index(before index: Index) -> Index { wrappedValue.index(before: index) }
}

extension UIBinding: RandomAccessCollection
where Value: MutableCollection & RandomAccessCollection {}

/// Makes bindings to the properties of an observable object, such as `$model.name` for
/// `@UIBindable var model: SettingsModel`.
@propertyWrapper
@dynamicMemberLookup
public struct UIBindable<Value: AnyObject> {
  /// The object.
  public var wrappedValue: Value

  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// - Parameter wrappedValue: The object.
  public init(_ wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  public init(projectedValue: UIBindable) {
    self = projectedValue
  }

  /// The wrapper itself, as `$model`.
  public var projectedValue: UIBindable { self }

  /// A binding to a property of the object.
  public subscript<Member>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Member>
  ) -> UIBinding<Member> {
    UIBinding(PropertyLocation(wrappedValue, keyPath))
  }
}

extension UIBindable: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

/// The identity of a binding. Bindings that start at the same object and take the same steps to a
/// value have equal identifiers.
public struct UIBindingIdentifier: Hashable {
  private let id: [AnyHashable]
  /// Kept alive, because the id contains its address.
  private let root: AnyObject

  public init<Value>(_ binding: UIBinding<Value>) {
    id = binding.location.id
    root = binding.location.root
  }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}
