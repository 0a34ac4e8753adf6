/// What the user has made of the columns of a table: which are shown, in which order, and how wide.
///
/// It is state like any other. A feature keeps it, writes it to a file, and tests it:
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   var columns = TableColumnCustomization<Parcel>()
/// }
/// ```
///
/// Columns are known by their customization ids. What is not in it is as the table says itself, so
/// that columns that come with a later version of a program are where they belong.
public struct TableColumnCustomization<RowValue: Identifiable>: Hashable, Sendable, Codable {
  /// The ids of the columns in the order in which the user has put them; empty for the order in
  /// which the table lists them.
  public var order: [String] = []

  private var visibilities: [String: Visibility] = [:]
  private var widths: [String: Double] = [:]

  /// Makes a customization in which all columns are as the table says.
  public init() {}

  /// Whether the column with an id is shown; `automatic` if the table says so itself.
  public subscript(visibility id: String) -> Visibility {
    get { visibilities[id] ?? .automatic }
    set { visibilities[id] = newValue == .automatic ? nil : newValue }
  }

  /// The width that the user has given the column with an id, in pixels; `nil` if the table
  /// decides.
  public subscript(width id: String) -> Double? {
    get { widths[id] }
    set { widths[id] = newValue }
  }

  /// Puts the columns into the order in which the table lists them. Their widths, and which are
  /// shown, stay as they are.
  public mutating func resetOrder() { order = [] }

  private enum CodingKeys: String, CodingKey {
    case order
    case visibilities = "visibility"
    case widths = "width"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    order = try container.decodeIfPresent([String].self, forKey: .order) ?? []
    visibilities =
      try container.decodeIfPresent([String: Visibility].self, forKey: .visibilities) ?? [:]
    widths = try container.decodeIfPresent([String: Double].self, forKey: .widths) ?? [:]
  }

  // MARK: For the views

  /// Returns the columns of a table in their order.
  ///
  /// A column that the user has not moved comes after the one that it follows in the table.
  ///
  /// - Parameter ids: The customization ids in the order of the table; `nil` for a column without
  ///   one.
  /// - Returns: The offsets of the columns.
  package func arranged(_ ids: [String?]) -> [Int] {
    var places: [String: Int] = [:]
    for (offset, id) in ids.enumerated() {
      if let id, places[id] == nil { places[id] = offset }
    }
    var arranged: [Int] = []
    var known: Set<Int> = []
    for id in order {
      if let offset = places[id], known.insert(offset).inserted { arranged.append(offset) }
    }
    guard !arranged.isEmpty else { return Array(ids.indices) }
    for offset in ids.indices where !known.contains(offset) {
      let before = offset > 0 ? arranged.firstIndex(of: offset - 1) : nil
      arranged.insert(offset, at: before.map { $0 + 1 } ?? 0)
    }
    return arranged
  }

  /// Moves a column.
  ///
  /// - Parameters:
  ///   - offset: The offset of the column in the table.
  ///   - other: The offset of the column in front of which it is to be; `nil` for the end.
  ///   - ids: The customization ids in the order of the table. The two columns have one.
  package mutating func move(_ offset: Int, before other: Int?, _ ids: [String?]) {
    var arranged = arranged(ids)
    arranged.removeAll { $0 == offset }
    let place = other.flatMap { arranged.firstIndex(of: $0) } ?? arranged.endIndex
    arranged.insert(offset, at: place)
    order = arranged.compactMap { ids[$0] }
  }
}
