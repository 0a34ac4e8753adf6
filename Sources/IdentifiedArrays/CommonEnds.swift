import Foundation

/// How many elements two collections are known to have in common at the beginning, and at the end of what is left.
///
/// Elements that consist of the same bits are the same: both collections keep alive what these point to. Other elements may still
/// be equal. Long identified arrays of which one comes from the other are compared by what they share, in O(√*n*) about; other
/// collections that have their elements in one piece of memory, in O(*n*), but at the speed of memory. Of all else nothing is
/// known.
package func commonEnds<Elements: RandomAccessCollection>(
  _ old: Elements,
  _ new: Elements
) -> (prefix: Int, suffix: Int) {
  let ends = old.withContiguousStorageIfAvailable { old in
    new.withContiguousStorageIfAvailable { commonEnds(old, $0) }
  }
  if let ends, let ends { return ends }
  func shared<Sharing: ElementSharing>(_ old: Sharing) -> (prefix: Int, suffix: Int)? {
    (new as? Sharing).flatMap { old.sharedEnds(with: $0) }
  }
  return (old as? any ElementSharing).flatMap { shared($0) } ?? (0, 0)
}

/// The elements in one piece of memory, where a collection knows a way that is quicker than to go through them.
package func contiguousElements<Elements: RandomAccessCollection>(
  of collection: Elements
) -> [Elements.Element]? {
  func contiguous<Sharing: ElementSharing>(_ collection: Sharing) -> [Elements.Element]? {
    // As a whole: an array that is cast as such is cast by its elements.
    (collection.elements as Any) as? [Elements.Element]
  }
  return (collection as? any ElementSharing).flatMap { contiguous($0) }
}

/// Whether ids are those by which a collection tells its elements apart, from an offset on; then no two of them are the same.
///
/// `false` where that is not known.
///
/// - Complexity: O(*n*), at the speed of memory.
package func areIdentities<Elements: RandomAccessCollection, ID>(
  _ ids: [ID],
  of collection: Elements,
  from offset: Int
) -> Bool {
  (collection as? any ElementSharing)?.tellsApart(by: ids, from: offset) ?? false
}

/// A collection that knows what it shares with others of its type, and by what it tells its elements apart.
protocol ElementSharing: RandomAccessCollection {
  var elements: [Element] { get }
  /// Whether ids are those of the elements from an offset on, as far as their bits tell.
  func tellsApart<OtherID>(by ids: [OtherID], from offset: Int) -> Bool
  /// How many elements are the same at the beginning, and at the end of what is left; `nil` where that is not known.
  func sharedEnds(with other: Self) -> (prefix: Int, suffix: Int)?
}

extension IdentifiedArray: ElementSharing {
  func tellsApart<OtherID>(by ids: [OtherID], from offset: Int) -> Bool {
    // As a whole: an array that is cast as such is cast by its elements.
    guard let ids = (ids as Any) as? [ID], offset + ids.count <= count else { return false }
    return chunks?.haveIDs(ids, from: offset)
      ?? haveSameBytes(dictionary.keys.elements[offset..<(offset + ids.count)], ids[...])
  }

  func sharedEnds(with other: Self) -> (prefix: Int, suffix: Int)? {
    guard let chunks, let others = other.chunks else { return nil }
    return chunks.commonEnds(with: others)
  }
}

/// The same for elements in memory.
func commonEnds<Element>(
  _ old: UnsafeBufferPointer<Element>,
  _ new: UnsafeBufferPointer<Element>
) -> (prefix: Int, suffix: Int) {
  let shorter = min(old.count, new.count)
  let prefix = commonCount(upTo: shorter) { start, count in
    old.hasSameBytes(start, new, start, count: count)
  }
  let suffix = commonCount(upTo: shorter - prefix) { start, count in
    let end = start + count
    return old.hasSameBytes(old.count - end, new, new.count - end, count: count)
  }
  return (prefix, suffix)
}

/// Whether elements consist of the same bits.
func haveSameBytes<Element>(_ some: ArraySlice<Element>, _ others: ArraySlice<Element>) -> Bool {
  some.count == others.count
    && some.withUnsafeBufferPointer { some in
      others.withUnsafeBufferPointer { some.hasSameBytes(0, $0, 0, count: some.count) }
    }
}

/// How many places in a row are the same, looked at in blocks at first.
private func commonCount(upTo limit: Int, _ areSame: (_ start: Int, _ count: Int) -> Bool) -> Int {
  var count = 0
  for block in [256, 16, 1] {
    while count + block <= limit, areSame(count, block) { count += block }
  }
  return count
}

extension UnsafeBufferPointer {
  /// Whether some elements of two buffers have the same bytes.
  package func hasSameBytes(_ i: Int, _ other: Self, _ j: Int, count: Int) -> Bool {
    guard let base = baseAddress, let otherBase = other.baseAddress else { return count == 0 }
    return memcmp(base + i, otherBase + j, count * MemoryLayout<Element>.stride) == 0
  }
}
