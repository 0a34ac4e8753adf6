import IdentifiedArrays
import OrderedCollections

extension Shared where Value: MutableCollection & RandomAccessCollection, Value.Index: Sendable {
  /// The elements of a collection, each shared.
  ///
  /// When the position of an element is gone later, its last value is kept as a separate value.
  ///
  /// - Complexity: O(n).
  public var elements: [Shared<Value.Element>] {
    let (base, value) = (reference, wrappedValue)
    return value.indices.map { index in
      Shared<Value.Element>(
        reference: DerivedReference(base: base, part: ElementPart(index, in: value))
      )
    }
  }
}

extension Shared where Value: _IdentifiedCollection {
  /// The elements of an identified array, each shared.
  ///
  /// They are identified by their ids: each stays the same element when others are added or
  /// removed. When an element is removed, its last value is kept as a separate value.
  ///
  /// - Complexity: O(n).
  public var elements: [Shared<Value.Element>] {
    let (base, value) = (reference, wrappedValue)
    return zip(value.ids, value).map { id, element in
      Shared<Value.Element>(
        reference: DerivedReference(base: base, part: IdentifiedPart(id, element))
      )
    }
  }
}

extension RangeReplaceableCollection {
  /// The elements of a shared collection, each shared: `ForEach(Array($rows)) { $row in … }`.
  ///
  /// When the position of an element is gone later, its last value is kept as a separate value.
  ///
  /// - Complexity: O(n).
  public init<Value>(_ shared: Shared<Value>)
  where
    Value: MutableCollection & RandomAccessCollection, Value.Index: Sendable,
    Element == Shared<Value.Element>
  {
    self.init(shared.elements)
  }

  /// The elements of a shared identified array, each shared and identified by its id.
  ///
  /// - Complexity: O(n).
  public init<Value: _IdentifiedCollection>(_ shared: Shared<Value>)
  where Element == Shared<Value.Element> {
    self.init(shared.elements)
  }
}

extension SharedReader where Value: RandomAccessCollection, Value.Index: Sendable {
  /// The elements of a collection, each shared.
  ///
  /// When the position of an element is gone later, its last value is read.
  ///
  /// - Complexity: O(n).
  public var elements: [SharedReader<Value.Element>] {
    let (base, value) = (reference, wrappedValue)
    return value.indices.map { index in
      SharedReader<Value.Element>(
        reference: DerivedReference(base: base, part: ElementPart(index, in: value))
      )
    }
  }
}

extension SharedReader where Value: _IdentifiedCollection {
  /// The elements of an identified array, each shared and identified by its id.
  ///
  /// When an element is removed, its last value is read.
  ///
  /// - Complexity: O(n).
  public var elements: [SharedReader<Value.Element>] {
    let (base, value) = (reference, wrappedValue)
    return zip(value.ids, value).map { id, element in
      SharedReader<Value.Element>(
        reference: DerivedReference(base: base, part: IdentifiedPart(id, element))
      )
    }
  }
}

extension RangeReplaceableCollection {
  /// The elements of a shared collection, each shared: `ForEach(Array($rows)) { $row in … }`.
  ///
  /// - Complexity: O(n).
  public init<Value>(_ shared: SharedReader<Value>)
  where
    Value: RandomAccessCollection, Value.Index: Sendable, Element == SharedReader<Value.Element>
  {
    self.init(shared.elements)
  }

  /// The elements of a shared identified array, each shared: `ForEach(Array($rows)) { $row in … }`.
  ///
  /// - Complexity: O(n).
  public init<Value: _IdentifiedCollection>(_ shared: SharedReader<Value>)
  where Element == SharedReader<Value.Element> {
    self.init(shared.elements)
  }
}

/// An `IdentifiedArray` of any type.
public protocol _IdentifiedCollection<ID, Element>: MutableCollection, RandomAccessCollection
where Index == Int {
  associatedtype ID: Hashable
  associatedtype IDs: Sequence<ID>
  var ids: IDs { get }
  subscript(id _: ID) -> Element? { get set }
}

extension IdentifiedArray: _IdentifiedCollection {}

/// An element that is identified by its id.
private struct IdentifiedPart<Whole: _IdentifiedCollection>: MutablePart {
  private let id: Unchecked<Whole.ID>
  private let wrapped: WrappedPart<Whole.Element>

  init(_ id: Whole.ID, _ element: Whole.Element) {
    self.id = Unchecked(id)
    wrapped = WrappedPart(element)
  }

  func read(_ whole: Whole) -> Whole.Element { wrapped.read(whole[id: id.value]) }
  func name(in whole: String) -> String { "\(whole)[id: \(id.value)]" }

  func modify<R>(
    _ whole: inout Whole,
    _ operation: (inout Whole.Element) throws -> R
  ) rethrows -> R {
    try wrapped.modify(&whole[id: id.value], operation)
  }
}
