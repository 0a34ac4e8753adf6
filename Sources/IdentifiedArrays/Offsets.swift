import Foundation

// What lists want of arrays, as `IdentifiedArray` has it. On Apple platforms these come with SwiftUI.

extension MutableCollection {
  /// Moves elements to another position, as a list does whose rows are dragged.
  ///
  /// - Parameters:
  ///   - source: The offsets of the elements to move. They keep their order.
  ///   - destination: The offset of the element before which they are moved, or the number of elements.
  /// - Complexity: O(*n*)
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    precondition(destination >= 0 && destination <= count, "Offset out of range")
    let elements = Array(self)
    var moved = elements.indices.filter { $0 < destination && !source.contains($0) }
    moved += source
    moved += elements.indices.filter { $0 >= destination && !source.contains($0) }
    for (index, offset) in zip(Array(indices), moved) { self[index] = elements[offset] }
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
