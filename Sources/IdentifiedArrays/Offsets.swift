import Foundation

// Operations for lists whose rows are dragged or deleted. On Apple's platforms SwiftUI declares
// them.

extension MutableCollection {
  /// Moves elements to another position, for a list whose rows are dragged.
  ///
  /// - Parameters:
  ///   - source: The offsets of the elements to move. They keep their order.
  ///   - destination: The offset of the element before which they are moved, or the number of
  ///     elements.
  /// - Complexity: O(*n*)
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    precondition(destination >= 0 && destination <= count, "Offset out of range")
    let elements = Array(self)
    let order = elements.indices.moving(source, toOffset: destination)
    for (index, offset) in zip(Array(indices), order) { self[index] = elements[offset] }
  }
}

extension Range<Int> {
  /// Returns the offsets of elements in the order that they have after some have been moved.
  func moving(_ source: IndexSet, toOffset destination: Int) -> [Int] {
    filter { $0 < destination && !source.contains($0) }
      + source
      + filter { $0 >= destination && !source.contains($0) }
  }
}

extension RangeReplaceableCollection {
  /// Removes the elements at some offsets.
  ///
  /// - Complexity: O(*n*)
  public mutating func remove(atOffsets offsets: IndexSet) {
    var offset = -1
    removeAll { _ in
      offset += 1
      return offsets.contains(offset)
    }
  }
}
