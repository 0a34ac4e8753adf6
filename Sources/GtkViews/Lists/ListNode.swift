import Foundation
import GtkKit

/// What a row of a list shows.
enum RowKind {
  /// An element or another view, which can be selected.
  case row
  /// The header or footer of a section. GTK has list sections only since 4.12, so these are rows of
  /// their own.
  case header, footer
}

/// The node of a list whose rows have widgets only while they are visible.
///
/// This class handles the life cycle and the reuse of rows, and the user's input. Subclasses define
/// the contents of the rows.
class ListNode<Content: View, Row: View>: WidgetNode<Content> {
  /// The keys of the rows as the GTK model has them at present. Between two splices of an update
  /// this is neither the old nor the new state.
  private final class Keys {
    var keys: [Int64] = []

    init() {}

    deinit {}
  }

  /// The views of a row. They show one element after another.
  private final class RowHost {
    let host: ViewHost<LazyView<Row>>
    /// The row that contains the views.
    var row: ListRow
    /// The key of the element that is shown; `nil` if none is.
    var key: Int64?
    /// The kind of row that the views show.
    var kind = RowKind.row
    /// The kind of row that the views are styled as.
    var dress = RowKind.row

    init(_ host: ViewHost<LazyView<Row>>, row: ListRow) {
      self.host = host
      self.row = row
    }

    deinit {}
  }

  /// The rows and views that GTK touches during a series of splices, while positions are
  /// unreliable.
  private struct Splicing {
    /// Rows that were bound and have yet to be shown.
    var bound: [ListRow] = []
    /// The views of elements that have lost their row, and may get another one, by key.
    var released: [Int64: RowHost] = [:]
    /// Views whose row was torn down.
    var orphans: [RowHost] = []
  }

  private let modelKeys: Keys
  private var listView: ListView?
  private var placeholderHost: ViewHost<AnyView>?
  private var hosts: [ObjectIdentifier: RowHost] = [:]
  private var splicing: Splicing?
  /// Whether the last input was a key press rather than a click.
  private var isUsingKeys = false
  /// The position of the first selected row when the selection was last not empty.
  private var lastSelected: Int?
  private var dragging: RowDragging?
  /// The number of the search whose results are shown.
  private var shownSearch: Int
  /// The open context menu of a row whose views have no menu of their own, and the views of that
  /// row.
  private var openMenu: (menu: OpenMenu<RowMenu<EmptyView>>, place: RowHost)?

  /// - Parameters:
  ///   - view: The first description.
  ///   - context: The parent node and the environment.
  ///   - selection: How many rows the user can select.
  init(_ view: Content, _ context: NodeContext, selection: ListView.Selection) {
    let modelKeys = Keys()
    self.modelKeys = modelKeys
    let rows = RowHandlers()
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
    showSeparators()
    gtk_scrolled_window_set_policy(
      listView.scrolledWidget.opaque,
      GTK_POLICY_NEVER,
      GTK_POLICY_AUTOMATIC
    )
    listView.onActivate = { [unowned self] in activate($0) }
    listView.onSelectionChanged = { [unowned self] in selectionChanged() }
    connectKeys(to: listView.listWidget)
    dragging = RowDragging(on: listView.listWidget, owner: self)
    showRows()
    followActions()
    showPlaceholder()
    reevaluate()
  }

  deinit {}

  // MARK: What subclasses provide

  private let selection: ListView.Selection

  /// Updates the rows from the view. Applied in order, the returned splices turn the old rows into
  /// the new ones.
  func updateRows() -> [ListSplice] { [] }

