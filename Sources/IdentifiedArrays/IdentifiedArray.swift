import Foundation
import IssueReporting
public import OrderedCollections

/// An ``IdentifiedArray`` of `Identifiable` elements.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

/// An array in which each element has a unique id.
///
/// It keeps the order of the elements and finds an element by its id in constant time:
///
///     var todos: IdentifiedArrayOf<Todo> = [Todo(id: 1), Todo(id: 2)]
///     todos[id: 1]?.isDone = true
///     todos.remove(id: 2)
///
/// The id of an element must not change while it is in the array; a change is reported. All
/// algorithms for collections work, except those that would leave two elements with the same id:
/// see ``subscript(_:)``.
///
/// A copy of an array with thousands of elements shares with the original what has not changed
/// since, so that changing one of them does not copy everything.
public struct IdentifiedArray<ID: Hashable, Element> {
  // Invariant: each key is the id of its value.
  @usableFromInline
  var dictionary: OrderedDictionary<ID, Element>
  /// The elements of a long array. If this is not `nil`, `dictionary` is empty.
  @usableFromInline
  var chunks: ElementChunks<ID, Element>?
  @usableFromInline
  let identify: (Element) -> ID
  /// The elements that have changed lately.
  @usableFromInline
  package private(set) var changeLog = ChangeLog<ID>()
  /// The key path that `identify` reads; `nil` for that of `Identifiable`.
  @usableFromInline
  let keyPath: KeyPath<Element, ID>?

  @inlinable
  init(
    _ dictionary: OrderedDictionary<ID, Element>,
    keyPath: KeyPath<Element, ID>?,
    identify: @escaping (Element) -> ID
  ) {
    self.dictionary = dictionary
    self.keyPath = keyPath
    self.identify = identify
    if !dictionary.isEmpty { changeLog.noteAll() }
    splitIfLong()
  }

  /// Moves the elements into chunks if there are many.
  @inlinable
  mutating func splitIfLong() {
    guard dictionary.count > 2 * ElementChunks<ID, Element>.limit else { return }
    chunks = ElementChunks(dictionary)
    dictionary = [:]
  }

  /// Changes all elements at once, as a dictionary.
  @inlinable
  mutating func withDictionary<Result>(
    _ body: (inout OrderedDictionary<ID, Element>) throws -> Result
  ) rethrows -> Result {
    if let chunks {
      dictionary = chunks.dictionary
      self.chunks = nil
    }
    defer {
      changeLog.noteAll()
      splitIfLong()
    }
    return try body(&dictionary)
  }
}

// Unchecked because of the closure `identify`, which only applies a `Sendable` key path or reads
// `Identifiable.id`, and because of that key path.
extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}

// MARK: - Creating

extension IdentifiedArray {
  /// Creates an empty array.
  ///
  /// - Parameter id: The property that identifies an element.
  @inlinable
  public init(id: any KeyPath<Element, ID> & Sendable) {
    self.init([:], keyPath: id, identify: { $0[keyPath: id] })
  }

