import Foundation
import GtkKit

/// A column of a ``Table``: its header, and the views that it shows of each row.
///
/// ```swift
/// Table(parcels, sortOrder: $sortOrder) {
///   TableColumn("Name", value: \.name)
///   TableColumn("Weight", value: \.weight) { Text($0.weight, format: .number) }
///     .width(min: 60, ideal: 80)
///     .alignment(.trailing)
///   TableColumn("Contents") { ContentsIcon(parcel: $0) }
/// }
/// ```
///
/// A column with a `value` is sorted by it when the user clicks on the header. A row that is copied
/// as text has what its ``Text`` shows, or else the value; see ``copiedText(_:)``.
public struct TableColumn<RowValue, Sort: SortComparator, Content: View>: TableColumnContent {
  var column: ShownColumn<RowValue, Sort>

  public var columns: TableColumns<RowValue, Sort> { TableColumns(shown: [column]) }

  private init(
    _ title: some TableColumnTitle,
    sort: Sort? = nil,
    text: ((RowValue) -> String?)? = nil,
    content: @escaping (RowValue) -> Content
  ) {
    column = ShownColumn(
      title: title.columnTitle,
      sort: sort,
      cells: TypedCells(content: content, value: text)
    )
  }

  /// Makes a column by which the rows cannot be sorted.
  ///
  /// - Parameters:
  ///   - title: The title in the header.
  ///   - content: Makes the views of a cell.
  public init(
    _ title: some TableColumnTitle,
    @ViewBuilder content: @escaping (RowValue) -> Content
  ) {
    self.init(title, sort: nil, content: content)
  }

  /// Makes a column that is sorted by a comparator of a feature's own type.
  ///
  /// ```swift
  /// TableColumn("Name", sortUsing: ParcelOrder(.name)) { Text($0.name) }
  /// ```
  ///
  /// - Parameters:
  ///   - title: The title in the header.
  ///   - comparator: What the table's sort order contains when the rows are sorted by the column.
  ///   - content: Makes the views of a cell.
  public init(
    _ title: some TableColumnTitle,
    sortUsing comparator: Sort,
    @ViewBuilder content: @escaping (RowValue) -> Content
  ) {
    self.init(title, sort: comparator, content: content)
  }

  // MARK: Modifiers

  /// Fixes the width. The user cannot change it.
  ///
  /// - Parameter width: The width, in pixels; `nil` for no preference.
  public func width(_ width: Double?) -> TableColumn {
    self.width(min: width, ideal: width, max: width)
  }

  /// Limits the width. A table that is too narrow for the smallest widths of its columns scrolls
  /// sideways.
  ///
  /// - Parameters:
  ///   - min: The smallest width, in pixels; `nil` for no preference.
  ///   - ideal: The width until the user changes it. Columns share room that is left.
  ///   - max: The greatest width.
  public func width(
    min: Double? = nil,
    ideal: Double? = nil,
    max: Double? = nil
  ) -> TableColumn {
    var copy = self
    copy.column.width = TableColumnWidth(minimum: min, ideal: ideal, maximum: max)
    return copy
  }

  /// Sets where the cells and the title stand in the column: numbers usually at its end.
  public func alignment(_ alignment: TableColumnAlignment) -> TableColumn {
    var copy = self
    copy.column.alignment = alignment
    return copy
  }

  /// Names the column in the ``TableColumnCustomization`` of its table. Without a name, the user
  /// can neither hide nor move it, and its width is not kept.
  ///
  /// - Parameter id: A name that no other column of the table has. It stays the same in later
  ///   versions of the program.
  public func customizationID(_ id: String) -> TableColumn {
    var copy = self
    copy.column.customizationID = id
    return copy
  }

  /// Sets whether the column is shown until the user decides otherwise.
  public func defaultVisibility(_ visibility: Visibility) -> TableColumn {
    var copy = self
    copy.column.defaultVisibility = visibility
    return copy
  }

  /// Keeps the user from changing the column.
  ///
  /// - Parameter behavior: What the user cannot do.
  public func disabledCustomizationBehavior(
    _ behavior: TableColumnCustomizationBehavior
  ) -> TableColumn {
    var copy = self
    copy.column.disabledBehavior = behavior
    return copy
  }

  /// Sets what a cell is when its row is copied as text.
  ///
  /// - Parameter text: Returns the text of a row.
  public func copiedText(_ text: @escaping (RowValue) -> String) -> TableColumn {
    var copy = self
    copy.column.copiedText = text
    return copy
  }
}

extension TableColumn where Sort == KeyPathComparator<RowValue> {
  /// Makes a column that shows a text, and is sorted by it.
  ///
  /// - Parameters:
  ///   - title: The title in the header.
  ///   - value: The key path to the text.
  public init(
    _ title: some TableColumnTitle,
    value: any KeyPath<RowValue, String> & Sendable
  ) where Content == Text {
    self.init(title, sort: KeyPathComparator(value)) { Text(verbatim: $0[keyPath: value]) }
  }

  /// Makes a column that shows a text, and is sorted by it in a way of its own.
  ///
  /// - Parameters:
  ///   - title: The title in the header.
  ///   - value: The key path to the text.
  ///   - comparator: Compares the texts.
  ///   - content: Cannot be given. Without it, the compiler takes the views of another initializer
  ///     for the comparator when there is a mistake in them.
  public init<Comparator: SortComparator>(
    _ title: some TableColumnTitle,
    value: any KeyPath<RowValue, String> & Sendable,
    comparator: Comparator,
    content: (Never) -> Void = { _ in }
  ) where Content == Text, Comparator.Compared == String {
    self.init(title, sort: KeyPathComparator(value, comparator: comparator)) {
      Text(verbatim: $0[keyPath: value])
    }
  }

