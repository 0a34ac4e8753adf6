import Foundation
import GtkKit
import PagedArrays

/// A scrolling list of rows.
///
/// ```swift
/// List(items, selection: $selectedID) { item in
///   Text(item.name)
/// }
/// .onRowActivate { open($0) }
/// ```
///
/// A list made from data, or from content that contains a ``ForEach``, is virtual: only the visible
/// rows have nodes and widgets, and these are reused for one element after another. A row's
/// `@State` lasts only as long as the row is visible. When the data change, rows are identified by
/// their ids and only the rows that differ are replaced, so the scroll position, the focus and the
/// selection stay.
///
/// The content of a list is split into rows. Each element of a ``ForEach`` is a row, and so is
/// every other view. The header and the footer of a ``Section`` are rows that can be neither
/// selected nor activated. The elements of a ``ForEach`` may themselves be sections.
///
/// ```swift
/// List(selection: $selectedID) {
///   Section("Favourites") {
///     ForEach(favourites) { Text($0.name) }
///   }
///   ForEach(groups) { group in
///     Section(group.name) {
///       ForEach(group.items) { Text($0.name) }
///         .onMove { move(in: group, $0, to: $1) }
///     }
///   }
/// }
/// ```
///
/// A custom view whose body is a ``Section`` or a ``ForEach`` is split in the same way.
///
/// A list made from any other content shows its rows and ``Section``s in frames, as a ``Form``
/// does.
public struct List<Content: View>: View {
  @usableFromInline var content: Content

  public var body: some View { content }

