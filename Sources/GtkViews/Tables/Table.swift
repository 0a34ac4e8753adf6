import Foundation
import PagedArrays

/// A scrolling list of rows in columns, which can be sorted, resized, moved and hidden.
///
/// ```swift
/// Table(store.parcels, selection: $store.selection, sortOrder: $store.sortOrder) {
///   TableColumn("Name", value: \.name)
///   TableColumn("Weight", value: \.weight) { Text($0.weight, format: .number) }
///     .alignment(.numeric)
/// }
/// ```
///
/// A table is a ``List`` with a header: its rows are virtual and are identified in the same way,
/// and selections, context menus, drags and keys work as there. What the user does to the columns
/// is state:
///
/// - A click on a header writes the sort order. The table never sorts: the feature does, when the
///   order changes. A second click reverses the order, and one with Shift adds a column to it.
/// - Moving, hiding and resizing columns writes the ``TableColumnCustomization``.
///
/// Where a feature declines, the table shows its state again.
///
/// Ctrl+C copies the selected rows as text: a line for each, with a tab between the shown columns;
/// see ``View/onCopyCommand(perform:)``. In a narrow table the columns shrink to their
/// smallest widths, and then the table scrolls sideways. Where the `horizontalSizeClass` is
/// `compact`, only the first column is shown, without a header.
public struct Table<Content: View>: View {
  @usableFromInline var content: Content

  public var body: some View { content }

  @usableFromInline
  init(content: Content) { self.content = content }
}

extension Table {
  /// Makes a table.
  ///
  /// - Parameters:
  ///   - data: The elements, each with a unique id.
  ///   - columnCustomization: What the user has made of the columns. Without it, they can neither
  ///     be moved nor hidden.
  ///   - columns: ``TableColumn``s.
  @inlinable
  public init<Data: RandomAccessCollection>(
    _ data: Data,
    columnCustomization: Binding<TableColumnCustomization<Data.Element>>? = nil,
    @TableColumnBuilder<Data.Element, KeyPathComparator<Data.Element>> columns: () -> TableColumns<
      Data.Element, KeyPathComparator<Data.Element>
    >
  )
  where
    Data.Element: Identifiable,
    Content == TableContent<
      VirtualList<Data, Data.Element.ID, TableCells<Data.Element>>, Data.Element,
      KeyPathComparator<Data.Element>
    >
  {
    self.init(
      content: TableContent(
        VirtualList(data: data, id: { $0.id }, row: { _ in TableCells() }, selection: .none),
        columns: columns(),
        sortOrder: nil,
        customization: columnCustomization
      )
    )
  }

  /// Makes a table with a selection of one row.
  ///
  /// - Parameters:
  ///   - data: The elements, each with a unique id.
  ///   - selection: The id of the selected row, or `nil`.
  ///   - columnCustomization: What the user has made of the columns. Without it, they can neither
  ///     be moved nor hidden.
  ///   - columns: ``TableColumn``s.
  @inlinable
  public init<Data: RandomAccessCollection>(
    _ data: Data,
    selection: Binding<Data.Element.ID?>,
    columnCustomization: Binding<TableColumnCustomization<Data.Element>>? = nil,
    @TableColumnBuilder<Data.Element, KeyPathComparator<Data.Element>> columns: () -> TableColumns<
      Data.Element, KeyPathComparator<Data.Element>
    >
  )
  where
    Data.Element: Identifiable,
    Content == TableContent<
      VirtualList<Data, Data.Element.ID, TableCells<Data.Element>>, Data.Element,
      KeyPathComparator<Data.Element>
    >
  {
    self.init(
      content: TableContent(
        VirtualList(
          data: data,
          id: { $0.id },
          row: { _ in TableCells() },
          selection: .single(selection)
        ),
        columns: columns(),
        sortOrder: nil,
        customization: columnCustomization
      )
    )
  }

  /// Makes a table with a selection of any number of rows.
  ///
  /// - Parameters:
  ///   - data: The elements, each with a unique id.
  ///   - selection: The ids of the selected rows.
  ///   - columnCustomization: What the user has made of the columns. Without it, they can neither
  ///     be moved nor hidden.
  ///   - columns: ``TableColumn``s.
  @inlinable
  public init<Data: RandomAccessCollection>(
    _ data: Data,
    selection: Binding<Set<Data.Element.ID>>,
    columnCustomization: Binding<TableColumnCustomization<Data.Element>>? = nil,
    @TableColumnBuilder<Data.Element, KeyPathComparator<Data.Element>> columns: () -> TableColumns<
      Data.Element, KeyPathComparator<Data.Element>
    >
  )
  where
    Data.Element: Identifiable,
    Content == TableContent<
      VirtualList<Data, Data.Element.ID, TableCells<Data.Element>>, Data.Element,
      KeyPathComparator<Data.Element>
    >
  {
    self.init(
      content: TableContent(
        VirtualList(
          data: data,
          id: { $0.id },
          row: { _ in TableCells() },
          selection: .multiple(selection)
        ),
        columns: columns(),
        sortOrder: nil,
        customization: columnCustomization
      )
    )
  }