  /// Creates an array of elements with different ids.
  ///
  /// - Parameters:
  ///   - elements: The elements. An element whose id an earlier one has is reported and left out.
  ///   - id: The property that identifies an element.
  /// - Complexity: O(*n*)
  @inlinable
  public init(
    uniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(id: id)
    appendUnique(elements, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates an array of elements with different ids. The same as `init(uniqueElements:id:)`: the
  /// ids are checked here, too.
  @inlinable
  public init(
    uncheckedUniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(uniqueElements: elements, id: id)
  }

  /// Creates an array of elements, some of which may have the same id.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The property that identifies an element.
  ///   - combine: Chooses between an element and a later one with the same id. The element that it
  ///     returns is put at the position of the first.
  /// - Throws: What `combine` throws.
  /// - Complexity: O(*n*)
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(id: id)
    try append(elements, uniquingIDsWith: combine)
  }

  @inlinable
  mutating func append(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    dictionary.reserveCapacity(elements.underestimatedCount)
    changeLog.noteAll()
    for element in elements {
      let id = identify(element)
      if let index = dictionary.index(forKey: id) {
        update(try combine(dictionary.values[index], element), at: index)
      } else {
        dictionary[id] = element
      }
    }
    splitIfLong()
  }

  @inlinable
  mutating func appendUnique(
    _ elements: some Sequence<Element>,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    append(elements) { [identify] first, second in
      reportDuplicate(identify(second), fileID, filePath, line, column)
      return first
    }
  }
}

@usableFromInline
func reportDuplicate(
  _ id: some Hashable,
  _ fileID: StaticString,
  _ filePath: StaticString,
  _ line: UInt,
  _ column: UInt
) {
  reportIssue(
    """
    IdentifiedArray: two elements have the id \(id). The second one is left out.

    If this can happen, use 'init(_:uniquingIDsWith:)'.
    """,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an empty array.
  @inlinable
  public init() {
    self.init([:], keyPath: nil, identify: { $0.id })
  }

  /// Creates an array of elements with different ids.
  ///
  /// - Parameter elements: The elements. An element whose id an earlier one has is reported and
  ///   left out.
  /// - Complexity: O(*n*)
  @inlinable
  public init(
    uniqueElements elements: some Sequence<Element>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init()
    appendUnique(elements, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates an array of elements with different ids. The same as `init(uniqueElements:)`: the ids
  /// are checked here, too.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements)
  }

  /// Creates an array of elements, some of which may have the same id.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - combine: Chooses between an element and a later one with the same id. The element that it
  ///     returns is put at the position of the first.
  /// - Throws: What `combine` throws.
  /// - Complexity: O(*n*)
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init()
    try append(elements, uniquingIDsWith: combine)
  }
}

// MARK: - Reading

extension IdentifiedArray {
  /// The ids, in the order of their elements.
  ///
  /// - Complexity: O(1); O(*n*) in a long array if elements were added, removed or moved since the
  ///   last read.
  public var ids: OrderedSet<ID> {
    chunks?.ids ?? dictionary.keys
  }

  /// The property that identifies an element.
  public var id: KeyPath<Element, ID> {
    if let keyPath { return keyPath }
    func idPath<T: Identifiable>(_ type: T.Type) -> AnyKeyPath { \T.id }
    // Only arrays of identifiable elements have no key path, and `ID` is the type of their id.
    let path = (Element.self as? any Identifiable.Type).map { idPath($0) }
    return path as! KeyPath<Element, ID>
  }

  /// The elements.
  ///
  /// - Complexity: O(1); O(*n*) in a long array.
  @inlinable
  public var elements: [Element] {
    chunks?.elements ?? dictionary.values.elements
  }

  /// The id of the element at a position.
  ///
  /// - Complexity: O(1)
  @inlinable
  package func id(at position: Int) -> ID {
    if chunks != nil { return chunks!.id(at: chunks!.slot(at: position)) }
    return dictionary.keys[position]
  }

  /// The position of the element with an id.
  ///
  /// - Complexity: O(1)
  @inlinable
  public func index(id: ID) -> Int? {
    if chunks != nil {
      guard let slot = chunks!.slot(of: id) else { return nil }
      return chunks!.position(of: slot)
    }
    return dictionary.index(forKey: id)
  }

  /// Returns whether the array has an element with the id of the given one.
  ///
  /// - Complexity: O(1)
  public func contains(_ element: Element) -> Bool {
    index(id: identify(element)) != nil
  }

  /// The number of elements that the array can hold without allocating memory.
  public var capacity: Int {
    chunks?.count ?? dictionary.values.elements.capacity
  }

  /// Returns an array of the elements that satisfy a condition.
  ///
  /// - Complexity: O(*n*)
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> IdentifiedArray {
    let dictionary = chunks?.dictionary ?? dictionary
    return try IdentifiedArray(
      dictionary.filter { try isIncluded($0.value) },
      keyPath: keyPath,
      identify: identify
    )
  }
}

// MARK: - Changing elements

extension IdentifiedArray {
  /// The element with an id.
  ///
  /// Assigning an element replaces the one with the id at its position, or appends the element if
  /// the id is new. Assigning `nil` removes the element. A part of an element is changed in place.
  ///
  /// An assigned element must have this id; another id is reported. The element is then in the
  /// array with its own id, unless another element has that id: in this case it is removed.
  ///
  /// - Complexity: O(1) to read, change and append; O(*n*) to remove.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get {
      // Not bound to a constant, which would copy it.
      if chunks != nil { return chunks![id] }
      return dictionary[id]
    }
    _modify {
      defer {
        changeLog.note(id)
        if let index = index(id: id) { keepIdentity(id, at: index) }
      }
      if chunks == nil {
        defer { splitIfLong() }
        yield &dictionary[id]
      } else {
        yield &chunks![id]
      }
    }
  }

