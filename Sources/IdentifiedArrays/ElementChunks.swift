import Foundation
public import HashTreeCollections
public import OrderedCollections

/// The elements of a long ``IdentifiedArray``, in chunks.
///
/// A copy that has changed in a few places shares all other chunks with the original. So the cost
/// of a change hardly depends on the length, although a copy exists, which is so for each array
/// that a view shows. The differences between two such arrays are found by comparing addresses.
@usableFromInline
struct ElementChunks<ID: Hashable, Element> {
  @usableFromInline
  struct Chunk {
    /// Must be the first property: see `haveSameElements`.
    @usableFromInline var elements: OrderedDictionary<ID, Element>
    /// Identifies the chunk, whose index changes.
    @usableFromInline let number: Int
    /// The position of its first element.
    @usableFromInline var start: Int

    @inlinable
    init(_ elements: OrderedDictionary<ID, Element>, number: Int, start: Int) {
      self.elements = elements
      self.number = number
      self.start = start
    }
  }

  @usableFromInline
  struct Slot {
    @usableFromInline let chunk: Int
    @usableFromInline let offset: Int

    @inlinable
    init(chunk: Int, offset: Int) {
      self.chunk = chunk
      self.offset = offset
    }
  }

  // Invariants: there is at least one chunk; each chunk starts where the previous one ends;
  // `numbers` contains the ids of all elements.
  @usableFromInline var chunks: [Chunk] = []
  /// The numbers of the chunks, in their order. By itself, because searching an array of a generic
  /// type copies each element.
  @usableFromInline var order: [Int] = []
  /// The number of each id's chunk. A tree, because its copies share what has not changed.
  @usableFromInline var numbers: TreeDictionary<ID, Int> = [:]
  @usableFromInline var lastNumber = 0
  @usableFromInline var flatIDs = FlatIDs<ID>()

  /// The greatest number of elements in a chunk. New chunks are created with half as many.
  @inlinable static var limit: Int { 1_024 }

  /// - Parameter dictionary: The elements. It must not be empty.
  /// - Complexity: O(*n*)
  @inlinable
  init(_ dictionary: OrderedDictionary<ID, Element>) {
    for start in stride(from: 0, to: dictionary.count, by: Self.limit / 2) {
      let end = min(start + Self.limit / 2, dictionary.count)
      append(
        OrderedDictionary(uniqueKeysWithValues: dictionary.elements[start..<end].lazy.map { $0 })
      )
    }
  }

  @inlinable
  mutating func append(_ elements: OrderedDictionary<ID, Element>) {
    lastNumber += 1
    for id in elements.keys { numbers[id] = lastNumber }
    chunks.append(Chunk(elements, number: lastNumber, start: count))
    order.append(lastNumber)
  }

  /// - Complexity: O(1)
  @inlinable
  var count: Int {
    chunks.last.map { $0.start + $0.elements.count } ?? 0
  }

  // MARK: Finding