  /// Whether the list is scrolled to the top after the last ``updateRows()``.
  var startsAgain: Bool { false }

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
    let splices = updateRows()
    guard !splices.isEmpty else {
      return listView.forEachBoundRow(in: changedPositions) { show($0) }
    }
    splicing = Splicing()
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
    finishSplicing(in: listView)
    // The results of another search are seen from the best one on.
    let search = environment.search?.number ?? shownSearch
    if startsAgain || search != shownSearch { listView.scroll(to: 0) }
    shownSearch = search
  }

  /// Shows the rows that GTK bound during the splices, and those whose elements have changed. If an
  /// element is in another row now, its views, and with them its state, move to that row.
  private func finishSplicing(in listView: ListView) {
    guard let splicing else { return }
    self.splicing = nil
    for row in splicing.bound {
      if let key = row.key, let place = splicing.released[key], place.row !== row || !owns(place) {
        exchange(place, to: row)
      }
    }
    listView.forEachBoundRow(in: changedPositions) { show($0) }
    for row in splicing.bound where hosts[ObjectIdentifier(row)]?.key != row.key { show(row) }
    for place in splicing.released.values where owns(place) && place.row.key != place.key {
      forget(place)
    }
    for place in splicing.orphans where !owns(place) { place.host.destroy() }
  }

  /// Returns whether the views are in their row, rather than on the way to another one.
  private func owns(_ place: RowHost) -> Bool {
    hosts[ObjectIdentifier(place.row)] === place
  }

  private func exchange(_ place: RowHost, to row: ListRow) {
    let other = hosts[ObjectIdentifier(row)]
    let oldRow = owns(place) ? place.row : nil
    row.setChild(nil)
    oldRow?.setChild(nil)
    if let oldRow { hosts[ObjectIdentifier(oldRow)] = other }
    if let other, let oldRow {
      other.row = oldRow
      oldRow.setChild(other.host.widget)
    } else {
      other?.host.destroy()
    }
    place.row = row
    hosts[ObjectIdentifier(row)] = place
    row.setChild(place.host.widget)
  }

  private func forget(_ place: RowHost) {
    place.key = nil
    closeMenu(of: place)
    place.host.prepareForReuse()
  }

  // MARK: Rows

  /// The callbacks for GTK's rows. The list view needs them before the node is initialized.
  private final class RowHandlers {
    weak var node: ListNode?

    init() {}

    deinit {}

    var handlers: ListView.RowHandlers {
      ListView.RowHandlers(
        setup: { _ in },
        bind: { [self] in node?.bind($0) },
        unbind: { [self] in node?.unbind($0) },
        teardown: { [self] in node?.teardown($0) }
      )
    }
  }

  private func bind(_ row: ListRow) {
    if splicing != nil {
      splicing?.bound.append(row)
    } else {
      show(row)
    }
  }

  private func show(_ row: ListRow) {
    guard !isDestroyed, let position = row.position, let content = content(at: position) else {
      return
    }
    let kind = kind(at: position)
    if let place = hosts[ObjectIdentifier(row)] {
      if place.key != nil, place.key != row.key { forget(place) }
      if place.kind != kind {
        place.kind = kind
        place.host.setEnvironment(environment(of: kind))
      }
      place.host.update(content)
      place.key = row.key
      dress(row, place)
      if rowsVary { fit(place) }
      return
    }
    let host = ViewHost(content, environment: environment(of: kind), parent: self, layout: .row)
    let place = RowHost(host, row: row)
    place.key = row.key
    place.kind = kind
    hosts[ObjectIdentifier(row)] = place
    gtk_widget_add_css_class(host.widget, "row-content")
    row.setChild(host.widget)
    dress(row, place)
    fit(place)
  }

  /// Adjusts the style and the accessible label of a row to the widgets that it shows.
  private func fit(_ place: RowHost) {
    let content = place.host.widget
    let first = content.children.first
    content.setCSSClass(
      "full-bleed",
      first.map { gtk_widget_has_css_class($0, "row-button") != 0 } ?? false
    )
    // Screen readers read a row as the texts in it.
    if let row = gtk_widget_get_parent(content) { Accessibility.setLabelFromContent(of: row) }
  }

  /// Styles a row according to its kind, and makes headers and footers impossible to activate.
  ///
  /// All rows stay selectable in GTK: GTK 4.8 gives a row that is not selectable no focus, so the
  /// arrow keys could not move past it. ``select(_:)`` leaves headers and footers out.
  private func dress(_ row: ListRow, _ place: RowHost) {
    let isElement = place.kind == .row
    guard place.dress != place.kind || row.isActivatable != isElement || !isElement else { return }
    place.dress = place.kind
    row.isActivatable = isElement
    place.host.widget.setCSSClass("heading", place.kind == .header)
    place.host.widget.setCSSClass("caption", place.kind == .footer)
    place.host.widget.setCSSClass("dim-label", place.kind == .footer)
    guard let widget = gtk_widget_get_parent(place.host.widget) else { return }
    widget.setCSSClass("section-header", place.kind == .header)
    widget.setCSSClass("section-footer", place.kind == .footer)
  }

  private func environment(of kind: RowKind) -> EnvironmentValues {
    var environment = environment
    environment.placement = kind == .row ? .formRow : .plain
    return environment
  }

  private func unbind(_ row: ListRow) {
    // A row may be bound and unbound within one splice, before it has views.
    splicing?.bound.removeAll { $0 === row }
    guard let place = hosts[ObjectIdentifier(row)] else { return }
    guard splicing != nil else { return forget(place) }
    if let key = place.key { splicing?.released[key] = place }
  }

  private func teardown(_ row: ListRow) {
    splicing?.bound.removeAll { $0 === row }
    guard let place = hosts.removeValue(forKey: ObjectIdentifier(row)) else { return }
    row.setChild(nil)
    closeMenu(of: place)
    if splicing == nil {
      place.host.destroy()
    } else {
      splicing?.orphans.append(place)
    }
  }

  // MARK: Selection and activation

  override func reevaluate() {
    guard let listView else { return }
    let positions = tracked { readSelection() }
    if listView.selectedPositions != positions { listView.selectedPositions = positions }
    lastSelected = positions.first ?? lastSelected
  }

  private func selectionChanged() {
    // GTK moves the selection itself while rows are replaced; the binding is the source of truth.
    guard let listView, splicing == nil, !isInert else { return }
    let positions = listView.selectedPositions
    let elements = positions.filter(isSelectable)
    if elements.isEmpty, let caption = positions.first {
      // After a key press, the next selectable row is selected once GTK has finished handling the
      // key. After a click, the selection goes back to that of the state.
      guard isUsingKeys else { return reevaluateLater() }
      UpdateScheduler.shared.afterUpdate { [weak self] in self?.pass(caption) }
    } else {
      select(elements)
      reevaluateLater()
    }
  }

  private func isSelectable(_ position: Int) -> Bool {
    kind(at: position) == .row && !limits(at: position).contains(.select)
  }

  /// Selects the nearest selectable row beyond a row that cannot be selected: in the direction in
  /// which the selection moves, or else in the other direction.
  private func pass(_ caption: Int) {
    guard !isDestroyed else { return }
    let above = (0..<min(caption, rowCount)).reversed().first(where: isSelectable)
    let below = (caption..<max(caption, rowCount)).first(where: isSelectable)
    let goesUp = lastSelected.map { $0 > caption } ?? false
    if let position = goesUp ? above ?? below : below ?? above {
      select([position])
      focusRow(at: position)
    }
    reevaluate()
  }

  /// Lets the selection extend beyond a focused row that cannot be selected.
  ///
  /// GTK 4.18 extends the selection only from a selected row, and selects the focused one first.
  /// Without this, the selection could not extend beyond a header or footer.
  private func letSelectionPassFocus() {
    guard selection == .multiple, let listView, let position = focusedRow?.position,
      !isSelectable(position)
    else { return }
    listView.selectedPositions.append(position)
    reevaluateLater()
  }

  private func focusRow(at position: Int) {
    guard let row = listView?.boundRow(forKey: modelKeys.keys[position]),
      let place = hosts[ObjectIdentifier(row)],
      let widget = gtk_widget_get_parent(place.host.widget)
    else { return }
    gtk_widget_grab_focus(widget)
  }

  /// Moves the focus past a header or footer, which GTK would focus in a list without selection, to
  /// the next row. If the header or footer is the first or last row, or there is no next row, also
  /// scrolls the list to that end.
  ///
  /// - Parameters:
  ///   - position: The position that GTK would focus.
  ///   - down: The direction of the movement.
  /// - Returns: Whether the row at the position is a header or footer, so that the key is handled.
  private func passCaption(at position: Int, down: Bool) -> Bool {
    guard selection == .none, 0..<rowCount ~= position, kind(at: position) != .row else {
      return false
    }
    let next =
      down
      ? (position..<rowCount).first { kind(at: $0) == .row }
      : (0..<position).reversed().first { kind(at: $0) == .row }
    if let next { focusRow(at: next) }
    let isAtEnd = position == 0 || position == rowCount - 1 || next == nil
    if isAtEnd, let scrolled = listView?.scrolledWidget.opaque,
      let adjustment = gtk_scrolled_window_get_vadjustment(scrolled)
    {
      let isAtTop = position == 0 || (next == nil && !down)
      let end = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
      gtk_adjustment_set_value(adjustment, isAtTop ? gtk_adjustment_get_lower(adjustment) : end)
    }
    return true
  }

  private func passCaption(above position: Int?) -> Bool {
    position.map { passCaption(at: $0 - 1, down: false) } ?? false
  }

  private func passCaption(below position: Int?) -> Bool {
    position.map { passCaption(at: $0 + 1, down: true) } ?? false
  }

  private func activate(_ position: Int) {
    guard !isInert, kind(at: position) == .row, let group = group(at: position) else { return }
    group.actions.onActivate?(group.offset(ofPosition: position))
  }

  private func connectKeys(to list: WidgetPointer) {
    let presses = EventController.key(on: list, phase: GTK_PHASE_CAPTURE) {
      [unowned self] _, modifiers in
      isUsingKeys = true
      if modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0 { letSelectionPassFocus() }
      return false
    }
    let clicks = EventController.click(on: list, at: .press, phase: GTK_PHASE_CAPTURE) {
      [unowned self] _, _, _ in
      isUsingKeys = false
    }
    let menuGestures = EventController.menuGestures(on: list) { [unowned self] x, y in
      openMenu(in: list, x: x, y: y)
    }
    let keys = EventController.key(on: list) { [unowned self] symbol, modifiers in
      if isMenuKey(symbol, modifiers) { return openMenuOfFocusedRow() }
      let isAlt = modifiers.rawValue & GDK_ALT_MASK.rawValue != 0
      switch Int32(symbol) {
      case GDK_KEY_Delete, GDK_KEY_KP_Delete: return deleteRows()
      case GDK_KEY_Up, GDK_KEY_KP_Up:
        return isAlt ? moveRows(down: false) : passCaption(above: focusedRow?.position)
      case GDK_KEY_Down, GDK_KEY_KP_Down:
        return isAlt ? moveRows(down: true) : passCaption(below: focusedRow?.position)
      case GDK_KEY_Home, GDK_KEY_KP_Home: return passCaption(at: 0, down: true)
      case GDK_KEY_End, GDK_KEY_KP_End: return passCaption(at: rowCount - 1, down: false)
      default: return false
      }
    }
    for controller in [presses, clicks, keys] + menuGestures { signals.keep(controller) }
  }

  /// Deletes the selected rows, or else the focused one. Returns whether any of them could be
  /// deleted.
  private func deleteRows() -> Bool {
    guard let listView else { return false }
    let selected = listView.selectedPositions
    return delete(selected.isEmpty ? [focusedRow?.position].compactMap(\.self) : selected)
  }

  /// Deletes the rows at some positions. Returns whether any of them could be deleted.
  private func delete(_ positions: [Int]) -> Bool {
    guard !isInert else { return false }
    var positions = positions.filter(canDelete)
    let isDone = !positions.isEmpty
    while let first = positions.first, let group = group(at: first) {
      let together = positions.filter(group.positions.contains)
      positions.removeAll(where: group.positions.contains)
      group.actions.onDelete?(group.offsets(ofPositions: together))
    }
    return isDone
  }

  private func canDelete(_ position: Int) -> Bool {
    group(at: position)?.actions.onDelete != nil && !limits(at: position).contains(.delete)
  }

  /// Moves the focused row, and those selected with it, by one position. Returns whether rows of
  /// its group can be moved at all.
  private func moveRows(down: Bool) -> Bool {
    guard let position = focusedRow?.position, let group = group(at: position),
      group.actions.onMove != nil
    else { return false }
    let positions = rowsMoved(with: position, in: group)
    guard let first = positions.first, let last = positions.last else { return true }
    let destination = down ? last + 2 : first - 1
    if group.takes(insertionAt: destination) { move(positions, to: destination, in: group) }
    return true
  }

  /// Returns the positions of the rows that move when the user moves one. If that row is selected,
  /// these are all selected rows of the same ``ForEach`` that may be moved. Empty if the row itself
  /// may not be moved.
  private func rowsMoved(with position: Int, in group: RowGroup) -> [Int] {
    func canMove(_ position: Int) -> Bool {
      group.positions.contains(position) && !limits(at: position).contains(.move)
    }
    guard canMove(position) else { return [] }
    let selected = listView?.selectedPositions ?? []
    return selected.contains(position) ? selected.filter(canMove) : [position]
  }

  private func move(_ positions: [Int], to destination: Int, in group: RowGroup) {
    guard !isInert else { return }
    // The rows are already there.
    if let first = positions.first, let last = positions.last, last - first == positions.count - 1,
      destination >= first, destination <= last + 1
    {
      return
    }
    group.actions.onMove?(
      group.offsets(ofPositions: positions),
      group.offset(ofPosition: destination)
    )
  }

  // MARK: Context menus

  /// Opens the context menu of the focused row. Returns whether it has one.
  private func openMenuOfFocusedRow() -> Bool {
    guard let focusedRow, let place = hosts[ObjectIdentifier(focusedRow)] else { return false }
    if let menu = ownMenu(of: place) {
      menu.openMenu()
      return true
    }
    guard let widget = place.host.widget.children.first else { return false }
    return openMenu(of: place, on: widget, x: 0, y: Double(gtk_widget_get_height(widget)))
  }

  /// Opens the context menu of the row at a point, unless its views have a menu of their own.
  private func openMenu(in list: WidgetPointer, x: Double, y: Double) {
    guard let picked = gtk_widget_pick(list, x, y, GTK_PICK_DEFAULT), let place = place(of: picked),
      ownMenu(of: place) == nil, let widget = place.host.widget.children.first
    else { return }
    var widgetX = 0.0
    var widgetY = 0.0
    gtk_widget_translate_coordinates(list, widget, x, y, &widgetX, &widgetY)
    _ = openMenu(of: place, on: widget, x: widgetX, y: widgetY)
  }

  private func openMenu(of place: RowHost, on widget: WidgetPointer, x: Double, y: Double) -> Bool {
    guard let delete = deletion(ofRowWith: widget) else { return false }
    openMenu?.menu.destroy()
    let menu = RowMenu(items: EmptyView(), delete: delete)
    openMenu = (OpenMenu(menu, parent: self, on: widget, x: x, y: y), place)
    return true
  }

  private func closeMenu(of place: RowHost) {
    guard let openMenu, openMenu.place === place else { return }
    openMenu.menu.destroy()
    self.openMenu = nil
  }

  /// Returns the context menu that is attached to the views of a row.
  private func ownMenu(of place: RowHost) -> (any ContextMenuOpening)? {
    func find(_ node: Node) -> (any ContextMenuOpening)? {
      if let menu = node as? any ContextMenuOpening { return menu }
      var found: (any ContextMenuOpening)?
      node.forEachChild { if found == nil { found = find($0) } }
      return found
    }
    return find(place.host.root)
  }

  private var focusedRow: ListRow? {
    var focused: ListRow?
    listView?.forEachBoundRow { row in
      guard let place = hosts[ObjectIdentifier(row)],
        let parent = gtk_widget_get_parent(place.host.widget)
      else { return }
      let flags = gtk_widget_get_state_flags(parent).rawValue
      if flags & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0 { focused = row }
    }
    return focused
  }

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

  private func showSeparators() {
    listView?.showsSeparators = environment.listRowSeparator != .hidden
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    showSeparators()
    for place in hosts.values { place.host.setEnvironment(environment(of: place.kind)) }
    placeholderHost?.setEnvironment(environment)
  }

  override func freeze() {
    super.freeze()
    for place in hosts.values { place.host.freeze() }
    placeholderHost?.freeze()
  }

  override func destroy() {
    guard !isDestroyed else { return }
    dragging?.end()
    openMenu?.menu.destroy()
    openMenu = nil
    let places = hosts.values
    hosts = [:]
    for place in places { place.host.destroy() }
    listView?.placeholder = nil
    placeholderHost?.destroy()
    super.destroy()
    // Last, because this releases the rows.
    listView = nil
  }
}