  /// Changes the element with an id in place, and finds it only once. A changed id is reported, as
  /// by the subscript.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - body: Changes the element.
  /// - Returns: What `body` returns; `nil` if there is no such element.
  /// - Complexity: O(1)
  @inlinable
  package mutating func modify<Result>(id: ID, _ body: (inout Element) -> Result) -> Result? {
    let result: Result
    let newID: ID
    let position: Int
    if chunks == nil {
      guard let index = dictionary.index(forKey: id) else { return nil }
      changeLog.note(id)
      result = body(&dictionary.values[index])
      newID = identify(dictionary.values[index])
      if newID == id { return result }
      position = index
    } else {
      guard let slot = chunks!.slot(of: id) else { return nil }
      changeLog.note(id)
      result = body(&chunks![slot])
      newID = identify(chunks![slot])
      if newID == id { return result }
      position = chunks!.position(of: slot)
    }
    replace(id, by: newID, at: position)
    return result
  }

  /// The element with an id, or a default if there is none. The default is appended when it is
  /// changed: `counters[id: id, default: Counter(id: id)].count += 1`.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - defaultValue: An element with this id.
  /// - Complexity: O(1)
  @inlinable
  public subscript(id id: ID, default defaultValue: @autoclosure () -> Element) -> Element {
    get { self[id: id] ?? defaultValue() }
    _modify {
      let index = index(id: id) ?? append(defaultValue()).index
      yield &self[index]
    }
  }

  /// Replaces the element at a position by one with the same id. Another id is reported.
  ///
  /// - Parameters:
  ///   - element: An element with the id of the one that it replaces.
  ///   - index: The position.
  /// - Returns: The element that was replaced.
  /// - Complexity: O(1)
  @discardableResult
  public mutating func update(_ element: Element, at index: Int) -> Element {
    var element = element
    swap(&self[index], &element)
    return element
  }

  /// Reports a changed id, and makes the keys unique again.
  @inlinable
  mutating func keepIdentity(_ id: ID, at index: Int) {
    let newID = identify(self[index])
    if newID != id { replace(id, by: newID, at: index) }
  }

  @usableFromInline
  mutating func replace(_ id: ID, by newID: ID, at index: Int) {
    let isFree = self.index(id: newID) == nil
    reportIssue(
      """
      IdentifiedArray: an element's id changed in place, from \(id) to \(newID).

      \(isFree
        ? "It is treated as a new element in the old one's place."
        : "Another element has this id, so the changed one is removed.") \
      To replace an element by another, remove it and insert the other.
      """
    )
    withDictionary { dictionary in
      let element = dictionary.remove(at: index).value
      if isFree { dictionary.updateValue(element, forKey: newID, insertingAt: index) }
    }
  }
}

// MARK: - Adding

extension IdentifiedArray {
  /// Appends an element, unless the array has one with its id.
  ///
  /// - Returns: Whether it was appended, and the position of the element with this id.
  /// - Complexity: O(1)
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: endIndex)
  }

  /// Appends those elements whose ids are not in the array.
  ///
  /// - Complexity: O(*m*), for *m* elements.
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    if chunks == nil { dictionary.reserveCapacity(count + elements.underestimatedCount) }
    for element in elements { append(element) }
  }

  /// Inserts an element, unless the array has one with its id.
  ///
  /// - Returns: Whether it was inserted, and the position of the element with this id.
  /// - Complexity: O(*n*); much less in a long array.
  @discardableResult
  @inlinable
  public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
    let id = identify(element)
    if let existing = self.index(id: id) { return (false, existing) }
    if chunks != nil {
      chunks!.insert(element, id: id, at: index)
    } else if index == endIndex {
      dictionary[id] = element
    } else {
      dictionary.updateValue(element, forKey: id, insertingAt: index)
    }
    changeLog.note(id)
    splitIfLong()
    return (true, index)
  }

  /// Replaces the element with the same id, or appends the element if there is none.
  ///
  /// - Returns: The element that was replaced.
  /// - Complexity: O(1)
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    updateOrInsert(element, at: endIndex).originalMember
  }

  /// Replaces the element with the same id at its position, or inserts the element if there is
  /// none.
  ///
  /// - Returns: The element that was replaced, and the position of the new one.
  /// - Complexity: O(*n*); much less in a long array.
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element,
    at index: Int
  ) -> (originalMember: Element?, index: Int) {
    let (isInserted, index) = insert(element, at: index)
    return isInserted ? (nil, index) : (update(element, at: index), index)
  }

  /// Reserves memory.
  ///
  /// - Parameter minimumCapacity: The number of elements that the array is to hold without
  ///   allocating memory.
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    if chunks == nil { dictionary.reserveCapacity(minimumCapacity) }
  }
}