  /// Makes a column that is sorted by a value.
  ///
  /// - Parameters:
  ///   - title: The title in the header.
  ///   - value: The key path to the value.
  ///   - content: Makes the views of a cell.
  public init<Value: Comparable>(
    _ title: some TableColumnTitle,
    value: any KeyPath<RowValue, Value> & Sendable,
    @ViewBuilder content: @escaping (RowValue) -> Content
  ) {
    self.init(
      title,
      sort: KeyPathComparator(value),
      text: { "\($0[keyPath: value])" },
      content: content
    )
  }

  /// Makes a column that is sorted by a value that may be missing. Rows without it come first.
  ///
  /// - Parameters:
  ///   - title: The title in the header.
  ///   - value: The key path to the value.
  ///   - content: Makes the views of a cell.
  public init<Value: Comparable>(
    _ title: some TableColumnTitle,
    value: any KeyPath<RowValue, Value?> & Sendable,
    @ViewBuilder content: @escaping (RowValue) -> Content
  ) {
    self.init(
      title,
      sort: KeyPathComparator(value),
      text: { $0[keyPath: value].map { "\($0)" } },
      content: content
    )
  }

  /// Makes a column that is sorted by a value in a way of its own.
  ///
  /// - Parameters:
  ///   - title: The title in the header.
  ///   - value: The key path to the value.
  ///   - comparator: Compares the values.
  ///   - content: Makes the views of a cell.
  public init<Value, Comparator: SortComparator>(
    _ title: some TableColumnTitle,
    value: any KeyPath<RowValue, Value> & Sendable,
    comparator: Comparator,
    @ViewBuilder content: @escaping (RowValue) -> Content
  ) where Comparator.Compared == Value {
    self.init(
      title,
      sort: KeyPathComparator(value, comparator: comparator),
      text: { "\($0[keyPath: value])" },
      content: content
    )
  }
}

/// Where the cells of a column stand.
public enum TableColumnAlignment: Hashable, Sendable {
  case leading
  case center
  case trailing

  /// As the column says nothing: at its start.
  public static var automatic: TableColumnAlignment { .leading }
  /// As numbers stand: at the end, so that their digits are below one another.
  public static var numeric: TableColumnAlignment { .trailing }

  var text: TextAlignment {
    switch self {
    case .leading: .leading
    case .center: .center
    case .trailing: .trailing
    }
  }
}

/// What the user can do with a column.
public nonisolated struct TableColumnCustomizationBehavior: SetAlgebra, OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The column can be moved.
  public static let reorder = TableColumnCustomizationBehavior(rawValue: 1)
  /// The width can be changed.
  public static let resize = TableColumnCustomizationBehavior(rawValue: 2)
  /// The column can be hidden and shown.
  public static let visibility = TableColumnCustomizationBehavior(rawValue: 4)
  public static let all: TableColumnCustomizationBehavior = [.reorder, .resize, .visibility]
}

/// The title of a column: a string, or a ``Text``.
public protocol TableColumnTitle {
  /// The title as a text. Its styles are not shown.
  @MainActor var columnTitle: Text { get }
}

extension String: TableColumnTitle {
  public var columnTitle: Text { Text(verbatim: self) }
}

extension Substring: TableColumnTitle {
  public var columnTitle: Text { Text(verbatim: String(self)) }
}

extension Text: TableColumnTitle {
  public var columnTitle: Text { self }
}

extension LocalizedStringKey: TableColumnTitle {
  public var columnTitle: Text { Text(self) }
}

// MARK: - Columns of any content

/// A column of a table, whatever its cells show.
struct ShownColumn<RowValue, Sort: SortComparator> {
  /// Identifies the column in its table.
  var key: [AnyHashable] = []
  let title: Text
  var customizationID: String?
  var width = TableColumnWidth()
  var alignment = TableColumnAlignment.automatic
  var defaultVisibility = Visibility.automatic
  var disabledBehavior: TableColumnCustomizationBehavior = []
  var copiedText: ((RowValue) -> String)?
  let sort: Sort?
  let cells: any ColumnCells<RowValue>

  init(title: Text, sort: Sort?, cells: any ColumnCells<RowValue>) {
    self.title = title
    self.sort = sort
    self.cells = cells
  }

  /// Returns whether the user can do something with the column if it has an id.
  func allows(_ behavior: TableColumnCustomizationBehavior) -> Bool {
    disabledBehavior.isDisjoint(with: behavior)
  }
}

/// The cells of a column.
protocol ColumnCells<RowValue> {
  associatedtype RowValue

  /// Returns the view of a cell; without a row, as long as its element is not loaded, an empty one.
  func cell(of value: RowValue?, alignment: TableColumnAlignment) -> any TableCellView
  /// Returns what a cell is as text, if that can be known.
  func text(of value: RowValue) -> String?
  /// Returns whether both make equal cells of equal rows, as far as this can be known.
  func areSame(as other: any ColumnCells<RowValue>) -> Bool
}

private struct TypedCells<RowValue, Content: View>: ColumnCells {
  let content: (RowValue) -> Content
  let value: ((RowValue) -> String?)?

  func cell(of value: RowValue?, alignment: TableColumnAlignment) -> any TableCellView {
    TableCell(content: value.map(content), alignment: alignment)
  }

  func text(of row: RowValue) -> String? {
    if Content.self == Text.self { return (content(row) as? Text)?.string }
    return value?(row)
  }

  func areSame(as other: any ColumnCells<RowValue>) -> Bool {
    guard let other = other as? TypedCells else { return false }
    return haveSameBits(content, other.content)
  }
}
