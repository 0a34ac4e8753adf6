import Foundation

// A selection of elements, in place of one of their ids: with only the initializers that there are,
// the compiler would say that none of them matches.

extension List {
  @available(
    *,
    unavailable,
    message: """
      the selection consists of ids of elements: bind it to an 'Element.ID?' or a 'Set<Element.ID>'
      """
  )
  @_disfavoredOverload
  public init<Data: RandomAccessCollection, Selection, Row: View>(
    _ data: Data,
    selection: Binding<Selection>,
    @ViewBuilder row: @escaping (Data.Element) -> Row
  ) where Data.Element: Identifiable, Content == VirtualList<Data, Data.Element.ID, Row> {
    self.init(data, row: row)
  }
}

extension Table {
  @available(
    *,
    unavailable,
    message: """
      the selection consists of ids of elements: bind it to an 'Element.ID?' or a 'Set<Element.ID>'
      """
  )
  @_disfavoredOverload
  public init<Data: RandomAccessCollection, Selection>(
    _ data: Data,
    selection: Binding<Selection>,
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
    self.init(data, columns: columns)
  }

  @available(
    *,
    unavailable,
    message: """
      the selection consists of ids of elements: bind it to an 'Element.ID?' or a 'Set<Element.ID>'
      """
  )
  @_disfavoredOverload
  public init<Data: RandomAccessCollection, Selection, Sort: SortComparator>(
    _ data: Data,
    selection: Binding<Selection>,
    sortOrder: Binding<[Sort]>,
    @TableColumnBuilder<Data.Element, Sort> columns: () -> TableColumns<Data.Element, Sort>
  )
  where
    Data.Element: Identifiable,
    Content == TableContent<
      VirtualList<Data, Data.Element.ID, TableCells<Data.Element>>, Data.Element, Sort
    >,
    Sort.Compared == Data.Element
  {
    self.init(data, sortOrder: sortOrder, columns: columns)
  }
}
