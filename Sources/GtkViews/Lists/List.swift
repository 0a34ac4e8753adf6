import Foundation
import GtkKit

/// A scrolling list of rows.
///
///     List(items, selection: $selectedID) { item in
///       Text(item.name)
///     }
///     .onRowActivate { open($0) }
///
/// Made from data, or from one ``ForEach``, a list is virtual: only the visible rows have nodes and
/// widgets, which are used for one element after another. A row's `@State` lasts as long as the row
/// is visible. When the data change, rows are told apart by their ids and only what differs is
/// replaced, so scroll position, focus and selection stay.
///
/// Made from any other content it shows rows and ``Section``s in frames, as a ``Form`` does.
public struct List<Content: View>: View {
  private var content: Content

  public var body: some View { content }

  /// - Parameters:
  ///   - data: the elements.
  ///   - id: the key path to the id of an element. Ids must be unique: of two elements with the
  ///     same id the first is shown, and the other is reported.
  ///   - row: makes the views of a row.
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder row: @escaping (Data.Element) -> Row
  ) where Content == VirtualList<Data, ID, Row> {
    content = VirtualList(data: data, id: { $0[keyPath: id] }, row: row)
  }

  /// - Parameters:
  ///   - data: the elements, each with an id of its own.
  ///   - row: makes the views of a row.
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data,
    @ViewBuilder row: @escaping (Data.Element) -> Row
  ) where Data.Element: Identifiable, Content == VirtualList<Data, Data.Element.ID, Row> {
    content = VirtualList(data: data, id: { $0.id }, row: row)
  }

  /// - Parameters:
  ///   - data: the elements.
  ///   - id: the key path to the id of an element.
  ///   - selection: the id of the selected element, or `nil`.
  ///   - row: makes the views of a row.
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    selection: Binding<ID?>,
    @ViewBuilder row: @escaping (Data.Element) -> Row
  ) where Content == VirtualList<Data, ID, Row> {
    content = VirtualList(
      data: data,
      id: { $0[keyPath: id] },
      row: row,
      selection: .single(selection)
    )
  }

  /// - Parameters:
  ///   - data: the elements, each with an id of its own.
  ///   - selection: the id of the selected element, or `nil`.
  ///   - row: makes the views of a row.
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data,
    selection: Binding<Data.Element.ID?>,
    @ViewBuilder row: @escaping (Data.Element) -> Row
  ) where Data.Element: Identifiable, Content == VirtualList<Data, Data.Element.ID, Row> {
    content = VirtualList(data: data, id: { $0.id }, row: row, selection: .single(selection))
  }

  /// - Parameters:
  ///   - data: the elements.
  ///   - id: the key path to the id of an element.
  ///   - selection: the ids of the selected elements.
  ///   - row: makes the views of a row.
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    selection: Binding<Set<ID>>,
    @ViewBuilder row: @escaping (Data.Element) -> Row
  ) where Content == VirtualList<Data, ID, Row> {
    content = VirtualList(
      data: data,
      id: { $0[keyPath: id] },
      row: row,
      selection: .multiple(selection)
    )
  }

  /// - Parameters:
  ///   - data: the elements, each with an id of its own.
  ///   - selection: the ids of the selected elements.
  ///   - row: makes the views of a row.
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data,
    selection: Binding<Set<Data.Element.ID>>,
    @ViewBuilder row: @escaping (Data.Element) -> Row
  ) where Data.Element: Identifiable, Content == VirtualList<Data, Data.Element.ID, Row> {
    content = VirtualList(data: data, id: { $0.id }, row: row, selection: .multiple(selection))
  }

  /// - Parameter content: a ``ForEach``, whose elements are the rows.
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    content: () -> ForEach<Data, ID, Row>
  ) where Content == VirtualList<Data, ID, Row> {
    let rows = content()
    self.content = VirtualList(
      data: rows.data,
      id: rows.id,
      row: rows.content,
      onDelete: rows.onDelete
    )
  }

  /// - Parameters:
  ///   - selection: the id of the selected element, or `nil`.
  ///   - content: a ``ForEach``, whose elements are the rows.
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    selection: Binding<ID?>,
    content: () -> ForEach<Data, ID, Row>
  ) where Content == VirtualList<Data, ID, Row> {
    self.init(content: content)
    self.content.selection = .single(selection)
  }

  /// - Parameters:
  ///   - selection: the ids of the selected elements.
  ///   - content: a ``ForEach``, whose elements are the rows.
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    selection: Binding<Set<ID>>,
    content: () -> ForEach<Data, ID, Row>
  ) where Content == VirtualList<Data, ID, Row> {
    self.init(content: content)
    self.content.selection = .multiple(selection)
  }

  /// - Parameter content: rows and ``Section``s.
  @_disfavoredOverload
  public init<Rows: View>(@ViewBuilder content: () -> Rows) where Content == FixedList<Rows> {
    self.content = FixedList(content: content())
  }

  /// Does something when the user activates a row: with Return or a double click, or with a click
  /// where nothing can be selected.
  public func onRowActivate<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    perform action: @escaping (Data.Element) -> Void
  ) -> List where Content == VirtualList<Data, ID, Row> {
    var copy = self
    copy.content.onActivate = action
    return copy
  }

  /// Removes elements when the user presses Delete on rows.
  ///
  /// - Parameter action: removes the elements at some offsets.
  public func onDelete<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    perform action: @escaping (IndexSet) -> Void
  ) -> List where Content == VirtualList<Data, ID, Row> {
    var copy = self
    copy.content.onDelete = action
    return copy
  }

  /// Shows something else while there are no rows, for example a ``ContentUnavailableView``.
  public func placeholder<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    @ViewBuilder _ placeholder: () -> some View
  ) -> List where Content == VirtualList<Data, ID, Row> {
    var copy = self
    copy.content.placeholder = AnyView(placeholder())
    return copy
  }
}

