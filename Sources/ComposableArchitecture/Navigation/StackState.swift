import CustomDump
import IssueReporting
import OrderedCollections
import Synchronization

/// The features on a navigation stack, from the bottom to the top.
///
/// ```swift
/// @ObservableState
/// struct State {
///   var path = StackState<Path.State>()
/// }
/// ```
///
/// It is an ordered collection whose elements have stable identities, see ``ids``. Appending and removing the last
/// element and look-up by id take constant time; insertion and removal elsewhere are linear.
public struct StackState<Element> {
  /// The elements. Whoever adds, removes or moves some sets another ``revision``.
  @usableFromInline
  var elementsByID: OrderedDictionary<StackElementID, Element>
  @usableFromInline
  private(set) var revision = _StackRevision.empty

  /// Makes an empty stack.
  @inlinable
  public init() {
    elementsByID = [:]
  }

  /// The identities of the elements, in order.
  @inlinable
  public var ids: OrderedSet<StackElementID> { elementsByID.keys }

  /// The element with an id.
  ///
  /// Setting `nil` removes the element, setting a value under an id that is not there appends it.
  /// Complexity: constant; linear for a removal that is not the last element's.
  public subscript(id id: StackElementID) -> Element? {
    @inlinable get { elementsByID[id] }
    @inlinable _modify {
      let count = elementsByID.count
      defer { if elementsByID.count != count { revision = .next() } }
      yield &elementsByID[id]
    }
  }

  /// The payload of an enum case of the element with an id.
  ///
  /// Setting `nil` removes the element. Setting the payload of a case that the element is not in is reported, and
  /// changes nothing.
  public subscript<Case>(
    id id: StackElementID,
    case path: CaseKeyPath<Element, Case>,
    fileID fileID: _HashableStaticString = #fileID,
    filePath filePath: _HashableStaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column
  ) -> Case? where Element: CasePathable {
    get { self[id: id].flatMap { $0[case: path] } }
    set {
      guard let element = self[id: id], element[case: path] != nil else {
        reportIssue(
          """
          Can't modify the case of the element \(id.debugDescription) of a stack: \(
            self[id: id].map { "it is in another case, \(debugCaseOutput($0))" }
              ?? "no element has that id, the stack \(describe(ids))"
          ).

          Nothing was changed. The subscript "[id:case:]" changes the payload of the case that an element is \
          in, or removes it when set to "nil". To put an element into another case, assign it whole: \
          "path[id: id] = .other(…)". To make sure of the case, read the subscript first.
          """,
          fileID: fileID.staticString,
          filePath: filePath.staticString,
          line: line,
          column: column
        )
        return
      }
      self[id: id] = newValue.map { AnyCasePath(path).embed($0) }
    }
  }

  /// Removes an element and all above it.
  ///
  /// An id that is not in the stack is reported. Complexity: linear in the number of elements removed.
  public mutating func pop(
    from id: StackElementID,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard let index = elementsByID.index(forKey: id) else {
      reportMissing(
        id,
        "pop(from:)",
        SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      )
      return
    }
    removeLast(count - index)
  }

  /// Removes all elements above one.
  ///
  /// An id that is not in the stack is reported. Complexity: linear in the number of elements removed.
  public mutating func pop(
    to id: StackElementID,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard let index = elementsByID.index(forKey: id) else {
      reportMissing(
        id,
        "pop(to:)",
        SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      )
      return
    }
    removeLast(count - index - 1)
  }

  private func reportMissing(_ id: StackElementID, _ function: String, _ location: SourceLocation) {
    location.report(
      """
      Can't "\(function)" a stack: no element has the id \(id.debugDescription), the stack \
      \(describe(ids)).

      Nothing was popped. The likely cause:

      • The element had left already, with one below it or by another action. Check "ids" before popping \
      where that can happen.
      """
    )
  }
}

/// What a stack holds, for reports.
func describe(_ ids: OrderedSet<StackElementID>) -> String {
  ids.isEmpty ? "is empty" : "holds \(ids.map(\.debugDescription).joined(separator: ", "))"
}

extension StackState: RandomAccessCollection, RangeReplaceableCollection {
  @inlinable
  public var startIndex: Int { 0 }
  @inlinable
  public var endIndex: Int { elementsByID.count }
  @inlinable
  public var count: Int { elementsByID.count }

  @inlinable
  public subscript(position: Int) -> Element {
    elementsByID.values[position]
  }

  /// Replaces elements; the new ones get new ids.
  @inlinable
  public mutating func replaceSubrange(
    _ subrange: Range<Int>,
    with newElements: some Collection<Element>
  ) {
    revision = .next()
    if subrange.upperBound == count {
      elementsByID.removeLast(subrange.count)
      for element in newElements { elementsByID[.next()] = element }
      return
    }
    elementsByID.removeSubrange(subrange)
    for (offset, element) in newElements.enumerated() {
      elementsByID.updateValue(
        element,
        forKey: .next(),
        insertingAt: subrange.lowerBound + offset
      )
    }
  }

  @inlinable
  public mutating func append(_ element: Element) {
    revision = .next()
    elementsByID[.next()] = element
  }

  // `RangeReplaceableCollection` promises a result that must be used; popping a stack for its effect is the rule here.
  /// Removes the last element, if there is one.
  @inlinable
  @discardableResult
  public mutating func popLast() -> Element? {
    isEmpty ? nil : removeLast()
  }

  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element {
    revision = .next()
    return elementsByID.removeLast().value
  }

  @inlinable
  public mutating func removeLast(_ k: Int) {
    revision = .next()
    elementsByID.removeLast(k)
  }

  @inlinable
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    revision = .next()
    return elementsByID.remove(at: position).value
  }

  @inlinable
  public mutating func removeAll(keepingCapacity: Bool = false) {
    revision = .next()
    elementsByID.removeAll(keepingCapacity: keepingCapacity)
  }
}

/// Tells the sequence of a stack's ids from those before and after changes: while it is the same, so are they.
///
/// To compare ids would take the ids of before, and to keep them would make the next change copy them.
public struct _StackRevision: Equatable, Sendable {
  private let number: UInt64

  /// That of a stack to which nothing has been added yet.
  @usableFromInline
  static let empty = Self(number: 0)

  private static let count = Atomic<UInt64>(0)

  /// One that no stack has had before.
  @usableFromInline
  static func next() -> Self {
    Self(number: count.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}

extension StackState: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension StackState: Equatable where Element: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.elementsByID == rhs.elementsByID
  }
}

extension StackState: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elementsByID)
  }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState: Decodable where Element: Decodable {
  /// Reads an array of elements; each gets a new id.
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}

extension StackState: Encodable where Element: Encodable {
  /// Writes an array of the elements, without their ids, which mean nothing outside the process.
  public func encode(to encoder: any Encoder) throws {
    try Array(elementsByID.values).encode(to: encoder)
  }
}

extension StackState: CustomDebugStringConvertible, CustomDumpReflectable {
  public var debugDescription: String {
    "StackState([\(elementsByID.map { "\($0.debugDescription): \($1)" }.joined(separator: ", "))])"
  }

  public var customDumpMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(zip(ids, self)), displayStyle: .dictionary)
  }
}
