import Foundation
import PagedArrays

/// Tables over more elements than a program keeps in memory.
///
/// Rows whose elements are not loaded yet are there as well, with empty cells, so the scroll bar
/// tells the length of the whole table.
extension Table {
  /// Makes a table of which only some elements are loaded.
  ///
  /// - Parameters:
  ///   - elements: The elements, of which some are loaded.
  ///   - columnCustomization: What the user has made of the columns. Without it, they can neither
  ///     be moved nor hidden.
  ///   - load: Loads those elements at the given positions that are not loaded yet. Called as by a
  ///     paged ``List``.
  ///   - columns: ``TableColumn``s.
  public init<Element: Identifiable>(
    _ elements: PagedArray<Element>,
    columnCustomization: Binding<TableColumnCustomization<Element>>? = nil,
    load: @escaping (Range<Int>) -> Void,
    @TableColumnBuilder<Element, KeyPathComparator<Element>> columns: () -> TableColumns<
      Element, KeyPathComparator<Element>
    >
  )
  where
    Content == TableContent<
      PagedList<Element, TableCells<Element>>, Element, KeyPathComparator<Element>
    >
  {
    self.init(
      content: TableContent(
        PagedList(elements: elements, load: load, row: { _ in TableCells() }, selection: .none),
        columns: columns(),
        sortOrder: nil,
        customization: columnCustomization
      )
    )
  }

  /// Makes a table of which only some elements are loaded, with a selection of one row.
  ///
  /// - Parameters:
  ///   - elements: The elements, of which some are loaded.
  ///   - selection: The id of the selected row, or `nil`.
  ///   - columnCustomization: What the user has made of the columns. Without it, they can neither
  ///     be moved nor hidden.
  ///   - load: Loads those elements at the given positions that are not loaded yet. Called as by a
  ///     paged ``List``.
  ///   - columns: ``TableColumn``s.
  public init<Element: Identifiable>(
    _ elements: PagedArray<Element>,
    selection: Binding<Element.ID?>,
    columnCustomization: Binding<TableColumnCustomization<Element>>? = nil,
    load: @escaping (Range<Int>) -> Void,
    @TableColumnBuilder<Element, KeyPathComparator<Element>> columns: () -> TableColumns<
      Element, KeyPathComparator<Element>
    >
  )
  where
    Content == TableContent<
      PagedList<Element, TableCells<Element>>, Element, KeyPathComparator<Element>
    >
  {
    self.init(
      content: TableContent(
        PagedList(
          elements: elements,
          load: load,
          row: { _ in TableCells() },
          selection: .single(selection)
        ),
        columns: columns(),
        sortOrder: nil,
        customization: columnCustomization
      )
    )
  }

  /// Makes a table of which only some elements are loaded, with a selection of any number of rows.
  ///
  /// - Parameters:
  ///   - elements: The elements, of which some are loaded.
  ///   - selection: Which rows are selected. "All" needs no ids.
  ///   - columnCustomization: What the user has made of the columns. Without it, they can neither
  ///     be moved nor hidden.
  ///   - load: Loads those elements at the given positions that are not loaded yet. Called as by a
  ///     paged ``List``.
  ///   - columns: ``TableColumn``s.
  public init<Element: Identifiable>(
    _ elements: PagedArray<Element>,
    selection: Binding<PagedSelection<Element.ID>>,
    columnCustomization: Binding<TableColumnCustomization<Element>>? = nil,
    load: @escaping (Range<Int>) -> Void,
    @TableColumnBuilder<Element, KeyPathComparator<Element>> columns: () -> TableColumns<
      Element, KeyPathComparator<Element>
    >
  )
  where
    Content == TableContent<
      PagedList<Element, TableCells<Element>>, Element, KeyPathComparator<Element>
    >
  {
    self.init(
      content: TableContent(
        PagedList(
          elements: elements,
          load: load,
          row: { _ in TableCells() },
          selection: .paged(selection)
        ),
        columns: columns(),
        sortOrder: nil,
        customization: columnCustomization
      )
    )
  }

