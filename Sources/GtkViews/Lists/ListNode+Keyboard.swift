import GtkKit

extension ListNode {
  func connectKeys(to list: WidgetPointer) {
    // GTK_LIST_TAB_ITEM: Tab leads through one row and out of the list.
    let isTabHandledByGtk = list.has(property: "tab-behavior")
    if isTabHandledByGtk { list.set("tab-behavior", 1) }
    let presses = EventController.key(on: list, phase: GTK_PHASE_CAPTURE) {
      [unowned self] symbol, modifiers in
      isUsingKeys = true
      input = SelectionInput(symbol: symbol, modifiers)
      if moveFocus(symbol, modifiers) { return true }
      if modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0 {
        letSelectionPassFocus()
        letSelectionBeginAtFocus(symbol)
      }
      return false
    }
    let clicks = EventController.modifiedClick(on: list, at: .press, phase: GTK_PHASE_CAPTURE) {
      [unowned self] modifiers, x, y in
      isUsingKeys = false
      input = modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0 ? .more : .instead
      rowPressed(atX: x, y: y)
    }
    // A click on the selected row changes no selection, but leads to the next column.
    if environment.columnContext != nil {
      signals.keep(
        EventController.click(on: list) { [unowned self] _, x, y in rowReleased(atX: x, y: y) }
      )
    }
    let menuGestures = EventController.menuGestures(on: list) { [unowned self] x, y in
      openMenu(in: list, x: x, y: y)
    }
    let plainClicks = EventController.plainClick(on: list) { [unowned self] x, y in
      actionOfClick(atX: x, y: y)
    }
    let elsewhere = [
      EventController.exclusiveClick(on: list, modifiers: GDK_CONTROL_MASK) {
        // Where a click does not select, Ctrl and a click do.
        [unowned self] x, y in selectsWithControl ? nil : actionElsewhere(atX: x, y: y)
      },
      EventController.exclusiveClick(on: list, button: Int(GDK_BUTTON_MIDDLE)) {
        [unowned self] x, y in actionElsewhere(atX: x, y: y)
      },
    ]
    let keys = EventController.key(on: list) { [unowned self] symbol, modifiers in
      if isMenuKey(symbol, modifiers) { return openMenuOfFocusedRow() }
      let isControl = modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0
      let isAlt = modifiers.rawValue & GDK_ALT_MASK.rawValue != 0
      switch Int32(symbol) {
      case GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab:
        guard !isTabHandledByGtk, !isControl, !isAlt else { return false }
        let isShift = modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0
        return passFocus(isShift ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD)
      case GDK_KEY_Delete, GDK_KEY_KP_Delete: return deleteRows()
      case GDK_KEY_c where isControl && !isAlt, GDK_KEY_C where isControl && !isAlt:
        return copyRows()
      case GDK_KEY_Escape where !isControl && !isAlt: return emptySelection()
      case GDK_KEY_Return, GDK_KEY_KP_Enter:
        guard isControl, let action = actionElsewhere(at: focusedRow?.position) else {
          return false
        }
        action()
        return true
      case GDK_KEY_Up, GDK_KEY_KP_Up:
        return isAlt ? moveRows(down: false) : skipHeaderOrFooter(above: focusedRow?.position)
      case GDK_KEY_Down, GDK_KEY_KP_Down:
        return isAlt ? moveRows(down: true) : skipHeaderOrFooter(below: focusedRow?.position)
      case GDK_KEY_Home, GDK_KEY_KP_Home: return skipHeaderOrFooter(at: 0, down: true)
      case GDK_KEY_End, GDK_KEY_KP_End: return skipHeaderOrFooter(at: rowCount - 1, down: false)
      default: return !isControl && !isAlt && typeInRow(symbol)
      }
    }
    let clicksBesideRows = EventController.click(on: list) { [unowned self] _, x, y in
      if position(atX: x, y: y) == nil { _ = emptySelection() }
    }
    let focus = EventController.focus(on: list) { [weak self] isInside in
      guard isInside else { return }
      UpdateScheduler.shared.afterUpdate { self?.leaveHeader() }
    }
    for controller in [presses, clicks, plainClicks, keys, clicksBesideRows, focus] + menuGestures
      + elsewhere
    {
      signals.keep(controller)
    }
  }

  /// Gives a typed character to the focused row. Returns whether it was for the row.
  private func typeInRow(_ symbol: UInt32) -> Bool {
    guard !ignoresInput, let character = Unicode.Scalar(gdk_keyval_to_unicode(symbol)),
      character.value != 0, let position = focusedRow?.position, let group = group(at: position),
      let action = group.actions.onKeyPress
    else { return false }
    return action(Character(character), group.offset(ofPosition: position))
  }