  /// Makes a table that can be sorted by its columns.
  ///
  /// - Parameters:
  ///   - data: The elements, each with a unique id.
  ///   - sortOrder: The columns by which the elements are sorted, the most important first. Written
  ///     when the user clicks on a header; the feature sorts.
  ///   - columnCustomization: What the user has made of the columns. Without it, they can neither
  ///     be moved nor hidden.
  ///   - columns: ``TableColumn``s.
  @inlinable
  public init<Data: RandomAccessCollection, Sort: SortComparator>(
    _ data: Data,
    sortOrder: Binding<[Sort]>,
    columnCustomization: Binding<TableColumnCustomization<Data.Element>>? = nil,
    @TableColumnBuilder<Data.Element, Sort> columns: () -> TableColumns<Data.Element, Sort>
  )
  where
    Data.Element: Identifiable,
    Content == TableContent<
      VirtualList<Data, Data.Element.ID, TableCells<Data.Element>>, Data.Element, Sort
    >,
    Sort.Compared == Data.Element
  {
    self.init(
      content: TableContent(
        VirtualList(data: data, id: { $0.id }, row: { _ in TableCells() }, selection: .none),
        columns: columns(),
        sortOrder: sortOrder,
        customization: columnCustomization
      )
    )
  }

  /// Makes a table with a selection of one row, which can be sorted by its columns.
  ///
  /// - Parameters:
  ///   - data: The elements, each with a unique id.
  ///   - selection: The id of the selected row, or `nil`.
  ///   - sortOrder: The columns by which the elements are sorted, the most important first. Written
  ///     when the user clicks on a header; the feature sorts.
  ///   - columnCustomization: What the user has made of the columns. Without it, they can neither
  ///     be moved nor hidden.
  ///   - columns: ``TableColumn``s.
  @inlinable
  public init<Data: RandomAccessCollection, Sort: SortComparator>(
    _ data: Data,
    selection: Binding<Data.Element.ID?>,
    sortOrder: Binding<[Sort]>,
    columnCustomization: Binding<TableColumnCustomization<Data.Element>>? = nil,
    @TableColumnBuilder<Data.Element, Sort> columns: () -> TableColumns<Data.Element, Sort>
  )
  where
    Data.Element: Identifiable,
    Content == TableContent<
      VirtualList<Data, Data.Element.ID, TableCells<Data.Element>>, Data.Element, Sort
    >,
    Sort.Compared == Data.Element
  {
    self.init(
      content: TableContent(
        VirtualList(
          data: data,
          id: { $0.id },
          row: { _ in TableCells() },
          selection: .single(selection)
        ),
        columns: columns(),
        sortOrder: sortOrder,
        customization: columnCustomization
      )
    )
  }

  /// Makes a table with a selection of any number of rows, which can be sorted by its columns.
  ///
  /// - Parameters:
  ///   - data: The elements, each with a unique id.
  ///   - selection: The ids of the selected rows.
  ///   - sortOrder: The columns by which the elements are sorted, the most important first. Written
  ///     when the user clicks on a header; the feature sorts.
  ///   - columnCustomization: What the user has made of the columns. Without it, they can neither
  ///     be moved nor hidden.
  ///   - columns: ``TableColumn``s.
  @inlinable
  public init<Data: RandomAccessCollection, Sort: SortComparator>(
    _ data: Data,
    selection: Binding<Set<Data.Element.ID>>,
    sortOrder: Binding<[Sort]>,
    columnCustomization: Binding<TableColumnCustomization<Data.Element>>? = nil,
    @TableColumnBuilder<Data.Element, Sort> columns: () -> TableColumns<Data.Element, Sort>
  )
  where
    Data.Element: Identifiable,
    Content == TableContent<
      VirtualList<Data, Data.Element.ID, TableCells<Data.Element>>, Data.Element, Sort
    >,
    Sort.Compared == Data.Element
  {
    self.init(
      content: TableContent(
        VirtualList(
          data: data,
          id: { $0.id },
          row: { _ in TableCells() },
          selection: .multiple(selection)
        ),
        columns: columns(),
        sortOrder: sortOrder,
        customization: columnCustomization
      )
    )
  }
}