  /// Makes a table of which only some elements are loaded, and that can be sorted by its columns.
  ///
  /// - Parameters:
  ///   - elements: The elements, of which some are loaded.
  ///   - sortOrder: The columns by which the elements are sorted, the most important first. Written
  ///     when the user clicks on a header; the feature sorts.
  ///   - columnCustomization: What the user has made of the columns. Without it, they can neither
  ///     be moved nor hidden.
  ///   - load: Loads those elements at the given positions that are not loaded yet. Called as by a
  ///     paged ``List``.
  ///   - columns: ``TableColumn``s.
  public init<Element: Identifiable, Sort: SortComparator>(
    _ elements: PagedArray<Element>,
    sortOrder: Binding<[Sort]>,
    columnCustomization: Binding<TableColumnCustomization<Element>>? = nil,
    load: @escaping (Range<Int>) -> Void,
    @TableColumnBuilder<Element, Sort> columns: () -> TableColumns<Element, Sort>
  )
  where
    Content == TableContent<PagedList<Element, TableCells<Element>>, Element, Sort>,
    Sort.Compared == Element
  {
    self.init(
      content: TableContent(
        PagedList(elements: elements, load: load, row: { _ in TableCells() }, selection: .none),
        columns: columns(),
        sortOrder: sortOrder,
        customization: columnCustomization
      )
    )
  }

  /// Makes a table of which only some elements are loaded, with a selection of one row, which can
  /// be sorted by its columns.
  ///
  /// - Parameters:
  ///   - elements: The elements, of which some are loaded.
  ///   - selection: The id of the selected row, or `nil`.
  ///   - sortOrder: The columns by which the elements are sorted, the most important first. Written
  ///     when the user clicks on a header; the feature sorts.
  ///   - columnCustomization: What the user has made of the columns. Without it, they can neither
  ///     be moved nor hidden.
  ///   - load: Loads those elements at the given positions that are not loaded yet. Called as by a
  ///     paged ``List``.
  ///   - columns: ``TableColumn``s.
  public init<Element: Identifiable, Sort: SortComparator>(
    _ elements: PagedArray<Element>,
    selection: Binding<Element.ID?>,
    sortOrder: Binding<[Sort]>,
    columnCustomization: Binding<TableColumnCustomization<Element>>? = nil,
    load: @escaping (Range<Int>) -> Void,
    @TableColumnBuilder<Element, Sort> columns: () -> TableColumns<Element, Sort>
  )
  where
    Content == TableContent<PagedList<Element, TableCells<Element>>, Element, Sort>,
    Sort.Compared == Element
  {
    self.init(
      content: TableContent(
        PagedList(
          elements: elements,
          load: load,
          row: { _ in TableCells() },
          selection: .single(selection)
        ),
        columns: columns(),
        sortOrder: sortOrder,
        customization: columnCustomization
      )
    )
  }

  /// Makes a table of which only some elements are loaded, with a selection of any number of rows,
  /// which can be sorted by its columns.
  ///
  /// - Parameters:
  ///   - elements: The elements, of which some are loaded.
  ///   - selection: Which rows are selected. "All" needs no ids.
  ///   - sortOrder: The columns by which the elements are sorted, the most important first. Written
  ///     when the user clicks on a header; the feature sorts.
  ///   - columnCustomization: What the user has made of the columns. Without it, they can neither
  ///     be moved nor hidden.
  ///   - load: Loads those elements at the given positions that are not loaded yet. Called as by a
  ///     paged ``List``.
  ///   - columns: ``TableColumn``s.
  public init<Element: Identifiable, Sort: SortComparator>(
    _ elements: PagedArray<Element>,
    selection: Binding<PagedSelection<Element.ID>>,
    sortOrder: Binding<[Sort]>,
    columnCustomization: Binding<TableColumnCustomization<Element>>? = nil,
    load: @escaping (Range<Int>) -> Void,
    @TableColumnBuilder<Element, Sort> columns: () -> TableColumns<Element, Sort>
  )
  where
    Content == TableContent<PagedList<Element, TableCells<Element>>, Element, Sort>,
    Sort.Compared == Element
  {
    self.init(
      content: TableContent(
        PagedList(
          elements: elements,
          load: load,
          row: { _ in TableCells() },
          selection: .paged(selection)
        ),
        columns: columns(),
        sortOrder: sortOrder,
        customization: columnCustomization
      )
    )
  }
}

