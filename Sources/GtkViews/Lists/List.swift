import Foundation
import GtkKit

/// A scrolling list of rows.
///
///     List(items, selection: $selectedID) { item in
///       Text(item.name)
///     }
///     .onRowActivate { open($0) }
///
/// Made from data, or from content with a ``ForEach`` in it, a list is virtual: only the visible rows
/// have nodes and widgets, which are used for one element after another. A row's `@State` lasts as long
/// as the row is visible. When the data change, rows are told apart by their ids and only what differs
/// is replaced, so scroll position, focus and selection stay.
///
/// A list takes its content apart into rows: each element of a ``ForEach`` is a row, and so are the
/// header and the footer of a ``Section``, which can be neither selected nor activated, and every other
/// view. A ``ForEach`` may also give sections.
///
///     List(selection: $selectedID) {
///       Section("Favourites") {
///         ForEach(favourites) { Text($0.name) }
///       }
///       ForEach(groups) { group in
///         Section(group.name) {
///           ForEach(group.items) { Text($0.name) }
///             .onMove { move(in: group, $0, to: $1) }
///         }
///       }
///     }
///
/// A view of yours whose body is a ``Section`` or a ``ForEach`` is taken apart like these.
///
/// Made from other content it shows rows and ``Section``s in frames, as a ``Form`` does.
public struct List<Content: View>: View {
  @usableFromInline var content: Content

  public var body: some View { content }

  /// - Parameters:
  ///   - data: the elements.
  ///   - id: the key path to the id of an element. Ids must be unique: of two elements with the
  ///     same id the first is shown, and the other is reported.
  ///   - row: makes the views of a row.
  @inlinable
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
  @inlinable
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
  ///   - data: the elements, each with an id of its own.
  ///   - selection: the id of the selected element, or `nil`.
  ///   - row: makes the views of a row.
  @inlinable
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
  ///   - data: the elements, each with an id of its own.
  ///   - selection: the ids of the selected elements.
  ///   - row: makes the views of a row.
  @inlinable
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
    self.content = VirtualList(data: rows.data, id: rows.id, row: rows.content)
    self.content.actions = rows.actions
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

  /// - Parameter content: ``Section``s, ``ForEach``s and rows.
  @_disfavoredOverload
  public init<Rows: View>(@ViewBuilder content: () -> Rows) where Content == RowList<Rows, Never> {
    self.content = RowList(content: content())
  }

  /// - Parameters:
  ///   - selection: the id of the selected element in any ``ForEach``, or the ``View/tag(_:)`` of a row that stands by
  ///     itself; `nil` for none.
  ///   - content: ``Section``s, ``ForEach``s and rows.
  @_disfavoredOverload
  public init<SelectionValue: Hashable, Rows: View>(
    selection: Binding<SelectionValue?>,
    @ViewBuilder content: () -> Rows
  ) where Content == RowList<Rows, SelectionValue> {
    self.content = RowList(content: content(), selection: .single(selection))
  }

  /// - Parameters:
  ///   - selection: the ids of the selected elements in all ``ForEach``s, and the ``View/tag(_:)``s of rows that stand by
  ///     themselves.
  ///   - content: ``Section``s, ``ForEach``s and rows.
  @_disfavoredOverload
  public init<SelectionValue: Hashable, Rows: View>(
    selection: Binding<Set<SelectionValue>>,
    @ViewBuilder content: () -> Rows
  ) where Content == RowList<Rows, SelectionValue> {
    self.content = RowList(content: content(), selection: .multiple(selection))
  }

