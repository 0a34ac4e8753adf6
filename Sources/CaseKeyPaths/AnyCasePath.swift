/// A pair of functions that convert between an enum and the associated value of one of its cases.
///
/// `@CasePathable` generates one for each case. Code that handles many values with the same case
/// key path converts the key path to an `AnyCasePath` once and keeps it: calling ``embed(_:)`` and
/// ``extract(from:)`` costs a closure call and applies no key path.
///
/// Its functions are `@inlinable`, as is all code on the way of an action: generic code that is not
/// specialised for the client's types looks these types up at each call.
public struct AnyCasePath<Root, Value>: Sendable {
  @usableFromInline let _embed: @Sendable (Value) -> Root
  @usableFromInline let _extract: @Sendable (Root) -> Value?

  /// Creates a case path from its two halves.
  ///
  /// - Parameters:
  ///   - embed: Makes an enum from an associated value.
  ///   - extract: Returns the associated value, or `nil` when the enum is in another case.
  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    _embed = embed
    _extract = extract
  }

  /// Resolves a case key path: `AnyCasePath(\Destination.Cases.edit)`.
  ///
  /// - Complexity: Applies the key path once, here; the resulting functions do not.
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    self = Case<Root>()[keyPath: keyPath].resolved(from: Root.self)
  }

  /// Makes an enum from an associated value.
  @inlinable
  public func embed(_ value: Value) -> Root {
    _embed(value)
  }

  /// Returns the associated value, or `nil` when `root` is in another case.
  @inlinable
  public func extract(from root: Root) -> Value? {
    _extract(root)
  }

  /// Returns the case path that first takes this one, and then one of the associated value.
  @inlinable
  public func appending<AppendedValue>(
    path: AnyCasePath<Value, AppendedValue>
  ) -> AnyCasePath<Root, AppendedValue> {
    let (embed, extract) = (_embed, _extract)
    return AnyCasePath<Root, AppendedValue>(
      embed: { embed(path.embed($0)) },
      extract: { extract($0).flatMap(path.extract(from:)) }
    )
  }
}

extension AnyCasePath where Root == Value {
  /// The case path from a value to itself, which is that of the key path `\.self`.
  public init() {
    self.init(embed: { $0 }, extract: { $0 })
  }
}

extension AnyCasePath: CustomDebugStringConvertible {
  public var debugDescription: String {
    "AnyCasePath<\(Root.self), \(Value.self)>"
  }
}