  /// - Parameters:
  ///   - data: The elements.
  ///   - id: The key path to the id of an element. Ids must be unique: if two elements have the
  ///     same id, only the first is shown and the other is reported as an issue.
  ///   - row: Makes the views of a row.
  @inlinable
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder row: @escaping (Data.Element) -> Row
  ) where Content == VirtualList<Data, ID, Row> {
    content = VirtualList(data: data, id: { $0[keyPath: id] }, row: row)
  }

  /// - Parameters:
  ///   - data: The elements, each with a unique id.
  ///   - row: Makes the views of a row.
  @inlinable
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data,
    @ViewBuilder row: @escaping (Data.Element) -> Row
  ) where Data.Element: Identifiable, Content == VirtualList<Data, Data.Element.ID, Row> {
    content = VirtualList(data: data, id: { $0.id }, row: row)
  }

  /// A list of a row for each number of a range.
  ///
  /// - Parameters:
  ///   - range: The numbers.
  ///   - row: Makes the views of a row.
  @inlinable
  public init<Row: View>(_ range: Range<Int>, @ViewBuilder row: @escaping (Int) -> Row)
  where Content == VirtualList<Range<Int>, Int, Row> {
    content = VirtualList(data: range, id: { $0 }, row: row)
  }

  /// - Parameters:
  ///   - data: The elements.
  ///   - id: The key path to the id of an element.
  ///   - selection: The id of the selected element, or `nil`.
  ///   - row: Makes the views of a row.
  @inlinable
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
  ///   - data: The elements, each with a unique id.
  ///   - selection: The id of the selected element, or `nil`.
  ///   - row: Makes the views of a row.
  @inlinable
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data,
    selection: Binding<Data.Element.ID?>,
    @ViewBuilder row: @escaping (Data.Element) -> Row
  ) where Data.Element: Identifiable, Content == VirtualList<Data, Data.Element.ID, Row> {
    content = VirtualList(data: data, id: { $0.id }, row: row, selection: .single(selection))
  }

  /// - Parameters:
  ///   - data: The elements.
  ///   - id: The key path to the id of an element.
  ///   - selection: The ids of the selected elements.
  ///   - row: Makes the views of a row.
  @inlinable
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
  ///   - data: The elements, each with a unique id.
  ///   - selection: The ids of the selected elements.
  ///   - row: Makes the views of a row.
  @inlinable
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data,
    selection: Binding<Set<Data.Element.ID>>,
    @ViewBuilder row: @escaping (Data.Element) -> Row
  ) where Data.Element: Identifiable, Content == VirtualList<Data, Data.Element.ID, Row> {
    content = VirtualList(data: data, id: { $0.id }, row: row, selection: .multiple(selection))
  }

  /// - Parameter content: A ``ForEach``, whose elements are the rows.
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    content: () -> ForEach<Data, ID, Row>
  ) where Content == VirtualList<Data, ID, Row> {
    let rows = content()
    self.content = VirtualList(data: rows.data, id: rows.id, row: rows.content)
    self.content.actions = rows.actions
  }

  /// - Parameters:
  ///   - selection: The id of the selected element, or `nil`.
  ///   - content: A ``ForEach``, whose elements are the rows.
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    selection: Binding<ID?>,
    content: () -> ForEach<Data, ID, Row>
  ) where Content == VirtualList<Data, ID, Row> {
    self.init(content: content)
    self.content.selection = .single(selection)
  }

  /// - Parameters:
  ///   - selection: The ids of the selected elements.
  ///   - content: A ``ForEach``, whose elements are the rows.
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    selection: Binding<Set<ID>>,
    content: () -> ForEach<Data, ID, Row>
  ) where Content == VirtualList<Data, ID, Row> {
    self.init(content: content)
    self.content.selection = .multiple(selection)
  }

  /// - Parameter content: ``Section``s, ``ForEach``s and rows.
  @_disfavoredOverload
  public init<Rows: View>(@ViewBuilder content: () -> Rows) where Content == RowList<Rows, Never> {
    self.content = RowList(content: content())
  }

  /// - Parameters:
  ///   - selection: The id of the selected element in any ``ForEach``, or the ``View/tag(_:)`` of a
  ///     row outside a ``ForEach``; `nil` if no row is selected.
  ///   - content: ``Section``s, ``ForEach``s and rows.
  @_disfavoredOverload
  public init<SelectionValue: Hashable, Rows: View>(
    selection: Binding<SelectionValue?>,
    @ViewBuilder content: () -> Rows
  ) where Content == RowList<Rows, SelectionValue> {
    self.content = RowList(content: content(), selection: .single(selection))
  }

  /// - Parameters:
  ///   - selection: The ids of the selected elements in all ``ForEach``s, and the ``View/tag(_:)``s
  ///     of rows outside a ``ForEach``.
  ///   - content: ``Section``s, ``ForEach``s and rows.
  @_disfavoredOverload
  public init<SelectionValue: Hashable, Rows: View>(
    selection: Binding<Set<SelectionValue>>,
    @ViewBuilder content: () -> Rows
  ) where Content == RowList<Rows, SelectionValue> {
    self.content = RowList(content: content(), selection: .multiple(selection))
  }

  /// Performs an action when the user activates a row: with Return or a double click, or with a
  /// single click if the list has no selection.
  ///
  /// - Parameter action: Called with the element of the row.
  public func onRowActivate<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    perform action: @escaping (Data.Element) -> Void
  ) -> List where Content == VirtualList<Data, ID, Row> {
    var copy = self
    reportSecond("onRowActivate", of: self, after: copy.content.actions.onActivate)
    copy.content.actions.onActivate = elementAction(content.data, action)
    return copy
  }

  /// Performs another action when the user activates a row with Ctrl and a click, with the middle
  /// button, or with Ctrl+Return: to show its element in a window of its own.
  ///
  /// - Parameter action: Called with the element of the row.
  public func onRowActivateElsewhere<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    perform action: @escaping (Data.Element) -> Void
  ) -> List where Content == VirtualList<Data, ID, Row> {
    var copy = self
    reportSecond(
      "onRowActivateElsewhere",
      of: self,
      after: copy.content.actions.onActivateElsewhere
    )
    copy.content.actions.onActivateElsewhere = elementAction(content.data, action)
    return copy
  }

  /// Removes elements when the user presses Delete on rows, or chooses Delete in their context
  /// menu.
  ///
  /// - Parameter action: Removes the elements at the given offsets.
  public func onDelete<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    perform action: @escaping (IndexSet) -> Void
  ) -> List where Content == VirtualList<Data, ID, Row> {
    var copy = self
    reportSecond("onDelete", of: self, after: copy.content.actions.onDelete)
    copy.content.actions.onDelete = action
    return copy
  }

  /// Shows another view while there are no rows, for example a ``ContentUnavailableView``.
  public func placeholder<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    @ViewBuilder _ placeholder: () -> some View
  ) -> List where Content == VirtualList<Data, ID, Row> {
    var copy = self
    reportSecond("placeholder", of: self, after: copy.content.placeholder)
    copy.content.placeholder = AnyView(placeholder())
    return copy
  }

  /// Shows another view while there are no rows, for example a ``ContentUnavailableView``.
  public func placeholder<Rows: View, SelectionValue: Hashable>(
    @ViewBuilder _ placeholder: () -> some View
  ) -> List where Content == RowList<Rows, SelectionValue> {
    var copy = self
    reportSecond("placeholder", of: self, after: copy.content.placeholder)
    copy.content.placeholder = AnyView(placeholder())
    return copy
  }
}