// MARK: - Removing

extension IdentifiedArray {
  /// Removes the element with an id.
  ///
  /// - Returns: The element, if there was one.
  /// - Complexity: O(*n*); much less in a long array.
  @discardableResult
  @inlinable
  public mutating func remove(id: ID) -> Element? {
    changeLog.note(id)
    guard chunks != nil else { return dictionary.removeValue(forKey: id) }
    return chunks!.slot(of: id).map { chunks!.remove(at: $0) }
  }

  /// Removes the element with the id of the given one.
  ///
  /// - Returns: The element that was in the array, if there was one.
  /// - Complexity: O(*n*)
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: identify(element))
  }

  /// Removes the element at a position.
  ///
  /// - Complexity: O(*n*); much less in a long array.
  @discardableResult
  @inlinable
  public mutating func remove(at index: Int) -> Element {
    changeLog.note(id(at: index))
    guard chunks != nil else { return dictionary.remove(at: index).value }
    return chunks!.remove(at: chunks!.slot(at: index))
  }

  /// Removes the elements at several positions.
  ///
  /// - Complexity: O(*n*)
  public mutating func remove(atOffsets offsets: IndexSet) {
    var offset = -1
    withDictionary { dictionary in
      dictionary.removeAll { _ in
        offset += 1
        return offsets.contains(offset)
      }
    }
  }

  /// Removes all elements that satisfy a condition.
  ///
  /// - Throws: What the condition throws.
  /// - Complexity: O(*n*)
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    try withDictionary { try $0.removeAll { try shouldBeRemoved($0.value) } }
  }

  /// Removes all elements.
  ///
  /// - Complexity: O(*n*)
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    chunks = nil
    changeLog.noteAll()
    dictionary.removeAll(keepingCapacity: keepCapacity)
  }

  /// Removes the first element. The array must not be empty.
  ///
  /// - Complexity: O(*n*)
  @discardableResult
  public mutating func removeFirst() -> Element {
    remove(at: 0)
  }

  /// Removes the first elements.
  ///
  /// - Complexity: O(*n*)
  public mutating func removeFirst(_ n: Int) {
    withDictionary { $0.removeFirst(n) }
  }

  /// Removes the last element. The array must not be empty.
  ///
  /// - Complexity: O(1)
  @discardableResult
  public mutating func removeLast() -> Element {
    remove(at: count - 1)
  }

  /// Removes the last elements.
  ///
  /// - Complexity: O(*n*), for *n* elements to remove.
  public mutating func removeLast(_ n: Int) {
    withDictionary { $0.removeLast(n) }
  }

  /// Removes the last element, if there is one.
  ///
  /// - Complexity: O(1)
  @discardableResult
  public mutating func popLast() -> Element? {
    isEmpty ? nil : removeLast()
  }

  /// Removes the elements at a range of positions.
  ///
  /// - Complexity: O(*n*)
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    let bounds = bounds.relative(to: self)
    withDictionary { $0.removeSubrange(bounds) }
  }
}

// MARK: - Reordering

extension IdentifiedArray {
  /// Exchanges two elements.
  ///
  /// - Complexity: O(1), with about a thousand steps in a long array.
  @inlinable
  public mutating func swapAt(_ i: Int, _ j: Int) {
    guard chunks != nil else { return dictionary.swapAt(i, j) }
    chunks!.swapAt(chunks!.slot(at: i), chunks!.slot(at: j))
  }