  /// - Complexity: O(log *n*)
  @inlinable
  func slot(at position: Int) -> Slot {
    precondition(position >= 0 && position < count, "Index out of range")
    var low = 0
    var high = chunks.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if chunks[middle].start <= position { low = middle } else { high = middle }
    }
    return Slot(chunk: low, offset: position - chunks[low].start)
  }

  @inlinable
  func slot(of id: ID) -> Slot? {
    guard let number = numbers[id],
      let chunk = order.firstIndex(of: number),
      let offset = chunks[chunk].elements.index(forKey: id)
    else { return nil }
    return Slot(chunk: chunk, offset: offset)
  }

  @inlinable
  func position(of slot: Slot) -> Int {
    chunks[slot.chunk].start + slot.offset
  }

  @inlinable
  func id(at slot: Slot) -> ID {
    chunks[slot.chunk].elements.keys[slot.offset]
  }

  @inlinable
  subscript(slot: Slot) -> Element {
    get { chunks[slot.chunk].elements.values[slot.offset] }
    _modify { yield &chunks[slot.chunk].elements.values[slot.offset] }
  }

  /// The element with an id. Assigning an element appends it if the id is new; assigning `nil`
  /// removes the element.
  @inlinable
  subscript(id: ID) -> Element? {
    get {
      guard let slot = slot(of: id) else { return nil }
      return self[slot]
    }
    _modify {
      guard let slot = slot(of: id) else {
        var element: Element?
        defer { if let element { insert(element, id: id, at: count) } }
        yield &element
        return
      }
      defer {
        if chunks[slot.chunk].elements.index(forKey: id) == nil {
          didRemove(id, from: slot.chunk)
        }
      }
      yield &chunks[slot.chunk].elements[id]
    }
  }

  // MARK: Changing

  /// Inserts an element whose id is new.
  ///
  /// - Complexity: About O(√*n*)
  @inlinable
  mutating func insert(_ element: Element, id: ID, at position: Int) {
    precondition(position >= 0 && position <= count, "Index out of range")
    let last = chunks.count - 1
    let slot =
      position == count
      ? Slot(chunk: last, offset: chunks[last].elements.count) : slot(at: position)
    chunks[slot.chunk].elements.updateValue(element, forKey: id, insertingAt: slot.offset)
    numbers[id] = chunks[slot.chunk].number
    moveStarts(after: slot.chunk, by: 1)
    if chunks[slot.chunk].elements.count > Self.limit { split(slot.chunk) }
  }

  /// - Complexity: About O(√*n*)
  @inlinable
  mutating func remove(at slot: Slot) -> Element {
    let (id, element) = chunks[slot.chunk].elements.remove(at: slot.offset)
    didRemove(id, from: slot.chunk)
    return element
  }

  /// Replaces an element by one whose id is new.
  ///
  /// - Complexity: O(1,000)
  @usableFromInline
  mutating func replace(at slot: Slot, by element: Element, id: ID) {
    let oldID = chunks[slot.chunk].elements.remove(at: slot.offset).key
    chunks[slot.chunk].elements.updateValue(element, forKey: id, insertingAt: slot.offset)
    numbers[oldID] = nil
    numbers[id] = chunks[slot.chunk].number
    flatIDs = FlatIDs()
  }

  /// Exchanges two elements.
  ///
  /// - Complexity: O(1) within a chunk, else O(1,000)
  @usableFromInline
  mutating func swapAt(_ first: Slot, _ second: Slot) {
    flatIDs = FlatIDs()
    guard first.chunk != second.chunk else {
      return chunks[first.chunk].elements.swapAt(first.offset, second.offset)
    }
    let (firstID, firstElement) = chunks[first.chunk].elements.remove(at: first.offset)
    let (secondID, secondElement) = chunks[second.chunk].elements.remove(at: second.offset)
    chunks[first.chunk].elements.updateValue(
      secondElement,
      forKey: secondID,
      insertingAt: first.offset
    )
    chunks[second.chunk].elements.updateValue(
      firstElement,
      forKey: firstID,
      insertingAt: second.offset
    )
    numbers[firstID] = chunks[second.chunk].number
    numbers[secondID] = chunks[first.chunk].number
  }

  @inlinable
  mutating func didRemove(_ id: ID, from chunk: Int) {
    numbers[id] = nil
    moveStarts(after: chunk, by: -1)
    if chunks[chunk].elements.isEmpty, chunks.count > 1 {
      chunks.remove(at: chunk)
      order.remove(at: chunk)
    }
    // Make new chunks if, after many removals, most of the chunks are nearly empty.
    if chunks.count > 8, count < chunks.count * Self.limit / 16 { self = Self(dictionary) }
  }

  @inlinable
  mutating func moveStarts(after chunk: Int, by distance: Int) {
    for index in (chunk + 1)..<chunks.count { chunks[index].start += distance }
    flatIDs = FlatIDs()
  }

  @inlinable
  mutating func split(_ index: Int) {
    let half = chunks[index].elements.count / 2
    let upper = OrderedDictionary<ID, Element>(
      uniqueKeysWithValues: chunks[index].elements.elements[half...].lazy.map { $0 }
    )
    chunks[index].elements.removeLast(upper.count)
    lastNumber += 1
    for id in upper.keys { numbers[id] = lastNumber }
    chunks.insert(
      Chunk(upper, number: lastNumber, start: chunks[index].start + half),
      at: index + 1
    )
    order.insert(lastNumber, at: index + 1)
  }

  // MARK: All elements

  /// - Complexity: O(*n*)
  @inlinable
  var dictionary: OrderedDictionary<ID, Element> {
    var dictionary: OrderedDictionary<ID, Element> = [:]
    dictionary.reserveCapacity(count)
    for chunk in chunks {
      dictionary.merge(chunk.elements.elements.lazy.map { $0 }) { first, _ in first }
    }
    return dictionary
  }

  /// - Complexity: O(*n*)
  @inlinable
  var elements: [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for chunk in chunks { elements += chunk.elements.values.elements }
    return elements
  }

  /// - Complexity: O(1) if they have not changed since the last read, else O(*n*).
  var ids: OrderedSet<ID> {
    flatIDs.ids {
      var ids: OrderedSet<ID> = []
      ids.reserveCapacity(count)
      for chunk in chunks { ids.append(contentsOf: chunk.elements.keys) }
      return ids
    }
  }

  /// Returns whether ids have the same bytes as those of the elements from a position on. There
  /// must be as many elements.
  ///
  /// - Complexity: O(number of ids)
  func haveIDs(_ ids: [ID], from position: Int) -> Bool {
    guard !ids.isEmpty else { return true }
    var start = 0
    var slot = slot(at: position)
    while start < ids.count {
      let keys = chunks[slot.chunk].elements.keys.elements
      let end = Swift.min(start + keys.count - slot.offset, ids.count)
      let own = keys[slot.offset..<(slot.offset + end - start)]
      guard haveSameBytes(own, ids[start..<end]) else { return false }
      start = end
      slot = Slot(chunk: slot.chunk + 1, offset: 0)
    }
    return true
  }

  // MARK: Comparing

  /// Returns the number of elements at the beginning, and at the end of the rest, that are in
  /// chunks that both share.
  ///
  /// - Complexity: O(*n* / 1,000)
  func sharedChunks(with other: Self) -> (prefix: Int, suffix: Int) {
    let shorter = min(chunks.count, other.chunks.count)
    let (prefix, suffix) = chunks.withUnsafeBytes { own in
      other.chunks.withUnsafeBytes { others in
        let prefix = (0..<shorter).prefix { Chunk.haveSameElements(own, $0, others, $0) }.count
        let suffix = (1..<(shorter - prefix + 1)).prefix {
          Chunk.haveSameElements(own, chunks.count - $0, others, other.chunks.count - $0)
        }.count
        return (prefix, suffix)
      }
    }
    return (
      prefix == 0 ? 0 : chunks[prefix - 1].end,
      suffix == 0 ? 0 : count - chunks[chunks.count - suffix].start
    )
  }

  /// Returns the number of elements that are known to be the same at the beginning, and at the end
  /// of the rest.
  ///
  /// - Complexity: O(*n* / 1,000 + 1,000)
  func commonEnds(with other: Self) -> (prefix: Int, suffix: Int) {
    var (prefix, suffix) = sharedChunks(with: other)
    let shorter = min(count, other.count)
    if prefix < shorter {
      prefix += chunk(at: prefix).commonEnds(with: other.chunk(at: prefix)).prefix
    }
    if prefix + suffix < shorter {
      let last = chunk(at: count - suffix - 1)
      suffix += last.commonEnds(with: other.chunk(at: other.count - suffix - 1)).suffix
    }
    return (prefix, min(suffix, shorter - prefix))
  }

  private func chunk(at position: Int) -> Chunk { chunks[slot(at: position).chunk] }

  func elementsEqual(_ other: Self) -> Bool where Element: Equatable {
    guard count == other.count else { return false }
    let (prefix, suffix) = sharedChunks(with: other)
    return (prefix..<(count - suffix)).allSatisfy {
      self[slot(at: $0)] == other[other.slot(at: $0)]
    }
  }
}

extension ElementChunks.Chunk {
  fileprivate var end: Int { start + elements.count }

  fileprivate func commonEnds(with other: Self) -> (prefix: Int, suffix: Int) {
    elements.values.elements.withUnsafeBufferPointer { own in
      other.elements.values.elements.withUnsafeBufferPointer { other in
        IdentifiedArrays.commonEnds(own, other)
      }
    }
  }

  /// Returns whether two chunks share their storage, and with it their elements.
  ///
  /// Compares the bytes of the references. To copy a hundred chunks of types that are not
  /// specialised out of their arrays takes longer than to change one chunk.
  fileprivate static func haveSameElements(
    _ chunks: UnsafeRawBufferPointer,
    _ i: Int,
    _ others: UnsafeRawBufferPointer,
    _ j: Int
  ) -> Bool {
    guard let base = chunks.baseAddress, let otherBase = others.baseAddress else { return false }
    let stride = MemoryLayout<Self>.stride
    // The dictionary is the first property and consists only of references to its storage.
    return memcmp(
      base + i * stride,
      otherBase + j * stride,
      MemoryLayout<OrderedDictionary<ID, Element>>.size
    ) == 0
  }
}
