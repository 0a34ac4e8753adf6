import Foundation

extension Array where Element: SortComparator {
  /// Returns the order for a click on the header of a column.
  ///
  /// - Parameters:
  ///   - column: How the column sorts.
  ///   - adds: Whether the other columns keep sorting, as for a click with Shift. A column that
  ///     does not sort yet then comes after them.
  /// - Returns: The order in which the column is sorted by. If it was the first before, or another
  ///   one while columns are added, its direction is reversed.
  package func sorted(by column: Element, adding adds: Bool) -> [Element] {
    var order = self
    let index = firstIndex { $0.sortsLike(column) }
    if let index { order[index].reverse() }
    if adds { return index == nil ? order + [column] : order }
    return index == 0 ? [order[0]] : [column]
  }
}

extension SortComparator {
  /// Returns whether both sort by the same, in whatever direction.
  package func sortsLike(_ other: Self) -> Bool {
    var copy = self
    copy.order = other.order
    return copy == other
  }

  fileprivate mutating func reverse() { order = order == .forward ? .reverse : .forward }
}
