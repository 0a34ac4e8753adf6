import GtkKit

/// What the user's input does to the selection of several rows.
enum SelectionInput {
  /// It selects something instead of what is selected.
  case instead
  /// It adds to what is selected, or takes something out.
  case more
  case selectAll
  case unselectAll

  /// - Parameters:
  ///   - symbol: The symbol of a pressed key.
  ///   - modifiers: The modifier keys that are held.
  init(symbol: UInt32, _ modifiers: GdkModifierType) {
    let isControl = modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0
    let isShift = modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0
    switch Int32(symbol) {
    case GDK_KEY_a where isControl, GDK_KEY_A where isControl:
      self = isShift ? .unselectAll : .selectAll
    case GDK_KEY_slash where isControl: self = .selectAll
    case GDK_KEY_backslash where isControl: self = .unselectAll
    case GDK_KEY_space, GDK_KEY_KP_Space: self = .more
    default: self = isControl ? .more : .instead
    }
  }
}

extension ListNode {
  func selectionChanged() {
    // GTK moves the selection itself while rows are replaced; the binding is the source of truth.
    guard let listView, splicing == nil, !isInert else { return }
    guard !ignoresInput else { return reevaluateLater() }
    selectionChangedByUser(in: listView)
  }

  /// Takes the selected rows that can be selected into the state.
  func takeSelection(in listView: ListView) {
    let positions = listView.selectedPositions
    let elements = positions.filter(isSelectable)
    if elements.isEmpty, let unselectable = positions.first {
      // After a key press, the next selectable row is selected once GTK has finished handling the
      // key. After a click, the selection goes back to that of the state.
      guard isUsingKeys else { return reevaluateLater() }
      UpdateScheduler.shared.afterUpdate { [weak self] in self?.selectRow(beyond: unselectable) }
    } else {
      select(elements)
      tellColumn(of: elements)
      reevaluateLater()
    }
  }

  /// Tells the state that nothing is selected, in a list of which several rows can be selected.
  ///
  /// - Returns: Whether something was selected.
  func emptySelection() -> Bool {
    guard selection == .multiple, !ignoresInput, hasSelectedElement else { return false }
    clearSelection()
    // The state may have declined.
    reevaluateLater()
    return true
  }

  func isSelectable(_ position: Int) -> Bool {
    kind(at: position) == .row && !limits(at: position).contains(.select)
  }

  /// Selects the nearest selectable row beyond a row that cannot be selected: in the direction in
  /// which the selection moves, or else in the other direction.
  func selectRow(beyond unselectable: Int) {
    guard !isDestroyed else { return }
    let above = (0..<min(unselectable, rowCount)).reversed().first(where: isSelectable)
    let below = (unselectable..<max(unselectable, rowCount)).first(where: isSelectable)
    let goesUp = lastSelected.map { $0 > unselectable } ?? false
    if let position = goesUp ? above ?? below : below ?? above {
      select([position])
      tellColumn(of: [position])
      focusRow(at: position)
    }
    reevaluate()
  }

  /// Lets the selection extend beyond a focused row that cannot be selected.
  ///
  /// GTK 4.18 extends the selection only from a selected row, and selects the focused one first.
  /// Without this, the selection could not extend beyond a header or footer.
  func letSelectionPassFocus() {
    guard selection == .multiple, let listView, let position = focusedRow?.position,
      !isSelectable(position)
    else { return }
    listView.selectedPositions.append(position)
    reevaluateLater()
  }

  /// Focuses the row at a position.
  ///
  /// - Returns: Whether the row shows its element, so that there is something to focus.
  @discardableResult
  func focusRow(at position: Int) -> Bool {
    guard let row = listView?.boundRow(forKey: modelKeys.keys[position]),
      let views = hosts[ObjectIdentifier(row)],
      let widget = gtk_widget_get_parent(views.host.widget)
    else { return false }
    return gtk_widget_grab_focus(widget) != 0
  }

  /// Moves the focus from a header or footer to a row, the next one if there is one. GTK focuses
  /// the first item of a list that gets the focus, such as after a search.
  func leaveHeader() {
    guard !isDestroyed, let list = listView?.listWidget, let position = focusedRow?.position,
      kind(at: position) != .row, let root = gtk_widget_get_root(list),
      let focus = gtk_root_get_focus(root), gtk_widget_get_parent(focus) == list
    else { return }
    let next =
      (position..<rowCount).first { kind(at: $0) == .row }
      ?? (0..<position).reversed().first { kind(at: $0) == .row }
    if let next { focusRow(at: next) }
  }

