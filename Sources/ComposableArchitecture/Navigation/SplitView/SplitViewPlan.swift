/// Where the columns of a navigation split view are, as a pure function of the state, of what the
/// columns ask for, and of the width of the view.
///
/// All lengths are in pixels. Columns are numbered from the leading edge.
package nonisolated struct SplitViewPlan: Equatable {
  /// The widths that a column asks for.
  package struct Widths: Equatable {
    package var minimum: Int
    package var ideal: Int
    package var maximum: Int

    package init(minimum: Int, ideal: Int, maximum: Int) {
      self.minimum = minimum
      self.ideal = ideal
      self.maximum = maximum
    }

    /// Returns the nearest width that the column accepts.
    func clamp(_ width: Int) -> Int { max(minimum, min(width, max(maximum, minimum))) }
  }

  /// The least part of the other columns that stays in sight beside a sidebar above them.
  package static let uncovered = 48

  /// The places of the columns from the leading edge; `nil` for a column that is not shown.
  package private(set) var places: [Range<Int>?]
  /// Whether there is room for only one column, which is the page of a stack then.
  package let isCollapsed: Bool
  /// Whether the sidebar lies above the other columns.
  package let hasOverlay: Bool

  /// - Parameters:
  ///   - columns: The widths that the columns ask for: two or three columns.
  ///   - userWidths: The widths that the user has given to columns, by the numbers of these.
  ///   - visibility: Which columns are wanted.
  ///   - compactColumn: The number of the column that is shown if there is room for only one.
  ///   - separator: The width between two columns.
  ///   - width: The width of the view.
  package init(
    columns: [Widths],
    userWidths: [Int: Double] = [:],
    visibility: NavigationSplitViewVisibility,
    compactColumn: Int,
    separator: Int = 1,
    width: Int
  ) {
    let last = columns.count - 1
    func fits(_ shown: ClosedRange<Int>) -> Bool {
      columns[shown].reduce(0) { $0 + $1.minimum } + separator * (shown.count - 1) <= width
    }
    places = Array(repeating: nil, count: columns.count)
    isCollapsed = !fits((last - 1)...last)
    guard !isCollapsed else {
      hasOverlay = false
      places[max(0, min(compactColumn, last))] = 0..<max(width, 0)
      return
    }
    let first: Int
    switch visibility {
    case .detailOnly: first = last
    case .doubleColumn: first = last - 1
    default: first = fits(0...last) ? 0 : last - 1
    }
    hasOverlay = visibility == .all && first > 0
    func wanted(_ column: Int) -> Int {
      // A number that is not finite cannot be converted to an integer.
      let own = userWidths[column].flatMap { $0.isFinite ? Int(min(max($0, 0), 100_000)) : nil }
      return columns[column].clamp(own ?? columns[column].ideal)
    }
    // What the last column lacks, the others give up, the first of them first.
    var widths = (first..<last).map(wanted)
    let spare = width - separator * (last - first) - columns[last].minimum
    var missing = max(0, widths.reduce(0, +) - spare)
    for (index, column) in (first..<last).enumerated() {
      let given = min(missing, widths[index] - columns[column].minimum)
      widths[index] -= given
      missing -= given
    }
    var start = 0
    for (column, width) in zip(first..<last, widths) {
      places[column] = start..<(start + width)
      start += width + separator
    }
    places[last] = start..<max(width, start)
    if hasOverlay {
      places[0] = 0..<max(columns[0].minimum, min(wanted(0), width - Self.uncovered))
    }
  }

  /// Returns whether a column is shown.
  package func shows(_ column: Int) -> Bool { places[column] != nil }

  /// The number of columns that are shown.
  package var shownCount: Int { places.count { $0 != nil } }

  /// The number of the first column that is shown.
  package var first: Int { places.firstIndex { $0 != nil } ?? places.count - 1 }

  /// Returns the width that a column gets when the end of it is moved to a position.
  ///
  /// - Parameters:
  ///   - column: The number of a column that is shown, but not the last one.
  ///   - end: The position from the leading edge of the view.
  ///   - columns: The widths that the columns ask for.
  /// - Returns: The nearest width that the column accepts and that leaves room for the others.
  package func width(of column: Int, withEndAt end: Int, columns: [Widths]) -> Int {
    guard let place = places[column] else { return columns[column].ideal }
    let width = columns[column].clamp(end - place.lowerBound)
    if hasOverlay, column == 0 { return width }
    guard let last = places[columns.count - 1] else { return width }
    // The columns between this one and the last keep their widths.
    let room = last.count - columns[columns.count - 1].minimum
    return max(columns[column].minimum, min(width, place.count + max(room, 0)))
  }
}
