import CustomDump
import IssueReporting
import OrderedCollections

/// The features on a navigation stack, from the bottom to the top.
///
/// ```swift
/// @ObservableState
/// struct State {
///   var path = StackState<Path.State>()
/// }
/// ```
///
/// An ordered collection whose elements have stable identities, see ``ids``. Appending and removing
/// the last element take constant time, look-up by id logarithmic time; insertion and removal
/// elsewhere are linear. Copies share what has not changed since.
public struct StackState<Element> {
  // Invariant: There are as many ids as elements.
  @usableFromInline private(set) var order = StackOrder()
  @usableFromInline var elements = StackElements<Element>()

  /// Makes an empty stack.
  @inlinable
  public init() {}

  /// Makes a stack of a part of another one, such as `path.dropLast()` or `path.prefix(2)`. The
  /// elements keep their ids, and with them their effects.
  ///
  /// - Complexity: Linear.
  public init(_ elements: Slice<Self>) {
    self.init(keeping: elements.indices, of: elements.base)
  }

  private init(keeping positions: some Sequence<Int>, of stack: Self) {
    for position in positions { append(stack.elements[position], id: stack.order.ids[position]) }
  }

  /// The identities of the elements, in order.
  ///
  /// - Complexity: Constant if they have not changed since the last call, or are fewer than
  ///   sixteen; otherwise linear.
  public var ids: OrderedSet<StackElementID> { order.set }

  /// The ids as an array, in constant time.
  package var orderedIDs: ContiguousArray<StackElementID> { order.ids }

  /// The revision of the list of ids: changes when elements are added, removed or moved.
  @usableFromInline
  var idsRevision: _StackRevision { order.idsRevision }

  /// The element at a position, which reducers modify in place.
  @usableFromInline
  subscript(changing position: Int) -> Element {
    @inlinable get { elements[position] }
    @inlinable _modify {
      order.willChangeElement(at: position)
      yield &elements[position]
    }
  }

  @usableFromInline
  func contains(_ id: StackElementID) -> Bool { order.position(of: id) != nil }

  /// The element with an id.
  ///
  /// Setting `nil` removes the element; setting a value for an id that is not there appends it.
  /// Complexity: Logarithmic; linear for removing an element that is not the last.
  public subscript(id id: StackElementID) -> Element? {
    @inlinable get { order.position(of: id).map { elements[$0] } }
    @inlinable _modify {
      if let position = order.position(of: id) {
        order.willChangeElement(at: position)
        defer {
          if elements[slot: position] == nil {
            replaceSubrange(position..<(position + 1), with: EmptyCollection())
          }
        }
        yield &elements[slot: position]
      } else {
        var element: Element?
        defer { if let element { append(element, id: id) } }
        yield &element
      }
    }
  }

  /// The payload of an enum case of the element with an id.
  ///
  /// Setting `nil` removes the element. Setting the payload of another case is reported, and
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
  /// An id that is not in the stack is reported. Complexity: Linear in the number of elements
  /// removed.
  public mutating func pop(
    from id: StackElementID,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard let position = order.position(of: id) else {
      reportMissing(
        id,
        "pop(from:)",
        IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      )
      return
    }
    removeLast(count - position)
  }

  /// Removes all elements above one.
  ///
  /// An id that is not in the stack is reported. Complexity: Linear in the number of elements
  /// removed.
  public mutating func pop(
    to id: StackElementID,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard let position = order.position(of: id) else {
      reportMissing(
        id,
        "pop(to:)",
        IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      )
      return
    }
    removeLast(count - position - 1)
  }

  private func reportMissing(_ id: StackElementID, _ function: String, _ location: IssueLocation) {
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

/// Returns a description of the ids of a stack, for reports.
func describe(_ ids: OrderedSet<StackElementID>) -> String {
  ids.isEmpty ? "is empty" : "holds \(ids.map(\.debugDescription).joined(separator: ", "))"
}

extension StackState: RandomAccessCollection, RangeReplaceableCollection {
  @inlinable
  public var startIndex: Int { 0 }
  @inlinable
  public var endIndex: Int { count }
  @inlinable
  public var count: Int { order.ids.count }

  @inlinable
  public subscript(position: Int) -> Element { elements[position] }

  /// Replaces elements; the new ones get new ids.
  @inlinable
  public mutating func replaceSubrange(
    _ subrange: Range<Int>,
    with newElements: some Collection<Element>
  ) {
    let above = Array(self[subrange.upperBound...])
    elements.removeLast(count - subrange.lowerBound)
    for element in newElements { elements.append(element) }
    for element in above { elements.append(element) }
    order.replaceSubrange(subrange, with: newElements.map { _ in .next() })
  }

  @inlinable
  public mutating func append(_ element: Element) {
    append(element, id: .next())
  }

  @usableFromInline
  mutating func append(_ element: Element, id: StackElementID) {
    elements.append(element)
    order.append(id)
  }

  /// Returns a stack of the elements that satisfy a condition. They keep their ids, and with them
  /// their effects.
  ///
  /// - Complexity: Linear.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var result = self
    try result.removeAll { try !isIncluded($0) }
    return result
  }

  /// Removes the elements that satisfy a condition. The others keep their ids, and with them their
  /// effects.
  ///
  /// - Throws: What the condition throws; then the stack is as it was.
  /// - Complexity: Linear.
  public mutating func removeAll(
    where shouldBeRemoved: (Element) throws -> Bool
  ) rethrows {
    let kept = try indices.filter { try !shouldBeRemoved(elements[$0]) }
    if kept.count < count { self = Self(keeping: kept, of: self) }
  }

  // Discardable, unlike in `RangeReplaceableCollection`, because a stack is usually popped for its
  // effect.
  /// Removes the last element, if there is one.
  @inlinable
  @discardableResult
  public mutating func popLast() -> Element? {
    isEmpty ? nil : removeLast()
  }

  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element {
    order.removeLast(1)
    return elements.removeLast()
  }

  @inlinable
  public mutating func removeLast(_ k: Int) {
    order.removeLast(k)
    elements.removeLast(k)
  }
}

extension StackState: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension StackState: Equatable where Element: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.order.ids == rhs.order.ids && lhs.elements.chunks == rhs.elements.chunks
  }
}

extension StackState: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(order.ids)
    hasher.combine(elements.chunks)
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
  /// Writes an array of the elements, without their ids, which have no meaning outside the process.
  public func encode(to encoder: any Encoder) throws {
    try Array(self).encode(to: encoder)
  }
}

extension StackState: CustomDebugStringConvertible, CustomDumpReflectable {
  public var debugDescription: String {
    "StackState([\(zip(order.ids, self).map { "\($0.debugDescription): \($1)" }.joined(separator: ", "))])"
  }

  public var customDumpMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(zip(order.ids, self)), displayStyle: .dictionary)
  }
}
