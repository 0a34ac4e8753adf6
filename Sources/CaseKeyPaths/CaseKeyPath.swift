/// A key path to the associated value of an enum's case, such as `\Destination.Cases.edit`.
///
/// It is an ordinary key path: it can be appended to another one, compared, hashed, and inferred
/// from `\.edit`. Called as a function it embeds a value: `(\Destination.Cases.edit)(state)`.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// A ``CaseKeyPath`` to any case of one enum.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

/// A case, or a chain of cases, whose associated value is a `Value`.
///
/// Its only use is to write key paths: `\Root.Cases.child.grandchild`.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  fileprivate let path: any ErasedCasePath<Value>
  fileprivate let isIdentity: Bool

  /// The root of every case key path: the value itself.
  public init() {
    path = AnyCasePath<Value, Value>()
    isIdentity = true
  }

  /// A case of the enum `Root`.
  ///
  /// Use it to add subscripts to `Case`, for enums whose cases are distinguished by an argument,
  /// such as the id of an element.
  public init<Root>(_ path: AnyCasePath<Root, Value>) {
    self.path = path
    isIdentity = false
  }

  /// A case of the enum `Root`.
  ///
  /// - Parameters:
  ///   - embed: Makes an enum from an associated value.
  ///   - extract: Returns the associated value, or `nil` when the enum is in another case.
  ///   - name: The name of the case, for reports.
  public init<Root>(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?,
    name: StaticString = #function
  ) {
    self.init(AnyCasePath(embed: embed, extract: extract, name: name))
  }

  /// The case that a key path leads to.
  ///
  /// - Parameter keyPath: The case.
  public init<Root>(_ keyPath: CaseKeyPath<Root, Value>) {
    self.init(AnyCasePath(keyPath))
  }

  /// Returns the case that a case path of `Value` leads to.
  public func appending<AppendedValue>(
    _ next: AnyCasePath<Value, AppendedValue>
  ) -> Case<AppendedValue> {
    // The first step is the generated case path itself, without an identity in front of it.
    isIdentity ? Case<AppendedValue>(next) : path.appendingErased(next)
  }

  func resolved<Root>(from root: Root.Type) -> AnyCasePath<Root, Value> {
    // Every step starts from the `Case<Root>` that the key path is applied to.
    path as! AnyCasePath<Root, Value>
  }
}

extension Case {
  /// A case that no value of any type is in: `store.scope(state: \.child, action: \.never)` is for
  /// a child that has no actions.
  public var never: Case<Never> {
    appending(
      AnyCasePath<Value, Never>(embed: { (absurd: Never) -> Value in }, extract: { _ in nil })
    )
  }
}

extension Case where Value: CasePathable {
  /// The case with a name: `\Root.Cases.name`.
  public subscript<AppendedValue>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, AppendedValue>> & Sendable
  ) -> Case<AppendedValue> {
    appending(Value.allCasePaths[keyPath: keyPath])
  }
}

extension Case: CustomDebugStringConvertible {
  public var debugDescription: String {
    "Case<\(Value.self)>"
  }
}

// A chain of cases whose root type is erased. `Case` has no type parameter for the root, so that
// its key paths can be appended to each other.
private protocol ErasedCasePath<Value>: Sendable {
  associatedtype Value
  func appendingErased<AppendedValue>(
    _ next: AnyCasePath<Value, AppendedValue>
  ) -> Case<AppendedValue>
}

extension AnyCasePath: ErasedCasePath {
  fileprivate func appendingErased<AppendedValue>(
    _ next: AnyCasePath<Value, AppendedValue>
  ) -> Case<AppendedValue> {
    Case<AppendedValue>(appending(path: next))
  }
}

// A `Case` whose value type is erased, which is what a `PartialCaseKeyPath` leads to.
protocol PartialCase {
  func extractAny<Root>(from root: Root) -> Any?
  /// Embeds a value; returns `nil` if it is not of the case's type.
  func embedAny<Root>(_ value: Any, in root: Root.Type) -> Root?
  /// Returns a function that reads the `id` of the case's value; `nil` if the values have none.
  func idReader<Root, T: IDTransform>(
    from root: Root.Type,
    _ transform: T
  ) -> ((Root) -> T.Result?)?
}

extension Case: PartialCase {
  func extractAny<Root>(from root: Root) -> Any? {
    resolved(from: Root.self).extract(from: root)
  }

  func embedAny<Root>(_ value: Any, in root: Root.Type) -> Root? {
    (value as? Value).map { resolved(from: Root.self).embed($0) }
  }

  func idReader<Root, T: IDTransform>(
    from root: Root.Type,
    _ transform: T
  ) -> ((Root) -> T.Result?)? {
    func open<V: Identifiable>(_: V.Type) -> ((Root) -> T.Result?)? {
      // The cast succeeds: `V` is `Value`, which the compiler cannot see.
      guard let path = resolved(from: Root.self) as? AnyCasePath<Root, V> else { return nil }
      return { path.extract(from: $0).map { transform.result(for: $0.id) } }
    }
    return (Value.self as? any Identifiable.Type).flatMap { open($0) }
  }
}

extension KeyPath {
  /// Embeds a value in the case: `(\Destination.Cases.edit)(EditFeature.State())`.
  public func callAsFunction<Enum, AssociatedValue>(_ value: AssociatedValue) -> Enum
  where Root == Case<Enum>, Value == Case<AssociatedValue> {
    AnyCasePath(self).embed(value)
  }

  /// Makes a case without an associated value: `(\Destination.Cases.empty)()`.
  public func callAsFunction<Enum>() -> Enum
  where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}

extension PartialKeyPath {
  /// Embeds a value in a case whose type is not known statically.
  ///
  ///     let path: PartialCaseKeyPath<Destination> = \.edit
  ///     path(EditFeature.State())
  ///
  /// - Returns: The enum, or `nil` if the value does not have the type of the case's values.
  public func callAsFunction<Enum: CasePathable>(_ value: Any) -> Enum? where Root == Case<Enum> {
    // See `subscript(case:)` of `CasePathable`.
    (Case<Enum>()[keyPath: self] as? any PartialCase)?.embedAny(value, in: Enum.self)
  }
}

/// Returns whether an enum is in a case: `\Destination.Cases.edit ~= destination`. It allows
/// `switch destination { case \.edit: … }`.
public func ~= <Root: CasePathable>(pattern: PartialCaseKeyPath<Root>, value: Root) -> Bool {
  value.is(pattern)
}