extension TableContent {
  /// A table whose rows are the elements of a collection.
  @usableFromInline
  init<Data: RandomAccessCollection, ID: Hashable>(
    _ list: VirtualList<Data, ID, TableCells<RowValue>>,
    columns: TableColumns<RowValue, Sort>,
    sortOrder: Binding<[Sort]>?,
    customization: Binding<TableColumnCustomization<RowValue>>?
  ) where Data.Element == RowValue, Rows == VirtualList<Data, ID, TableCells<RowValue>> {
    rows = list
    setRow = { $0.row = $1.row }
    self.columns = columns.shown
    self.sortOrder = sortOrder
    self.customization = customization
  }
}

extension Table {
  /// Performs an action when the user activates a row: with Return or a double click, or with a
  /// single click if the table has no selection.
  ///
  /// - Parameter action: Called with the element of the row.
  public func onRowActivate<Data: RandomAccessCollection, ID: Hashable, Sort: SortComparator>(
    perform action: @escaping (Data.Element) -> Void
  ) -> Table
  where
    Data.Element: Identifiable,
    Content == TableContent<VirtualList<Data, ID, TableCells<Data.Element>>, Data.Element, Sort>
  {
    var copy = self
    reportSecond("onRowActivate", of: self, after: copy.content.rows.actions.onActivate)
    copy.content.rows.actions.onActivate = elementAction(content.rows.data, action)
    return copy
  }

  /// Performs another action when the user activates a row with Ctrl and a click, with the middle
  /// button, or with Ctrl+Return: to show its element in a window of its own.
  ///
  /// - Parameter action: Called with the element of the row.
  public func onRowActivateElsewhere<
    Data: RandomAccessCollection,
    ID: Hashable,
    Sort: SortComparator
  >(
    perform action: @escaping (Data.Element) -> Void
  ) -> Table
  where
    Data.Element: Identifiable,
    Content == TableContent<VirtualList<Data, ID, TableCells<Data.Element>>, Data.Element, Sort>
  {
    var copy = self
    reportSecond(
      "onRowActivateElsewhere",
      of: self,
      after: copy.content.rows.actions.onActivateElsewhere
    )
    copy.content.rows.actions.onActivateElsewhere = elementAction(content.rows.data, action)
    return copy
  }

  /// Removes elements when the user presses Delete on rows, or chooses Delete in their context
  /// menu.
  ///
  /// - Parameter action: Removes the elements at the given offsets.
  public func onDelete<Data: RandomAccessCollection, ID: Hashable, Sort: SortComparator>(
    perform action: @escaping (IndexSet) -> Void
  ) -> Table
  where
    Data.Element: Identifiable,
    Content == TableContent<VirtualList<Data, ID, TableCells<Data.Element>>, Data.Element, Sort>
  {
    var copy = self
    reportSecond("onDelete", of: self, after: copy.content.rows.actions.onDelete)
    copy.content.rows.actions.onDelete = action
    return copy
  }

  /// Moves elements when the user drags rows, or presses Alt with an arrow key. Use it where the
  /// elements are in an order of their own, not sorted by a column.
  ///
  /// - Parameter action: Moves the elements at the given offsets in front of the element that is at
  ///   the destination offset before the move, or to the end, as `move(fromOffsets:toOffset:)`
  ///   does; `nil` if rows cannot be moved.
  public func onMove<Data: RandomAccessCollection, ID: Hashable, Sort: SortComparator>(
    perform action: ((IndexSet, Int) -> Void)?
  ) -> Table
  where
    Data.Element: Identifiable,
    Content == TableContent<VirtualList<Data, ID, TableCells<Data.Element>>, Data.Element, Sort>
  {
    var copy = self
    reportSecond("onMove", of: self, after: copy.content.rows.actions.onMove)
    copy.content.rows.actions.onMove = action
    return copy
  }

  /// Shows another view in the place of the table while there are no rows, for example a
  /// ``ContentUnavailableView``.
  public func placeholder<Data: RandomAccessCollection, ID: Hashable, Sort: SortComparator>(
    @ViewBuilder _ placeholder: () -> some View
  ) -> Table
  where
    Data.Element: Identifiable,
    Content == TableContent<VirtualList<Data, ID, TableCells<Data.Element>>, Data.Element, Sort>
  {
    var copy = self
    reportSecond("placeholder", of: self, after: copy.content.rows.placeholder)
    copy.content.rows.placeholder = AnyView(placeholder())
    return copy
  }
}
