import Foundation
import GtkKit

/// The node of a list whose rows have widgets only while they are visible.
///
/// This class handles the life cycle and the reuse of rows, and the user's input. Subclasses define
/// the contents of the rows.
class ListNode<Content: View, Row: View>: WidgetNode<Content>, SelectionList {
  final let modelKeys: ModelKeys
  final var listView: ListView?
  final var placeholderHost: ViewHost<AnyView>?
  final var hosts: [ObjectIdentifier: RowViews<Row>] = [:]
  final var splicing: RowSplicing<Row>?
  /// The selected row on which the user has pressed the button of the mouse.
  final var pressedPosition: Int?
  /// Whether the last input was a key press rather than a click.
  final var isUsingKeys = false
  /// What the last input does to the selection of several rows.
  final var input = SelectionInput.instead
  /// The position of the first selected row when the selection was last not empty.
  final var lastSelected: Int?
  final let selection: ListView.Selection
  final var dragging: RowDragging?
  /// The rows out of sight that have yet to show their elements, and what shows some of them in the
  /// next frame.
  final var waitingRows = WaitingRows()
  final var isShowingWaitingRows = false
  private(set) final var isUpdatingRows = false
  /// The number of the search whose results the user has seen.
  final var shownSearch: Int
  /// The search that tells of its changes.
  final var followedSearch: Search?
  /// The open context menu of a row whose views have no menu of their own, and the views of that
  /// row; `nil` beside the rows.
  final var shownMenu: (menu: OpenMenu<RowMenu<AnyView>>, views: RowViews<Row>?)?
  /// The key of the row that gets the focus when it shows its element.
  final var revealedKey: Int64?
  /// What scrolls to a row when the list has been laid out.
  final var scrollWork: LayoutWork?
  /// The movement towards a row.
  final var scrollMotion: ScrollMotion?

  /// - Parameters:
  ///   - view: The first description.
  ///   - context: The parent node and the environment.
  ///   - selection: How many rows the user can select.
  init(_ view: Content, _ context: NodeContext, selection: ListView.Selection) {
    let modelKeys = ModelKeys()
    self.modelKeys = modelKeys
    let rows = RowHandlers<Content, Row>()
    let listView = ListView(
      model: ListModel { modelKeys.keys[$0] },
      selection: selection,
      rows: rows.handlers
    )
    self.listView = listView
    self.selection = selection
    shownSearch = context.environment.search?.number ?? 0
    super.init(view, context, widget: listView.widget)
    rows.node = self
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    gtk_widget_add_css_class(listView.listWidget, "view-list")
    showAppearance()
    followSearch()
    gtk_scrolled_window_set_policy(
      listView.scrolledWidget.opaque,
      GTK_POLICY_NEVER,
      GTK_POLICY_AUTOMATIC
    )
    environment.table?.adopt(listView)
    listView.onActivate = { [unowned self] in activate($0) }
    listView.onSelectionChanged = { [unowned self] in selectionChanged() }
    connectKeys(to: listView.listWidget)
    dragging = RowDragging(on: listView.listWidget, owner: self)
    let adjustment = gtk_scrolled_window_get_vadjustment(listView.scrolledWidget.opaque)!
    signals.connect(adjustment, "value-changed") { [unowned self] in scrolled() }
    showRows()
    followActions()
    showPlaceholder()
    reevaluate()
    if selection == .single { environment.columnContext?.add(self) }
  }

  deinit {}

  // MARK: What subclasses provide

  /// Updates the rows from the view. Applied in order, the returned splices turn the old rows into
  /// the new ones.
  func updateRows() -> [ListSplice] { [] }

  /// Whether the list is scrolled to the top after the last ``updateRows()``.
  var startsAgain: Bool { false }

  /// Whether the element of the first row is there to be shown.
  var hasFirstElement: Bool { true }

  /// Whether rows out of sight may show their elements some frames after those in sight.
  var showsHiddenRowsLater: Bool { false }

  /// Called when rows out of sight are about to show their elements later.
  func rowsWait() {}

  /// The positions whose rows may show something else than before the last ``updateRows()``.
  var changedPositions: Range<Int> { 0..<rowCount }

  /// Returns the content of the row at a position.
  func content(at position: Int) -> LazyView<Row>? { nil }

  /// Returns the kind of the row at a position.
  func kind(at position: Int) -> RowKind { .row }

  /// Returns what the user cannot do with the row at a position.
  func limits(at position: Int) -> RowLimits { [] }

  /// Returns the group of the row at a position: the rows of the same ``ForEach``.
  func group(at position: Int) -> RowGroup? { nil }

  /// Returns the groups into which something can be inserted in front of the row at `insertion`,
  /// the group of the row at `position` first.
  func groups(at insertion: Int, near position: Int?) -> [RowGroup] {
    [group(at: position ?? insertion)].compactMap(\.self)
  }

  /// Whether the widgets of a row may change when it shows another element.
  var rowsVary: Bool { false }

  /// Whether the list has rows that can be activated.
  var isActivatable: Bool { false }

  /// The types that can be dropped between rows.
  var dropTypes: [GType] { [] }

  /// The view that is shown while there are no rows.
  var placeholder: AnyView? { nil }

  /// Returns the positions of the rows that are selected according to the state. The values read
  /// here are observed.
  func readSelection() -> [Int] { [] }