  private func rowPressed(atX x: Double, y: Double) {
    pressedPosition = nil
    guard environment.columnContext != nil, let position = position(atX: x, y: y),
      listView?.selectedPositions == [position]
    else { return }
    pressedPosition = position
  }

  private func rowReleased(atX x: Double, y: Double) {
    guard let pressed = pressedPosition, position(atX: x, y: y) == pressed, !ignoresInput else {
      return
    }
    pressedPosition = nil
    tellColumn(of: [pressed])
  }

  /// Moves the focus to the next widget of the focused row, or out of the list. GTK before 4.12
  /// would move it from row to row, and nobody gets through a thousand rows. The arrow keys do
  /// that.
  ///
  /// - Returns: Whether there was another widget.
  private func passFocus(_ direction: GtkDirectionType) -> Bool {
    guard let list = listView?.listWidget, let row = focusedRow,
      let cell = hosts[ObjectIdentifier(row)].flatMap({ gtk_widget_get_parent($0.host.widget) })
    else { return false }
    if gtk_widget_child_focus(cell, direction) != 0 { return true }
    guard let window = gtk_widget_get_root(list).map({ WidgetPointer($0) }) else { return false }
    // The list is passed over, and remembers its row.
    gtk_widget_set_can_focus(list, 0)
    defer { gtk_widget_set_can_focus(list, 1) }
    let place = gtk_widget_get_ancestor(list, gtk_popover_get_type()) ?? window
    return gtk_widget_child_focus(place, direction) != 0
  }

  private var selectsWithControl: Bool {
    selection == .multiple && environment.listRowClick != .selects
  }

  /// Returns what a click without modifier keys does at a point; `nil` if GTK is to handle it.
  private func actionOfClick(atX x: Double, y: Double) -> (() -> Void)? {
    guard selection == .multiple, !ignoresInput, environment.listRowClick != .selects,
      let position = position(atX: x, y: y), kind(at: position) == .row,
      !isControl(atX: x, y: y)
    else { return nil }
    return switch environment.listRowClick {
    case .selects: nil
    case .activates: { [unowned self] in activate(position) }
    case .toggles: { [unowned self] in toggleRow(at: position) }
    }
  }

  /// Whether there is something in a row at a point that handles clicks itself.
  private func isControl(atX x: Double, y: Double) -> Bool {
    guard let list = listView?.listWidget else { return false }
    var widget = gtk_widget_pick(list, x, y, GTK_PICK_DEFAULT)
    while let current = widget, current != list {
      let parent = gtk_widget_get_parent(current)
      // The row itself has the focus, too.
      if parent != list, gtk_widget_get_focusable(current) != 0 { return true }
      widget = parent
    }
    return false
  }

  /// Returns a closure that activates the row at a point, or `nil` if it cannot be activated
  /// elsewhere.
  private func actionElsewhere(atX x: Double, y: Double) -> (() -> Void)? {
    actionElsewhere(at: position(atX: x, y: y))
  }

  private func actionElsewhere(at position: Int?) -> (() -> Void)? {
    guard !ignoresInput, let position, let group = group(at: position),
      let action = group.actions.onActivateElsewhere
    else { return nil }
    return { action(group.offset(ofPosition: position)) }
  }

  /// Deletes the selected rows, or else the focused one. Returns whether any of them could be
  /// deleted.
  func deleteRows() -> Bool {
    guard let listView, knowsSelection else { return false }
    let selected = listView.selectedPositions
    return delete(selected.isEmpty ? [focusedRow?.position].compactMap(\.self) : selected)
  }

  /// Deletes the rows at some positions. Returns whether any of them could be deleted.
  func delete(_ positions: [Int]) -> Bool {
    guard !ignoresInput else { return false }
    var positions = positions.filter(canDelete)
    let isDone = !positions.isEmpty
    while let first = positions.first, let group = group(at: first) {
      let together = positions.filter(group.positions.contains)
      positions.removeAll(where: group.positions.contains)
      group.actions.onDelete?(group.offsets(ofPositions: together))
    }
    return isDone
  }

  func canDelete(_ position: Int) -> Bool {
    group(at: position)?.actions.onDelete != nil && !limits(at: position).contains(.delete)
  }

  /// Moves the focused row, and those selected with it, by one position. Returns whether rows of
  /// its group can be moved at all.
  func moveRows(down: Bool) -> Bool {
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
  func rowsMoved(with position: Int, in group: RowGroup) -> [Int] {
    func canMove(_ position: Int) -> Bool {
      group.positions.contains(position) && !limits(at: position).contains(.move)
    }
    guard canMove(position) else { return [] }
    let selected = listView?.selectedPositions ?? []
    return selected.contains(position) ? selected.filter(canMove) : [position]
  }

  func move(_ positions: [Int], to destination: Int, in group: RowGroup) {
    guard !ignoresInput else { return }
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
}
