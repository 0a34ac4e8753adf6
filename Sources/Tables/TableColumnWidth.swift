/// How wide a column of a table may be, and wants to be, in pixels.
package struct TableColumnWidth: Hashable, Sendable {
  /// The width that a column has by itself.
  package static let usual = 120.0
  /// The greatest width of a column, as GTK can show it.
  static let greatest = 32_000.0
  /// The smallest width of a column that says none.
  package static let smallest = 48.0

  package var minimum: Double
  package var ideal: Double
  package var maximum: Double
  /// The width that the user has given the column; `nil` if the table decides.
  package var chosen: Double?

  /// - Parameters:
  ///   - minimum: The smallest width.
  ///   - ideal: The width where there is just enough room.
  ///   - maximum: The greatest width.
  ///
  /// Numbers that are no width count as if they were not given, or as the nearest width.
  package init(minimum: Double? = nil, ideal: Double? = nil, maximum: Double? = nil) {
    let (minimum, ideal) = (Self.width(minimum), Self.width(ideal))
    let maximum = maximum == .infinity ? nil : Self.width(maximum)
    let smallest = max(minimum ?? min(Self.smallest, ideal ?? maximum ?? Self.smallest), 1)
    self.minimum = smallest
    self.maximum = max(maximum ?? .infinity, smallest)
    self.ideal = min(max(ideal ?? Self.usual, smallest), self.maximum)
  }

  /// Returns a width that can be shown, whatever a file or a program says; `nil` if it says none.
  private static func width(_ width: Double?) -> Double? {
    guard let width, !width.isNaN else { return nil }
    return min(max(width, 0), greatest)
  }

  /// Whether the user can change the width.
  package var isResizable: Bool { minimum < maximum }

  /// Returns the nearest width that the column may have.
  package func clamped(_ width: Double) -> Double { min(max(width, minimum), maximum) }

  /// The width that the column has for certain, and the one that it wants.
  private var bounds: (least: Int, wanted: Int) {
    let wanted = Int(clamped(Self.width(chosen) ?? ideal).rounded())
    return (chosen == nil ? Int(minimum.rounded()) : wanted, wanted)
  }

  /// Returns the smallest width in which columns fit beside one another.
  package static func least(_ columns: [TableColumnWidth]) -> Int {
    columns.reduce(0) { $0 + $1.bounds.least }
  }

  /// Returns the width that columns want together.
  package static func wanted(_ columns: [TableColumnWidth]) -> Int {
    columns.reduce(0) { $0 + $1.bounds.wanted }
  }

  /// Returns the widths of columns that share some room.
  ///
  /// Columns whose width the user has chosen have it. The others give way in proportion to what
  /// they have above their minimum, or share what is left equally, up to their maximum. If there is
  /// less room than ``least(_:)``, the columns are wider than the room.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - room: The width of the table.
  package static func widths(of columns: [TableColumnWidth], in room: Int) -> [Int] {
    let bounds = columns.map(\.bounds)
    var widths = bounds.map(\.wanted)
    let missing = widths.reduce(0, +) - room
    if missing > 0 {
      let slack = zip(widths, bounds).map { $0 - $1.least }
      let total = slack.reduce(0, +)
      guard total > missing else { return bounds.map(\.least) }
      // Rounding the sums, not the parts, keeps the columns as wide as the room.
      var given = 0
      var sum = 0
      for index in widths.indices {
        sum += slack[index]
        let share = missing * sum / total - given
        given += share
        widths[index] -= share
      }
      return widths
    }
    var free = -missing
    var growing = columns.indices.filter { columns[$0].chosen == nil }
    while free > 0 {
      growing.removeAll { Double(widths[$0]) >= columns[$0].maximum.rounded(.down) }
      guard !growing.isEmpty else { break }
      let (share, rest) = free.quotientAndRemainder(dividingBy: growing.count)
      for (number, index) in growing.enumerated() {
        let room = columns[index].maximum - Double(widths[index])
        let more = Int(min(Double(share + (number < rest ? 1 : 0)), room.rounded(.down)))
        widths[index] += more
        free -= more
      }
    }
    return widths
  }
}
