/// The elements of a stack, in chunks that copies share. Changing an element copies its chunk only.
@usableFromInline
struct StackElements<Element> {
  // All chunks except the last are full, and none is empty. A slot is empty only while its value is
  // lent out for in-place mutation.
  @usableFromInline private(set) var chunks: [[Element?]] = []

  /// The number of elements in a chunk. Larger chunks take longer to copy, smaller ones make the
  /// list of chunks longer.
  @usableFromInline static var chunkSize: Int { 32 }

  @inlinable
  init() {}

  @inlinable
  subscript(slot position: Int) -> Element? {
    get { chunks[position / Self.chunkSize][position % Self.chunkSize] }
    _modify { yield &chunks[position / Self.chunkSize][position % Self.chunkSize] }
  }

  // Cannot fail, because slots are not empty, as said above.
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

  /// Removes the last element of a stack that is not empty.
  @inlinable
  mutating func removeLast() -> Element {
    let last = chunks.count - 1
    let element = chunks[last].removeLast()
    if chunks[last].isEmpty { chunks.removeLast() }
    return element!  // As said above.
  }

  /// Removes elements at the end, of which one may be an empty slot.
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
