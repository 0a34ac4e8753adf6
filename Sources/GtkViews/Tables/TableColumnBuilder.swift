import Foundation

/// Builds the columns of a ``Table``, with `if`, `if let`, `switch` and `for`.
///
/// The type of the rows is known to each ``TableColumn``: `value: \.name` needs no type.
@resultBuilder
public enum TableColumnBuilder<RowValue, Sort: SortComparator> {
  // Only one, so that the compiler knows the type of the rows when it reports a mistake.
  public static func buildExpression(
    _ content: some TableColumnContent<RowValue, Sort>
  ) -> TableColumns<RowValue, Sort> {
    content.columns
  }

  public static func buildBlock(
    _ parts: TableColumns<RowValue, Sort>...
  ) -> TableColumns<RowValue, Sort> {
    buildArray(parts)
  }

  public static func buildArray(
    _ parts: [TableColumns<RowValue, Sort>]
  ) -> TableColumns<RowValue, Sort> {
    TableColumns(shown: parts.enumerated().flatMap { $1.identified(by: $0).shown })
  }

  public static func buildOptional(
    _ columns: TableColumns<RowValue, Sort>?
  ) -> TableColumns<RowValue, Sort> {
    columns ?? TableColumns(shown: [])
  }

  public static func buildEither(
    first columns: TableColumns<RowValue, Sort>
  ) -> TableColumns<RowValue, Sort> {
    columns.identified(by: true)
  }

  public static func buildEither(
    second columns: TableColumns<RowValue, Sort>
  ) -> TableColumns<RowValue, Sort> {
    columns.identified(by: false)
  }
}

/// What stands among the columns of a ``Table``: a ``TableColumn``, or several of them.
public protocol TableColumnContent<RowValue, Sort> {
  /// An element of the table.
  associatedtype RowValue
  /// How a column sorts the rows.
  associatedtype Sort: SortComparator

  /// The columns, in order.
  @MainActor var columns: TableColumns<RowValue, Sort> { get }
}

/// Columns of a ``Table``, in order. Made by ``TableColumnBuilder``.
public struct TableColumns<RowValue, Sort: SortComparator>: TableColumnContent {
  let shown: [ShownColumn<RowValue, Sort>]

  public var columns: TableColumns { self }

  /// Returns the columns with keys that continue with what identifies them as a whole.
  func identified(by step: some Hashable) -> TableColumns {
    TableColumns(
      shown: shown.map { column in
        var column = column
        column.key.append(AnyHashable(step))
        return column
      }
    )
  }
}

/// Columns of a ``Table`` for the elements of a collection, which may change.
///
/// ```swift
/// TableColumnForEach(store.warehouses) { warehouse in
///   TableColumn(warehouse.name) { Text("\($0.stock[warehouse.id] ?? 0)") }
/// }
/// ```
public struct TableColumnForEach<
  Data: RandomAccessCollection,
  ID: Hashable,
  RowValue,
  Sort: SortComparator
>: TableColumnContent {
  public let columns: TableColumns<RowValue, Sort>

  /// - Parameters:
  ///   - data: The elements.
  ///   - id: The key path to the id of an element. Ids must be unique.
  ///   - content: Makes the columns of an element.
  public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @TableColumnBuilder<RowValue, Sort> content: (Data.Element) -> TableColumns<RowValue, Sort>
  ) {
    columns = TableColumns(
      shown: data.flatMap { content($0).identified(by: $0[keyPath: id]).shown }
    )
  }

  /// - Parameters:
  ///   - data: The elements, each with a unique id.
  ///   - content: Makes the columns of an element.
  public init(
    _ data: Data,
    @TableColumnBuilder<RowValue, Sort> content: (Data.Element) -> TableColumns<RowValue, Sort>
  ) where Data.Element: Identifiable, ID == Data.Element.ID {
    self.init(data, id: \.id, content: content)
  }
}