  /// Moves elements to another position, for a list whose rows are dragged.
  ///
  /// - Parameters:
  ///   - source: The positions of the elements to move. They keep their order.
  ///   - destination: The position of the element before which they are moved, or `endIndex`.
  /// - Complexity: O(*n*)
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    precondition(destination >= startIndex && destination <= endIndex, "Index out of range")
    let order = indices.moving(source, toOffset: destination)
    withDictionary { dictionary in
      dictionary = OrderedDictionary(uniqueKeysWithValues: order.map { dictionary.elements[$0] })
    }
  }

  /// Sorts the elements.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether the first element belongs before the second.
  /// - Throws: What the closure throws.
  /// - Complexity: O(*n* log *n*)
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    try withDictionary { try $0.sort { try areInIncreasingOrder($0.value, $1.value) } }
  }

  /// Returns an array with the same elements, sorted.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether the first element belongs before the second.
  /// - Throws: What the closure throws.
  /// - Complexity: O(*n* log *n*)
  public func sorted(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows -> IdentifiedArray {
    var result = self
    try result.sort(by: areInIncreasingOrder)
    return result
  }

  /// Puts the elements in a random order.
  ///
  /// - Complexity: O(*n*)
  public mutating func shuffle() {
    withDictionary { $0.shuffle() }
  }

  /// Puts the elements in a random order.
  ///
  /// - Complexity: O(*n*)
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    withDictionary { $0.shuffle(using: &generator) }
  }

  /// Reverses the order of the elements.
  ///
  /// - Complexity: O(*n*)
  public mutating func reverse() {
    withDictionary { $0.reverse() }
  }

  /// Moves the elements that satisfy a condition behind all others.
  ///
  /// - Returns: The position of the first element that satisfies the condition.
  /// - Throws: What the condition throws.
  /// - Complexity: O(*n*)
  @discardableResult
  public mutating func partition(
    by belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Int {
    try withDictionary { try $0.partition { try belongsInSecondPartition($0.value) } }
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements.
  ///
  /// - Complexity: O(*n* log *n*)
  public mutating func sort() {
    sort(by: <)
  }

  /// Returns an array with the same elements, sorted.
  ///
  /// - Complexity: O(*n* log *n*)
  public func sorted() -> IdentifiedArray {
    sorted(by: <)
  }
}

// MARK: - Collection

extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  public typealias Index = Int
  public typealias Indices = Range<Int>

  @inlinable
  public var startIndex: Int { 0 }

  @inlinable
  public var endIndex: Int { count }

  @inlinable
  public var count: Int { chunks?.count ?? dictionary.count }

  /// The element at a position.
  ///
  /// Assigning an element keeps the number of elements, and keeps their ids unique:
  ///
  /// - If the id of the new element is not in the array, the new element replaces the old one.
  /// - If the id is at another position, the elements at the two positions are *exchanged*, and the
  ///   new element is then stored at this one.
  ///
  /// So collection algorithms work that move elements by assigning them. Between the assignments
  /// `a[0] = a[1]` and `a[1] = old`, a plain array holds one element twice. This array has already
  /// exchanged the two elements, and the second assignment replaces an element by itself.
  /// Algorithms work if they assign to the positions from which they have read (an exchange, a
  /// shift, a cycle), or assign to each position once, from a copy. Algorithms do not work if they
  /// assign to one position several times and rely on all others to stay unchanged.
  ///
  /// A part of the element is changed in place. Its id must not change; a change is reported. The
  /// element is then in the array with the new id, unless another element has that id: in this case
  /// it is removed.
  ///
  /// - Complexity: O(1) to read, to change, and to assign an element with the same id. O(*n*) to
  ///   assign one with another id; in a long array, about a thousand steps.
  @inlinable
  public subscript(position: Int) -> Element {
    get {
      if chunks != nil { return chunks![chunks!.slot(at: position)] }
      return dictionary.values[position]
    }
    set {
      let newID = identify(newValue)
      if id(at: position) != newID {
        if let other = index(id: newID) {
          swapAt(position, other)
        } else {
          return replaceElement(at: position, by: newValue, id: newID)
        }
      }
      changeLog.note(newID)
      if chunks == nil {
        dictionary.values[position] = newValue
      } else {
        chunks![chunks!.slot(at: position)] = newValue
      }
    }
    _modify {
      if chunks == nil {
        let id = dictionary.keys[position]
        defer {
          changeLog.note(id)
          keepIdentity(id, at: position)
        }
        yield &dictionary.values[position]
      } else {
        let slot = chunks!.slot(at: position)
        let id = chunks!.id(at: slot)
        defer {
          changeLog.note(id)
          keepIdentity(id, at: position)
        }
        yield &chunks![slot]
      }
    }
  }

  @usableFromInline
  mutating func replaceElement(at position: Int, by element: Element, id: ID) {
    changeLog.note(self.id(at: position))
    changeLog.note(id)
    if chunks != nil {
      chunks!.replace(at: chunks!.slot(at: position), by: element, id: id)
    } else {
      dictionary.remove(at: position)
      dictionary.updateValue(element, forKey: id, insertingAt: position)
    }
  }

  /// The elements at a range of positions.
  ///
  /// Assigning as many elements assigns each to its position. Assigning fewer or more replaces the
  /// range, as `replaceSubrange` does.
  ///
  /// - Complexity: O(1) to read; O(*n*) to assign.
  public subscript(bounds: Range<Int>) -> Slice<IdentifiedArray> {
    get {
      precondition(bounds.lowerBound >= 0 && bounds.upperBound <= count, "Index out of range")
      return Slice(base: self, bounds: bounds)
    }
    set {
      if newValue.count == bounds.count {
        assign(Array(newValue), at: bounds)
      } else {
        replaceElements(at: bounds, by: newValue)
      }
    }
  }

  /// Assigns elements to positions, one after the other.
  ///
  /// - Complexity: O(*n*) if none of their ids is at another position.
  private mutating func assign(_ elements: [Element], at bounds: Range<Int>) {
    var newIDs: Set<ID> = []
    for element in elements {
      let id = identify(element)
      let isElsewhere = index(id: id).map { !bounds.contains($0) } ?? false
      if isElsewhere || !newIDs.insert(id).inserted {
        for (index, element) in zip(bounds, elements) { self[index] = element }
        return
      }
    }
    replaceElements(at: bounds, by: elements)
  }

  /// Replaces a range of elements. New elements whose ids are elsewhere in the array are left out.
  private mutating func replaceElements(
    at bounds: Range<Int>,
    by newElements: some Collection<Element>
  ) {
    withDictionary { [identify] dictionary in
      let tail = dictionary.elements[bounds.upperBound...].map { $0 }
      dictionary.removeLast(dictionary.count - bounds.lowerBound)
      let tailIDs = Set(tail.map(\.key))
      for element in newElements {
        let id = identify(element)
        if !tailIDs.contains(id), dictionary[id] == nil { dictionary[id] = element }
      }
      for (id, element) in tail { dictionary[id] = element }
    }
  }

  /// Calls a closure with the elements in contiguous memory, and then assigns each element of this
  /// memory to its position.
  ///
  /// - Returns: What the closure returns; never `nil`.
  /// - Complexity: O(*n*)
  public mutating func withContiguousMutableStorageIfAvailable<R>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> R
  ) rethrows -> R? {
    var elements = elements
    defer { assign(elements, at: indices) }
    return try elements.withContiguousMutableStorageIfAvailable(body)
  }

  /// Iterates over the elements.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var current: IndexingIterator<[Element]>
    @usableFromInline let chunks: ElementChunks<ID, Element>?
    @usableFromInline var nextChunk = 0

    @inlinable
    init(_ array: IdentifiedArray) {
      current = array.dictionary.values.elements.makeIterator()
      chunks = array.chunks
    }

    @inlinable
    public mutating func next() -> Element? {
      while true {
        if let element = current.next() { return element }
        guard let chunks, nextChunk < chunks.chunks.count else { return nil }
        current = chunks.chunks[nextChunk].elements.values.elements.makeIterator()
        nextChunk += 1
      }
    }
  }

  @inlinable
  public func makeIterator() -> Iterator {
    Iterator(self)
  }

  public func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<Element>) throws -> R
  ) rethrows -> R? {
    guard chunks == nil else { return nil }
    return try dictionary.values.elements.withContiguousStorageIfAvailable(body)
  }
}

extension IdentifiedArray: RangeReplaceableCollection
where Element: Identifiable, ID == Element.ID {
  /// Replaces a range of elements. New elements whose ids are elsewhere in the array are left out.
  ///
  /// - Complexity: O(*n* + *m*), for *m* new elements.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>,
    with newElements: some Collection<Element>
  ) {
    replaceElements(at: subrange, by: newElements)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  /// Creates an array of elements with different ids. An element whose id an earlier one has is
  /// reported and left out.
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}