/// Actions on the rows of a ``List``. Outside a list they have no effect.
extension ForEach {
  /// Performs an action when the user activates a row: with Return or a double click, or with a
  /// single click if the list has no selection.
  ///
  /// - Parameter action: Called with the element of the row.
  public func onRowActivate(perform action: @escaping (Data.Element) -> Void) -> ForEach {
    var copy = self
    reportSecond("onRowActivate", of: self, after: copy.actions.onActivate)
    copy.actions.onActivate = elementAction(data, action)
    return copy
  }

  /// Performs another action when the user activates a row with Ctrl and a click, with the middle
  /// button, or with Ctrl+Return: to show its element in a window of its own.
  ///
  /// - Parameter action: Called with the element of the row.
  public func onRowActivateElsewhere(
    perform action: @escaping (Data.Element) -> Void
  ) -> ForEach {
    var copy = self
    reportSecond("onRowActivateElsewhere", of: self, after: copy.actions.onActivateElsewhere)
    copy.actions.onActivateElsewhere = elementAction(data, action)
    return copy
  }

  /// Removes elements when the user presses Delete on rows, or chooses Delete in their context
  /// menu.
  ///
  /// - Parameter action: Removes the elements at the given offsets; `nil` if rows cannot be
  ///   deleted.
  public func onDelete(perform action: ((IndexSet) -> Void)?) -> ForEach {
    var copy = self
    reportSecond("onDelete", of: self, after: copy.actions.onDelete)
    copy.actions.onDelete = action
    return copy
  }

  /// Lets the user move rows: by dragging them, or with Alt and the Up and Down keys.
  ///
  /// ```swift
  /// ForEach(store.items) { … }
  ///   .onMove { store.send(.moved($0, to: $1)) }
  /// ```
  ///
  /// The rows follow the state: they stay where they are until it changes. If the moved row is
  /// selected, all selected rows move with it.
  ///
  /// - Parameter action: Moves the elements at the given offsets in front of the element that is at
  ///   the destination offset before the move, or to the end, as `move(fromOffsets:toOffset:)`
  ///   does; `nil` if rows cannot be moved.
  public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> ForEach {
    var copy = self
    reportSecond("onMove", of: self, after: copy.actions.onMove)
    copy.actions.onMove = action
    return copy
  }