// MARK: - Drag and drop

extension ListNode: RowDraggingOwner {
  func row(in widget: WidgetPointer) -> (position: Int, widget: WidgetPointer)? {
    guard let place = place(of: widget), let row = gtk_widget_get_parent(place.host.widget),
      let position = place.row.position
    else { return nil }
    return (position, row)
  }

  /// Returns the views of the row that contains a widget.
  private func place(of widget: WidgetPointer) -> RowHost? {
    hosts.values.first { place in
      guard let row = gtk_widget_get_parent(place.host.widget) else { return false }
      return row == widget || gtk_widget_is_ancestor(widget, row) != 0
    }
  }

  var rowCount: Int { modelKeys.keys.count }

  func rowsToDrag(from position: Int) -> [Int64]? {
    guard let group = group(at: position), group.actions.onMove != nil else { return nil }
    let positions = rowsMoved(with: position, in: group)
    return positions.isEmpty ? nil : positions.map { modelKeys.keys[$0] }
  }

  func canMove(_ keys: [Int64], to insertion: Int) -> Bool {
    groupMoving(keys)?.group.takes(insertionAt: insertion) ?? false
  }

  func move(_ keys: [Int64], to insertion: Int) {
    guard let (group, positions) = groupMoving(keys), group.takes(insertionAt: insertion) else {
      return
    }
    move(positions, to: insertion, in: group)
  }