  /// Does something when the user activates a row: with Return or a double click, or with a click
  /// where nothing can be selected.
  public func onRowActivate<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    perform action: @escaping (Data.Element) -> Void
  ) -> List where Content == VirtualList<Data, ID, Row> {
    var copy = self
    copy.content.actions.activate(content.data, action)
    return copy
  }

  /// Removes elements when the user presses Delete on rows, or chooses it in their context menu.
  ///
  /// - Parameter action: removes the elements at some offsets.
  public func onDelete<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    perform action: @escaping (IndexSet) -> Void
  ) -> List where Content == VirtualList<Data, ID, Row> {
    var copy = self
    copy.content.actions.onDelete = action
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

  /// Shows something else while there are no rows, for example a ``ContentUnavailableView``.
  public func placeholder<Rows: View, SelectionValue: Hashable>(
    @ViewBuilder _ placeholder: () -> some View
  ) -> List where Content == RowList<Rows, SelectionValue> {
    var copy = self
    copy.content.placeholder = AnyView(placeholder())
    return copy
  }
}

/// What rows of a ``List`` can do. In other places these have no effect.
extension ForEach {
  /// Does something when the user activates a row: with Return or a double click, or with a click
  /// where nothing can be selected.
  ///
  /// - Parameter action: gets the row's element.
  public func onRowActivate(perform action: @escaping (Data.Element) -> Void) -> ForEach {
    var copy = self
    copy.actions.activate(data, action)
    return copy
  }

  /// Removes elements when the user presses Delete on rows, or chooses it in their context menu.
  ///
  /// - Parameter action: removes the elements at some offsets; `nil` for none.
  public func onDelete(perform action: ((IndexSet) -> Void)?) -> ForEach {
    var copy = self
    copy.actions.onDelete = action
    return copy
  }

  /// Lets the user move rows: by dragging them, or with Alt and the arrow keys up and down.
  ///
  ///     ForEach(store.items) { … }
  ///       .onMove { store.send(.moved($0, to: $1)) }
  ///
  /// The rows follow the state: as long as it does not change, they stay where they are. With a row that is selected all that
  /// are selected move.
  ///
  /// - Parameter action: moves the elements at some offsets in front of the one that is at an offset now, or to the end, as
  ///   `move(fromOffsets:toOffset:)` does; `nil` for none.
  public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> ForEach {
    var copy = self
    copy.actions.onMove = action
    return copy
  }

  /// Takes what is dropped between rows.
  ///
  /// - Parameters:
  ///   - type: what it takes: `String` or `URL`.
  ///   - action: inserts the things in front of the element at an offset, or at the end.
  public func dropDestination<Payload: DropPayload>(
    for type: Payload.Type = Payload.self,
    action: @escaping (_ items: [Payload], _ offset: Int) -> Void
  ) -> ForEach {
    var copy = self
    copy.actions.drop = RowDrop(type: Payload.dropType) { action(Payload.read($0), $1) }
    return copy
  }
}

extension RowActions {
  fileprivate mutating func activate<Data: RandomAccessCollection>(
    _ data: Data,
    _ action: @escaping (Data.Element) -> Void
  ) {
    onActivate = { offset in action(data[data.index(data.startIndex, offsetBy: offset)]) }
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

/// A list of sections, elements and rows; see ``List``.
public struct RowList<Content: View, SelectionValue: Hashable>: PrimitiveView {
  let content: Content
  var selection = ListSelection<SelectionValue>.none
  var placeholder: AnyView?

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    // Content without elements is a handful of rows: they are all there, in frames.
    if selection.kind == .none, placeholder == nil, !RowPlan.hasElements(Content.self) {
      return FormNode(self, context) { $0.content }
    }
    return SectionListNode(self, context)
  }
}

/// What of a list is selected.
@usableFromInline
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
  /// Gives the element at an offset. It comes with the initializers of ``List``, which are inlinable, so that elements are looked
  /// up by code that knows their type.
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
    self.data = data
    self.id = id
    self.row = row
    self.selection = selection
    self.element = element
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    guard ForEach<Data, ID, Row>.isNested else { return ElementListNode(self, context) }
    return ForwardingNode(self, context) { $0.sections }
  }

  /// The list of what the elements consist of.
  private var sections: RowList<ForEach<Data, ID, Row>, ID> {
    RowList(
      content: ForEach(data: data, id: id, content: row),
      selection: selection,
      placeholder: placeholder
    )
  }
}