  /// Accepts items dropped between rows.
  ///
  /// - Parameters:
  ///   - type: The type of the accepted items: `String` or `URL`.
  ///   - action: Inserts the items in front of the element at an offset, or at the end.
  public func dropDestination<Payload: DropPayload>(
    for type: Payload.Type = Payload.self,
    action: @escaping (_ items: [Payload], _ offset: Int) -> Void
  ) -> ForEach {
    var copy = self
    reportSecond("dropDestination", of: self, after: copy.actions.drop)
    copy.actions.drop = RowDrop(type: Payload.dropType) { action(Payload.read($0), $1) }
    return copy
  }
}

/// Returns an action for an offset that calls one for the element there.
func elementAction<Data: RandomAccessCollection>(
  _ data: Data,
  _ action: @escaping (Data.Element) -> Void
) -> (Int) -> Void {
  { offset in action(data[data.index(data.startIndex, offsetBy: offset)]) }
}

extension View {
  /// Offers actions for a row of a list, in the context menu of the row, together with the items of
  /// a ``View/contextMenu(menuItems:)``.
  ///
  /// - Parameters:
  ///   - edge: The edge at which other platforms show the actions; a menu has none.
  ///   - allowsFullSwipe: Whether other platforms perform the first action at once.
  ///   - content: ``Button``s.
  public func swipeActions<Actions: View>(
    edge: HorizontalEdge = .trailing,
    allowsFullSwipe: Bool = true,
    @ViewBuilder content: () -> Actions
  ) -> some View {
    contextMenu(menuItems: content)
  }
}

/// A list of sections, elements and rows; see ``List``.
public struct RowList<Content: View, SelectionValue: Hashable>: PrimitiveView {
  let content: Content
  var selection = ListSelection<SelectionValue>.none
  var placeholder: AnyView?

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    // Content without a `ForEach` has only a few rows: all of them exist at once, in frames.
    if selection.kind == .none, placeholder == nil, !RowPlan.hasElements(Content.self) {
      return FormNode(self, context) { $0.content }
    }
    return SectionListNode(self, context)
  }
}

/// The selection of a list.
@usableFromInline
enum ListSelection<ID: Hashable> {
  case none
  case single(Binding<ID?>)
  case multiple(Binding<Set<ID>>)
  /// Several elements of a list of which only some are loaded.
  case paged(Binding<PagedSelection<ID>>)

  var kind: ListView.Selection {
    switch self {
    case .none: .none
    case .single: .single
    case .multiple, .paged: .multiple
    }
  }

  var ids: Set<ID> {
    get {
      switch self {
      case .none: []
      case .single(let binding): binding.wrappedValue.map { [$0] } ?? []
      case .multiple(let binding): binding.wrappedValue
      case .paged: []
      }
    }
    nonmutating set {
      switch self {
      case .none, .paged: break
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
  var row: (Data.Element) -> Row
  /// Returns the element at an offset. The default comes from the inlinable initializers of
  /// ``List``, so elements are looked up by code specialized for their type.
  let element: (Data, Int) -> Data.Element
  var selection: ListSelection<ID>
  var actions = RowActions()
  var placeholder: AnyView?

  @usableFromInline
  init(
    data: Data,
    id: @escaping (Data.Element) -> ID,
    row: @escaping (Data.Element) -> Row,
    selection: ListSelection<ID> = .none,
    element: @escaping (Data, Int) -> Data.Element = {
      $0[$0.index($0.startIndex, offsetBy: $1)]
    }
  ) {
    self.data = shownElements(of: data)
    self.id = id
    self.row = row
    self.selection = selection
    self.element = element
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    guard ForEach<Data, ID, Row>.isNested else { return ElementListNode(self, context) }
    return ForwardingNode(self, context) { $0.sections }
  }

  /// The same list as sections and rows, for elements that consist of more than one row each.
  private var sections: RowList<ForEach<Data, ID, Row>, ID> {
    RowList(
      content: ForEach(data: data, id: id, content: row),
      selection: selection,
      placeholder: placeholder
    )
  }
}
