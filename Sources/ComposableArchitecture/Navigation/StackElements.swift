/// The elements of a stack, in chunks that copies share: to change one of them copies its chunk, and not all.
@usableFromInline
struct StackElements<Element> {
  // All chunks are full but the last, and none is empty. A slot is only empty while, and right after, it is lent as such.
  @usableFromInline private(set) var chunks: [[Element?]] = []

  /// How many elements a chunk has. The more, the longer it takes to copy one, and the less to copy the list of them.
  @usableFromInline static var chunkSize: Int { 32 }

  @inlinable
  init() {}

  @inlinable
  subscript(slot position: Int) -> Element? {
    get { chunks[position / Self.chunkSize][position % Self.chunkSize] }
    _modify { yield &chunks[position / Self.chunkSize][position % Self.chunkSize] }
  }

  // Slots are not empty, as said above.
  @inlinable
  subscript(position: Int) -> Element {
    get { self[slot: position]! }
    _modify { yield &self[slot: position]! }
  }

  @inlinable
  mutating func append(_ element: Element) {
    if let last = chunks.indices.last, chunks[last].count < Self.chunkSize {
      chunks[last].append(element)
    } else {
      chunks.append([element])
    }
  }

  /// Removes the last element. There must be one.
  @inlinable
  mutating func removeLast() -> Element {
    let last = chunks.count - 1
    let element = chunks[last].removeLast()
    if chunks[last].isEmpty { chunks.removeLast() }
    return element!  // As said above.
  }

  /// Removes some elements at the end, of which one may be an empty slot.
  @inlinable
  mutating func removeLast(_ count: Int) {
    var rest = count
    while rest > 0 {
      let last = chunks.count - 1
      let removed = min(rest, chunks[last].count)
      chunks[last].removeLast(removed)
      if chunks[last].isEmpty { chunks.removeLast() }
      rest -= removed
    }
  }
}

extension StackElements: Sendable where Element: Sendable {}