  /// Moves the focus past a header or footer, which GTK would focus in a list without selection, to
  /// the next row. If the header or footer is the first or last row, or there is no next row, also
  /// scrolls the list to that end.
  ///
  /// - Parameters:
  ///   - position: The position that GTK would focus.
  ///   - down: The direction of the movement.
  /// - Returns: Whether the row at the position is a header or footer, so that the key is handled.
  func skipHeaderOrFooter(at position: Int, down: Bool) -> Bool {
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

  func skipHeaderOrFooter(above position: Int?) -> Bool {
    position.map { skipHeaderOrFooter(at: $0 - 1, down: false) } ?? false
  }

  func skipHeaderOrFooter(below position: Int?) -> Bool {
    position.map { skipHeaderOrFooter(at: $0 + 1, down: true) } ?? false
  }

  /// Lets Shift and an arrow key begin a selection with the focused row, where the focus moves
  /// without a selection. GTK would begin with the next row.
  func letSelectionBeginAtFocus(_ symbol: UInt32) {
    switch Int32(symbol) {
    case GDK_KEY_Up, GDK_KEY_Down, GDK_KEY_KP_Up, GDK_KEY_KP_Down: break
    default: return
    }
    guard selection == .multiple, environment.listRowClick != .selects, !hasSelectedElement,
      let position = focusedRow?.position, isSelectable(position)
    else { return }
    toggleRow(at: position)
    input = .instead
  }

  /// Adds a row to the selection, or takes it out.
  func toggleRow(at position: Int) {
    guard !ignoresInput, isSelectable(position) else { return }
    input = .more
    listView?.toggleSelection(at: position)
  }

  func activate(_ position: Int) {
    guard !ignoresInput, kind(at: position) == .row else { return }
    // GTK activates rows with two clicks as well.
    if environment.listRowClick == .toggles, selection == .multiple, !isUsingKeys { return }
    selectInColumn(position)
    if performPrimaryAction(at: position) { return }
    guard let group = group(at: position) else { return }
    group.actions.onActivate?(group.offset(ofPosition: position))
  }

  /// Selects a row that the user has activated, also if it is selected already, so that the split
  /// view around the list shows what belongs to it.
  func selectInColumn(_ position: Int) {
    guard environment.columnContext != nil, selection == .single, isSelectable(position) else {
      return
    }
    if readSelection() != [position] {
      select([position])
      reevaluateLater()
    }
    tellColumn(of: [position])
  }

  /// Tells the split view around the list that the user has selected rows, if the state has taken
  /// them.
  func tellColumn(of positions: [Int]) {
    guard let column = environment.columnContext, selection == .single, !positions.isEmpty,
      !isSelectionAwaited, readSelection() == positions
    else { return }
    column.onUserSelection()
  }

  /// Whether the arrow keys move the focus and select nothing.
  private var movesFocusAlone: Bool {
    switch selection {
    case .none: false
    case .single: environment.columnContext?.isPage ?? false
    case .multiple: environment.listRowClick != .selects
    }
  }

  /// Moves the focus of a list that is shown as the page of a stack, where a selection would lead
  /// to the next page, or of a list in which clicks do not select.
  ///
  /// - Returns: Whether the key moves the focus.
  func moveFocus(_ symbol: UInt32, _ modifiers: GdkModifierType) -> Bool {
    let pressed = modifiers.shiftControlAlt
    guard movesFocusAlone, pressed == 0, rowCount > 0, let position = focusedRow?.position,
      let list = listView?.listWidget, let root = gtk_widget_get_root(list),
      // A control in the row handles the keys itself.
      let focus = gtk_root_get_focus(root), gtk_widget_get_parent(focus) == list
    else { return false }
    let page = max(boundPositions.longestRun.count / 2, 1)
    let target: Int
    switch Int32(symbol) {
    case GDK_KEY_Up, GDK_KEY_KP_Up: target = position - 1
    case GDK_KEY_Down, GDK_KEY_KP_Down: target = position + 1
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: target = position - page
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: target = position + page
    case GDK_KEY_Home, GDK_KEY_KP_Home: target = 0
    case GDK_KEY_End, GDK_KEY_KP_End: target = rowCount - 1
    default: return false
    }
    let clamped = min(max(target, 0), rowCount - 1)
    let isUpwards = clamped < position
    let nearest =
      isUpwards
      ? (0...clamped).reversed().first(where: isSelectable)
        ?? (0..<position).first(where: isSelectable)
      : (clamped..<rowCount).first(where: isSelectable)
        ?? (position..<rowCount).reversed().first(where: isSelectable)
    if let nearest, nearest != position, !focusRow(at: nearest) { reveal(nearest) }
    return true
  }

  var focusedRow: ListRow? {
    var focused: ListRow?
    listView?.forEachBoundRow { row in
      guard let views = hosts[ObjectIdentifier(row)],
        let parent = gtk_widget_get_parent(views.host.widget)
      else { return }
      let flags = gtk_widget_get_state_flags(parent).rawValue
      if flags & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0 { focused = row }
    }
    return focused
  }
}