extension ForEach {
  /// Removes elements when the user presses Delete on a row. Only in a ``List`` that consists of
  /// this.
  ///
  /// - Parameter action: removes the elements at some offsets.
  public func onDelete(perform action: ((IndexSet) -> Void)?) -> ForEach {
    var copy = self
    copy.onDelete = action
    return copy
  }
}

extension View {
  /// Offers actions for a row of a list, in its context menu.
  ///
  /// - Parameter content: ``Button``s.
  public func swipeActions<Actions: View>(@ViewBuilder content: () -> Actions) -> some View {
    contextMenu(menuItems: content)
  }
}

/// A list of rows that are all there; see ``List``.
public struct FixedList<Content: View>: PrimitiveView {
  let content: Content

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    FormNode(self, context) { $0.content }
  }
}

/// What of a list is selected.
enum ListSelection<ID: Hashable> {
  case none
  case single(Binding<ID?>)
  case multiple(Binding<Set<ID>>)

  var kind: ListView.Selection {
    switch self {
    case .none: .none
    case .single: .single
    case .multiple: .multiple
    }
  }

  var ids: Set<ID> {
    get {
      switch self {
      case .none: []
      case .single(let binding): binding.wrappedValue.map { [$0] } ?? []
      case .multiple(let binding): binding.wrappedValue
      }
    }
    nonmutating set {
      switch self {
      case .none: break
      case .single(let binding): binding.wrappedValue = newValue.first
      case .multiple(let binding): binding.wrappedValue = newValue
      }
    }
  }
}

/// A list whose rows have widgets only while they are visible; see ``List``.
public struct VirtualList<Data: RandomAccessCollection, ID: Hashable, Row: View>: PrimitiveView {
  let data: Data
  let id: (Data.Element) -> ID
  let row: (Data.Element) -> Row
  var selection = ListSelection<ID>.none
  var onActivate: ((Data.Element) -> Void)?
  var onDelete: ((IndexSet) -> Void)?
  var placeholder: AnyView?

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { ListNode(self, context) }
}
