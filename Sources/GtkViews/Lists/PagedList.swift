import Foundation
import PagedArrays

extension List {
  /// Makes a list over more elements than a program keeps in memory.
  ///
  /// Rows whose elements are not loaded yet are there as well, so the scroll bar tells the length
  /// of the whole list. The list tells which rows it is about to show.
  ///
  /// ```swift
  /// List(store.items) { store.send(.rowsNeeded($0)) } row: { item in
  ///   Text(item?.name ?? "…")
  /// }
  /// ```
  ///
  /// When the elements change, rows are identified by the ids of the loaded elements in sight: if
  /// elements come or go anywhere, the rows in sight keep their widgets and stay where they are.
  /// If none of the elements in sight is in the new array, the list starts again at the top.
  ///
  /// - Parameters:
  ///   - elements: The elements, of which some are loaded.
  ///   - load: Loads those elements at the given positions that are not loaded yet. Called with the
  ///     pages of the rows in sight and around them, whenever these are other pages, or if some of
  ///     their elements are missing. Not called again until either changes.
  ///   - row: Makes the views of a row from its element, or from `nil` until the element is
  ///     loaded. The height of a row should not depend on whether it is.
  public init<Element: Identifiable, Row: View>(
    _ elements: PagedArray<Element>,
    load: @escaping (Range<Int>) -> Void,
    @ViewBuilder row: @escaping (Element?) -> Row
  ) where Content == PagedList<Element, Row> {
    content = PagedList(elements: elements, load: load, row: row)
  }

  /// Makes a list over more elements than a program keeps in memory, with a selection.
  ///
  /// A row that the user selects before its element is loaded is told to the selection when the
  /// element is there.
  ///
  /// - Parameters:
  ///   - elements: The elements, of which some are loaded.
  ///   - selection: The id of the selected element, or `nil`.
  ///   - load: Loads those elements at the given positions that are not loaded yet. Called with the
  ///     pages of the rows in sight and around them, whenever these are other pages, or if some of
  ///     their elements are missing. Not called again until either changes.
  ///   - row: Makes the views of a row from its element, or from `nil` until the element is
  ///     loaded. The height of a row should not depend on whether it is.
  public init<Element: Identifiable, Row: View>(
    _ elements: PagedArray<Element>,
    selection: Binding<Element.ID?>,
    load: @escaping (Range<Int>) -> Void,
    @ViewBuilder row: @escaping (Element?) -> Row
  ) where Content == PagedList<Element, Row> {
    content = PagedList(elements: elements, load: load, row: row, selection: .single(selection))
  }

  /// Makes a list over more elements than a program keeps in memory, of which several can be
  /// selected.
  ///
  /// Ctrl+A selects all elements, loaded or not, without their ids: the selection is then all but
  /// those that the user takes out again.
  ///
  /// ```swift
  /// List(store.items, selection: $store.selection) { store.send(.rowsNeeded($0)) } row: { item in
  ///   Text(item?.name ?? "…")
  /// }
  /// ```
  ///
  /// Elements that are not loaded keep their place in the selection. Rows whose elements are not
  /// loaded cannot be selected one by one, and neither can a range with such rows in it. When
  /// elements are deleted, call ``PagedSelection/forget(_:)``: the list cannot know which of the
  /// elements that it does not see still exist.
  ///
  /// - Parameters:
  ///   - elements: The elements, of which some are loaded.
  ///   - selection: Which elements are selected.
  ///   - load: Loads those elements at the given positions that are not loaded yet. Called with the
  ///     pages of the rows in sight and around them, whenever these are other pages, or if some of
  ///     their elements are missing. Not called again until either changes.
  ///   - row: Makes the views of a row from its element, or from `nil` until the element is
  ///     loaded. The height of a row should not depend on whether it is.
  public init<Element: Identifiable, Row: View>(
    _ elements: PagedArray<Element>,
    selection: Binding<PagedSelection<Element.ID>>,
    load: @escaping (Range<Int>) -> Void,
    @ViewBuilder row: @escaping (Element?) -> Row
  ) where Content == PagedList<Element, Row> {
    content = PagedList(elements: elements, load: load, row: row, selection: .paged(selection))
  }

  /// Performs an action when the user activates a row whose element is loaded: with Return or a
  /// double click, or with a single click if the list has no selection.
  ///
  /// - Parameter action: Called with the element of the row.
  public func onRowActivate<Element: Identifiable, Row: View>(
    perform action: @escaping (Element) -> Void
  ) -> List where Content == PagedList<Element, Row> {
    var copy = self
    reportSecond("onRowActivate", of: self, after: copy.content.onActivate)
    copy.content.onActivate = action
    return copy
  }