extension TableContent {
  /// A table of which only some elements are loaded.
  init(
    _ list: PagedList<RowValue, TableCells<RowValue>>,
    columns: TableColumns<RowValue, Sort>,
    sortOrder: Binding<[Sort]>?,
    customization: Binding<TableColumnCustomization<RowValue>>?
  ) where Rows == PagedList<RowValue, TableCells<RowValue>> {
    rows = list
    setRow = { $0.row = $1.pagedRow }
    self.columns = columns.shown
    self.sortOrder = sortOrder
    self.customization = customization
  }
}

extension Table {
  /// Performs an action when the user activates a row whose element is loaded: with Return or a
  /// double click, or with a single click if the table has no selection.
  ///
  /// - Parameter action: Called with the element of the row.
  public func onRowActivate<Element: Identifiable, Sort: SortComparator>(
    perform action: @escaping (Element) -> Void
  ) -> Table where Content == TableContent<PagedList<Element, TableCells<Element>>, Element, Sort> {
    var copy = self
    reportSecond("onRowActivate", of: self, after: copy.content.rows.onActivate)
    copy.content.rows.onActivate = action
    return copy
  }

  /// Performs another action when the user activates a row whose element is loaded with Ctrl and a
  /// click, with the middle button, or with Ctrl+Return: to show its element in a window of its
  /// own. Where ``View/listRowClick(_:)`` says that a click does not select, Ctrl and a click do.
  ///
  /// - Parameter action: Called with the element of the row.
  public func onRowActivateElsewhere<Element: Identifiable, Sort: SortComparator>(
    perform action: @escaping (Element) -> Void
  ) -> Table where Content == TableContent<PagedList<Element, TableCells<Element>>, Element, Sort> {
    var copy = self
    reportSecond("onRowActivateElsewhere", of: self, after: copy.content.rows.onActivateElsewhere)
    copy.content.rows.onActivateElsewhere = action
    return copy
  }

  /// Performs an action when the user types a character, with or without Shift, while a row whose
  /// element is loaded has the keyboard focus.
  ///
  /// These characters do not begin a search in a table with `.searchable(text:)` around it.
  ///
  /// - Parameters:
  ///   - characters: The characters.
  ///   - action: Called with the element of the row and the character, and again while the key is
  ///     held.
  public func onRowKeyPress<Element: Identifiable, Sort: SortComparator>(
    characters: Character...,
    perform action: @escaping (Element, Character) -> Void
  ) -> Table where Content == TableContent<PagedList<Element, TableCells<Element>>, Element, Sort> {
    var copy = self
    reportSecond("onRowKeyPress", of: self, after: copy.content.rows.keyPress)
    copy.content.rows.keyPress = (Set(characters), action)
    return copy
  }

  /// Removes an element when the user presses Delete on its row, or chooses Delete in its context
  /// menu. A row whose element is not loaded cannot be deleted.
  ///
  /// - Parameter action: Removes the element.
  public func onDelete<Element: Identifiable, Sort: SortComparator>(
    perform action: @escaping (Element) -> Void
  ) -> Table where Content == TableContent<PagedList<Element, TableCells<Element>>, Element, Sort> {
    var copy = self
    reportSecond("onDelete", of: self, after: copy.content.rows.onDelete)
    copy.content.rows.onDelete = action
    return copy
  }

  /// Scrolls to a row and gives it the keyboard focus, as soon as there is one at a position.
  ///
  /// - Parameter position: The position of the row among all elements, loaded or not. The table
  ///   sets it to `nil` when it has scrolled. A position at which there is no row waits until there
  ///   is.
  public func revealedRow<Element: Identifiable, Sort: SortComparator>(
    _ position: Binding<Int?>
  ) -> Table where Content == TableContent<PagedList<Element, TableCells<Element>>, Element, Sort> {
    var copy = self
    copy.content.rows.revealedRow = position
    return copy
  }

  /// Shows another view in the place of the table while there are no rows, for example a
  /// ``ContentUnavailableView``.
  public func placeholder<Element: Identifiable, Sort: SortComparator>(
    @ViewBuilder _ placeholder: () -> some View
  ) -> Table where Content == TableContent<PagedList<Element, TableCells<Element>>, Element, Sort> {
    var copy = self
    reportSecond("placeholder", of: self, after: copy.content.rows.placeholder)
    copy.content.rows.placeholder = AnyView(placeholder())
    return copy
  }
}