  /// Returns the current positions of rows that are being dragged. Rows may come and go during a
  /// drag.
  private func groupMoving(_ keys: [Int64]) -> (group: RowGroup, positions: [Int])? {
    let positions = positions(of: keys)
    guard let first = positions.first, let group = group(at: first) else { return nil }
    return (group, positions.filter(group.positions.contains))
  }

  private func positions(of keys: [Int64]) -> [Int] {
    let wanted = Set(keys)
    return modelKeys.keys.indices.filter { wanted.contains(modelKeys.keys[$0]) }
  }

  func canDrop(_ type: GType, at insertion: Int, near position: Int?) -> Bool {
    groups(at: insertion, near: position).contains { $0.actions.drop?.type == type }
  }

  func drop(_ value: UnsafePointer<GValue>, type: GType, at insertion: Int, near position: Int?) {
    guard !isInert else { return }
    for group in groups(at: insertion, near: position) {
      guard let drop = group.actions.drop, drop.type == type else { continue }
      return drop.perform(value, group.offset(ofPosition: insertion))
    }
  }
}

// MARK: - Deleting from context menus

extension ListNode: RowDeleting {
  func deletion(ofRowWith widget: WidgetPointer) -> (() -> Void)? {
    guard let position = row(in: widget)?.position, canDelete(position) else { return nil }
    let selected = listView?.selectedPositions ?? []
    // Keys rather than positions: rows may come and go while the menu is open.
    let keys = (selected.contains(position) ? selected : [position]).map { modelKeys.keys[$0] }
    return { [weak self] in
      guard let self, !isDestroyed else { return }
      _ = delete(positions(of: keys))
    }
  }
}