  /// Performs another action when the user activates a row whose element is loaded with Ctrl and a
  /// click, with the middle button, or with Ctrl+Return: to show its element in a window of its
  /// own. Where ``View/listRowClick(_:)`` says that a click does not select, Ctrl and a click do.
  ///
  /// - Parameter action: Called with the element of the row.
  public func onRowActivateElsewhere<Element: Identifiable, Row: View>(
    perform action: @escaping (Element) -> Void
  ) -> List where Content == PagedList<Element, Row> {
    var copy = self
    reportSecond("onRowActivateElsewhere", of: self, after: copy.content.onActivateElsewhere)
    copy.content.onActivateElsewhere = action
    return copy
  }

  /// Removes an element when the user presses Delete on its row, or chooses Delete in its context
  /// menu. A row whose element is not loaded cannot be deleted.
  ///
  /// - Parameter action: Removes the element.
  public func onDelete<Element: Identifiable, Row: View>(
    perform action: @escaping (Element) -> Void
  ) -> List where Content == PagedList<Element, Row> {
    var copy = self
    reportSecond("onDelete", of: self, after: copy.content.onDelete)
    copy.content.onDelete = action
    return copy
  }

  /// Performs an action when the user types a character, with or without Shift, while a row whose
  /// element is loaded has the keyboard focus.
  ///
  /// ```swift
  /// List(store.items) { store.send(.rowsNeeded($0)) } row: { ItemRow(item: $0) }
  ///   .onRowKeyPress(characters: "+", "-") { item, character in
  ///     store.send(.quantityChanged(item, by: character == "+" ? 1 : -1))
  ///   }
  /// ```
  ///
  /// These characters do not begin a search in a list with `.searchable(text:)` around it.
  ///
  /// - Parameters:
  ///   - characters: The characters.
  ///   - action: Called with the element of the row and the character, and again while the key is
  ///     held.
  public func onRowKeyPress<Element: Identifiable, Row: View>(
    characters: Character...,
    perform action: @escaping (Element, Character) -> Void
  ) -> List where Content == PagedList<Element, Row> {
    var copy = self
    reportSecond("onRowKeyPress", of: self, after: copy.content.keyPress)
    copy.content.keyPress = (Set(characters), action)
    return copy
  }

  /// Scrolls to a row and gives it the keyboard focus, as soon as there is one at a position.
  ///
  /// ```swift
  /// List(store.items) { store.send(.rowsNeeded($0)) } row: { ItemRow(item: $0) }
  ///   .revealedRow($store.revealedRow)
  /// ```
  ///
  /// A list that is out of sight, on a page that another one covers, scrolls and leaves the focus
  /// where it is.
  ///
  /// - Parameter position: The position of the row among all elements, loaded or not. The list sets
  ///   it to `nil` when it has scrolled. A position at which there is no row waits until there is.
  public func revealedRow<Element: Identifiable, Row: View>(
    _ position: Binding<Int?>
  ) -> List where Content == PagedList<Element, Row> {
    var copy = self
    copy.content.revealedRow = position
    return copy
  }

  /// Shows another view while there are no rows, for example a ``ContentUnavailableView``.
  public func placeholder<Element: Identifiable, Row: View>(
    @ViewBuilder _ placeholder: () -> some View
  ) -> List where Content == PagedList<Element, Row> {
    var copy = self
    reportSecond("placeholder", of: self, after: copy.content.placeholder)
    copy.content.placeholder = AnyView(placeholder())
    return copy
  }
}

/// A list over elements of which some are loaded; see ``List``.
public struct PagedList<Element: Identifiable, Row: View>: PrimitiveView {
  let elements: PagedArray<Element>
  let load: (Range<Int>) -> Void
  var row: (Element?) -> Row
  var selection = ListSelection<Element.ID>.none
  var onActivate: ((Element) -> Void)?
  var onActivateElsewhere: ((Element) -> Void)?
  var onDelete: ((Element) -> Void)?
  var keyPress: (characters: Set<Character>, action: (Element, Character) -> Void)?
  var placeholder: AnyView?
  var revealedRow: Binding<Int?>?

  init(
    elements: PagedArray<Element>,
    load: @escaping (Range<Int>) -> Void,
    row: @escaping (Element?) -> Row,
    selection: ListSelection<Element.ID> = .none
  ) {
    self.elements = elements
    self.load = load
    self.row = row
    self.selection = selection
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    PagedListNode(self, context)
  }
}