  /// Tells the state which rows the user has selected.
  func select(_ positions: [Int]) {}

  /// Whether an element is selected according to the state. The values read here are observed.
  var hasSelectedElement: Bool { false }

  /// Tells the state that nothing is selected.
  func clearSelection() {}

  /// Returns the position of the first row with an identity, whether it has widgets or not.
  func position(of id: AnyHashable) -> Int? { nil }

  /// Returns the id of the element in the row at a position; `nil` if it has none that can be
  /// selected.
  func selectionValue(at position: Int) -> AnyHashable? { nil }

  /// The selection of a list over pages, a `PagedSelection`; `nil` if the list has none.
  var pagedSelectionValue: Any? { nil }

  /// Whether the list knows all selected elements, so that it can act on them.
  var knowsSelection: Bool { true }

  /// Whether the state is told of the selection only when an element has been loaded.
  var isSelectionAwaited: Bool { false }

  // MARK: What subclasses may ask

  /// The positions of the rows that have widgets, in order.
  final var boundPositions: [Int] {
    var positions: [Int] = []
    listView?.forEachBoundRow { row in
      if let position = row.position { positions.append(position) }
    }
    return positions.sorted()
  }

  /// Returns the key of the row at a position, before the splices of an update are applied.
  final func key(at position: Int) -> Int64 { modelKeys.keys[position] }

  // MARK: Data

  override func update(_ view: Content) {
    super.update(view)
    refresh()
  }

  /// Updates the rows to the current state.
  final func refresh() {
    showRows()
    followActions()
    showPlaceholder()
    reevaluate()
  }

  private func followActions() {
    listView?.activatesOnSingleClick = isActivatable && selection == .none
    dragging?.acceptedTypes = dropTypes
  }

  private func showRows() {
    guard let listView else { return }
    isUpdatingRows = true
    defer { isUpdatingRows = false }
    let splices = updateRows()
    if splices.isEmpty, !startsAgain {
      var rows: [ListRow] = []
      listView.forEachBoundRow(in: changedPositions) { rows.append($0) }
      return show(rows, in: listView)
    }
    splicing = RowSplicing()
    listView.splice { model in
      for splice in splices {
        let range = splice.position..<(splice.position + splice.removed)
        modelKeys.keys.replaceSubrange(range, with: splice.added)
        model.splice(
          at: splice.position,
          removing: splice.removed,
          adding: splice.added.count
        )
      }
    }
    if startsAgain { listView.forEachBoundRow { outdate($0) } }
    finishSplicing(in: listView)
    // The results of another search are seen from the best one on.
    if startsAgain || isOtherSearch { scrollToTop(listView) }
    shownSearch = environment.search?.number ?? shownSearch
  }

  /// GTK binds a hundred rows again when it is asked to scroll, even to where it is.
  private func scrollToTop(_ listView: ListView) {
    let keepsRows = startsAgain && showsHiddenRowsLater
    if keepsRows, !isScrolledDown { return }
    listView.scroll(to: 0)
  }

  // MARK: Selection

  override func reevaluate() {
    if let listView { showSelection(in: listView) }
  }

  /// Shows the selection of the state.
  func showSelection(in listView: ListView) {
    let positions = tracked { readSelection() }
    if listView.selectedPositions != positions { listView.selectedPositions = positions }
    lastSelected = positions.first ?? lastSelected
  }

  /// Called when the user has selected or unselected rows.
  func selectionChangedByUser(in listView: ListView) { takeSelection(in: listView) }

  // MARK: Placeholder, environment and lifetime

  private func showPlaceholder() {
    guard let listView else { return }
    guard let content = placeholder else {
      if let placeholderHost {
        listView.placeholder = nil
        placeholderHost.destroy()
        self.placeholderHost = nil
      }
      return
    }
    if let placeholderHost { return placeholderHost.update(content) }
    let host = ViewHost(content, environment: environment, parent: self)
    placeholderHost = host
    listView.placeholder = host.widget
  }

  private func showAppearance() {
    guard let listView else { return }
    let style = environment.listStyle
    listView.showsSeparators = environment.listRowSeparator != .hidden && style != .sidebar
    listView.listWidget.setCSSClass("navigation-sidebar", style == .sidebar)
    gtk_scrolled_window_set_has_frame(listView.scrolledWidget.opaque, gbool(style == .bordered))
    listView.maximumRowWidth = environment.maximumListRowWidth
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    showAppearance()
    followSearch()
    for views in hosts.values { views.host.setEnvironment(environment(of: views.kind)) }
    placeholderHost?.setEnvironment(environment)
  }

  override func freeze() {
    super.freeze()
    for views in hosts.values { views.host.freeze() }
    placeholderHost?.freeze()
  }

  override func destroy() {
    guard !isDestroyed else { return }
    environment.columnContext?.remove(self)
    dragging?.end()
    endScrolling()
    followedSearch?.remove(self)
    waitingRows.cancel()
    shownMenu?.menu.destroy()
    shownMenu = nil
    let allViews = hosts.values
    hosts = [:]
    for views in allViews { views.host.destroy() }
    listView?.placeholder = nil
    placeholderHost?.destroy()
    super.destroy()
    // Last, because this releases the rows.
    listView = nil
  }
}
