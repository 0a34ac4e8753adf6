import Foundation

/// Returns the number of elements that two collections have in common at the beginning, and at the
/// end of the rest.
///
/// The numbers are lower bounds. Elements are compared by their bytes: elements with the same bytes
/// are the same, because both collections keep alive what the elements refer to. Elements with
/// different bytes may still be equal. For collections that are neither contiguous in memory nor
/// long identified arrays, returns (0, 0).
///
/// - Complexity: About O(√*n*) for long identified arrays of which one is a changed copy of the
///   other; O(*n*), by comparing memory, for contiguous collections.
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

/// Returns the elements as an array, if the collection can do so faster than by iterating over
/// them.
package func contiguousElements<Elements: RandomAccessCollection>(
  of collection: Elements
) -> [Elements.Element]? {
  func contiguous<Sharing: ElementSharing>(_ collection: Sharing) -> [Elements.Element]? {
    // Cast to `Any` first, so that the array is cast as a whole, not element by element.
    (collection.elements as Any) as? [Elements.Element]
  }
  return (collection as? any ElementSharing).flatMap { contiguous($0) }
}

/// Returns whether ids are known to be those of a collection's elements from an offset on. If so,
/// they are unique.
///
/// - Complexity: O(*n*), by comparing memory.
package func areIdentities<Elements: RandomAccessCollection, ID>(
  _ ids: [ID],
  of collection: Elements,
  from offset: Int
) -> Bool {
  (collection as? any ElementSharing)?.tellsApart(by: ids, from: offset) ?? false
}

/// A collection that knows the ids of its elements, and which elements it shares with its copies.
protocol ElementSharing: RandomAccessCollection {
  var elements: [Element] { get }
  /// Returns whether ids have the same bytes as those of the elements from an offset on.
  func tellsApart<OtherID>(by ids: [OtherID], from offset: Int) -> Bool
  /// Returns the number of elements that are the same at the beginning, and at the end of the rest;
  /// `nil` if that is not known.
  func sharedEnds(with other: Self) -> (prefix: Int, suffix: Int)?
}

extension IdentifiedArray: ElementSharing {
  func tellsApart<OtherID>(by ids: [OtherID], from offset: Int) -> Bool {
    // Cast to `Any` first, so that the array is cast as a whole, not element by element.
    guard let ids = (ids as Any) as? [ID], offset + ids.count <= count else { return false }
    return chunks?.haveIDs(ids, from: offset)
      ?? haveSameBytes(dictionary.keys.elements[offset..<(offset + ids.count)], ids[...])
  }

  func sharedEnds(with other: Self) -> (prefix: Int, suffix: Int)? {
    guard let chunks, let others = other.chunks else { return nil }
    return chunks.commonEnds(with: others)
  }
}

/// Returns the number of elements with the same bytes at the beginning, and at the end of the rest.
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

/// Returns whether two slices have the same bytes.
func haveSameBytes<Element>(_ some: ArraySlice<Element>, _ others: ArraySlice<Element>) -> Bool {
  some.count == others.count
    && some.withUnsafeBufferPointer { some in
      others.withUnsafeBufferPointer { some.hasSameBytes(0, $0, 0, count: some.count) }
    }
}

/// Returns the number of leading positions at which two collections are the same. Compares large
/// blocks first.
private func commonCount(upTo limit: Int, _ areSame: (_ start: Int, _ count: Int) -> Bool) -> Int {
  var count = 0
  for block in [256, 16, 1] {
    while count + block <= limit, areSame(count, block) { count += block }
  }
  return count
}

extension UnsafeBufferPointer {
  /// Returns whether `count` elements from position `i` have the same bytes as those from position
  /// `j` of another buffer.
  package func hasSameBytes(_ i: Int, _ other: Self, _ j: Int, count: Int) -> Bool {
    guard let base = baseAddress, let otherBase = other.baseAddress else { return count == 0 }
    return memcmp(base + i, otherBase + j, count * MemoryLayout<Element>.stride) == 0
  }
}
