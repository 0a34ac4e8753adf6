/// A value together with an id, for values that have no id of their own.
///
/// ```swift
/// var selection: Identified<Row.ID, Counter.State?>?
/// ```
///
/// The properties of the value are available directly: `selection.count` is
/// `selection.value.count`.
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  public let id: ID
  public var value: Value

  /// Creates a value with an id.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: Its id.
  public init(_ value: Value, id: ID) {
    self.id = id
    self.value = value
  }

  /// Creates a value whose id is one of its properties.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: The property.
  public init(_ value: Value, id: KeyPath<Value, ID>) {
    self.init(value, id: value[keyPath: id])
  }

  /// Creates a value whose id is computed from it.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: Returns the id of the value.
  public init(_ value: Value, id: (Value) -> ID) {
    self.init(value, id: id(value))
  }

  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    value[keyPath: keyPath]
  }

  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: keyPath] }
    set { value[keyPath: keyPath] = newValue }
  }
}

extension Identified: Equatable where Value: Equatable {}
extension Identified: Hashable where Value: Hashable {}
extension Identified: Sendable where ID: Sendable, Value: Sendable {}
extension Identified: Encodable where ID: Encodable, Value: Encodable {}
extension Identified: Decodable where ID: Decodable, Value: Decodable {}
