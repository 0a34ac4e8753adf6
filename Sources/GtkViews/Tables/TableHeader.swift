import GtkKit

/// The header of a table: a button for each column, which sorts, and what changes the widths.
///
/// The header asks; what becomes of it, the owner says.
final class TableHeader {
  /// What the button of a column shows, and what the user can do with the column.
  struct Item: Equatable {
    let key: [AnyHashable]
    let title: String
    let alignment: TableColumnAlignment
    /// The direction in which the column sorts; `nil` if it does not.
    var isReversed: Bool?
    /// The place of the column among those that sort, if there are several.
    var rank: Int?
    var isSortable = false
    var isResizable = false
    var isMovable = false
  }

  /// Called with the number of a column by which the rows are to be sorted.
  var onSort: (_ column: Int, _ adds: Bool) -> Void = { _, _ in }
  /// Called with the width that a column is to have, in pixels; `nil` for the one it has by itself.
  var onResize: (_ column: Int, _ width: Double?) -> Void = { _, _ in }
  /// Called with the number of the column that is to be moved, and of that before which it
  /// goes.
  var onMove: (_ column: Int, _ destination: Int) -> Void = { _, _ in }
  /// Called with a point of the header where the menu of the columns is to open. Returns whether
  /// there is one.
  var onMenu: (_ x: Double, _ y: Double) -> Bool = { _, _ in false }
  /// Called with the number of the column that the focus has been moved to.
  var onFocus: (_ column: Int) -> Void = { _ in }

  private let box = ObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  private let layout: TableLayout
  private var columns: [Column] = []
  private var items: [Item] = []
  /// The column that is dragged, and that before which it would be dropped.
  private var dragged: (key: [AnyHashable], destination: Int)?
  private var widthAtBegin = 0
  private let signals = SignalHandlers()

  /// A column's button, and the handle at its end.
  private struct Column {
    let key: [AnyHashable]
    let button: TableHeaderButton
    let handle: ResizeHandle
  }

  /// - Parameter layout: The widths of the columns.
  init(layout: TableLayout) {
    self.layout = layout
    gtk_widget_add_css_class(widget, "table-header")
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_ROW, of: widget)
    PageFocus.setHeader(widget, true)
    layout.add(widget)
    signals.keep(
      EventController.key(on: widget, phase: GTK_PHASE_CAPTURE) { [weak self] symbol, modifiers in
        self?.keyPressed(symbol, modifiers) ?? false
      }
    )
    for gesture in EventController.menuGestures(
      on: widget,
      { [weak self] x, y in _ = self?.onMenu(x, y) }
    ) {
      signals.keep(gesture)
    }
  }

  deinit {}

  var widget: WidgetPointer { box.widget }

  func show(_ new: [Item]) {
    guard new != items else { return }
    let old = Dictionary(columns.map { ($0.key, $0) }) { first, _ in first }
    let isSameOrder = new.map(\.key) == items.map(\.key)
    items = new
    columns = new.map { item in
      let column = old[item.key] ?? makeColumn(item.key)
      column.button.show(item)
      gtk_widget_set_can_target(column.handle.widget, item.isResizable ? 1 : 0)
      return column
    }
    guard !isSameOrder else { return }
    let kept = Set(new.map(\.key))
    for column in old.values where !kept.contains(column.key) { column.button.leave() }
    // The handles lie above the buttons.
    arrange(columns.map(\.button.widget) + columns.map(\.handle.widget), inBox: widget)
  }

  private func makeColumn(_ key: [AnyHashable]) -> Column {
    let button = TableHeaderButton()
    let handle = ResizeHandle(cssClass: "table-handle", isFocusable: false)
    button.onPress = { [weak self] adds in
      if let self, let number = number(of: key) { onSort(number, adds) }
    }
    button.onDrag = { [weak self] x in self?.drag(key, to: x) ?? false }
    button.onDrop = { [weak self] in self?.drop(isCancelled: $0) }
    handle.onBegin = { [weak self] in
      if let self, let number = number(of: key) { widthAtBegin = width(of: number) }
    }
    handle.onMove = { [weak self] distance in
      if let self { resize(key, to: Double(widthAtBegin) + distance) }
    }
    handle.onReset = { [weak self] in self?.resize(key, to: nil) }
    return Column(key: key, button: button, handle: handle)
  }

  private func number(of key: [AnyHashable]) -> Int? { columns.firstIndex { $0.key == key } }

  private func width(of number: Int) -> Int {
    layout.place(ofColumn: number, in: Int(gtk_widget_get_width(widget))).count
  }

  private func resize(_ key: [AnyHashable], to width: Double?) {
    guard let number = number(of: key), items[number].isResizable else { return }
    let wanted = width.map { layout.columns[number].clamped(min(max($0, 0), 32_000)).rounded() }
    if wanted.map({ Int($0) != self.width(of: number) }) ?? true { onResize(number, wanted) }
  }

  // MARK: Drags

  private func drag(_ key: [AnyHashable], to x: Double) -> Bool {
    guard let number = number(of: key), items[number].isMovable else { return false }
    var (position, y) = (0.0, 0.0)
    gtk_widget_translate_coordinates(columns[number].button.widget, widget, x, 0, &position, &y)
    let room = Int(gtk_widget_get_width(widget))
    if gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL { position = Double(room) - position }
    let destination = columns.indices.count { number in
      let place = layout.place(ofColumn: number, in: room)
      return position > Double(place.lowerBound + place.upperBound) / 2
    }
    dragged = (key, destination)
    showDestination(destination)
    return true
  }

  private func drop(isCancelled: Bool) {
    guard let (key, destination) = dragged else { return }
    dragged = nil
    showDestination(nil)
    guard !isCancelled, let number = number(of: key) else { return }
    move(number, to: destination)
  }

  private func move(_ number: Int, to destination: Int) {
    guard items[number].isMovable, 0...columns.count ~= destination, destination != number,
      destination != number + 1
    else { return }
    onMove(number, destination)
  }

  private func showDestination(_ destination: Int?) {
    for (number, column) in columns.enumerated() {
      column.button.widget.setCSSClass("drop-before", number == destination)
      let isLast = number == columns.count - 1 && destination == columns.count
      column.button.widget.setCSSClass("drop-behind", isLast)
    }
  }

  // MARK: Keys

  private func keyPressed(_ symbol: UInt32, _ modifiers: GdkModifierType) -> Bool {
    guard let current = columns.firstIndex(where: { $0.button.widget.containsFocus }) else {
      return false
    }
    if isMenuKey(symbol, modifiers) {
      let place = layout.place(ofColumn: current, in: Int(gtk_widget_get_width(widget)))
      return onMenu(Double(place.lowerBound), Double(gtk_widget_get_height(widget)))
    }
    let pressed = modifiers.shiftControlAlt
    let isControl = pressed & GDK_CONTROL_MASK.rawValue != 0
    let isShift = pressed & GDK_SHIFT_MASK.rawValue != 0
    guard pressed & GDK_ALT_MASK.rawValue == 0 else { return false }
    let forwards = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? -1 : 1
    switch Int32(symbol) {
    case GDK_KEY_Left, GDK_KEY_KP_Left: return step(-forwards, from: current, isControl, isShift)
    case GDK_KEY_Right, GDK_KEY_KP_Right: return step(forwards, from: current, isControl, isShift)
    case GDK_KEY_Home, GDK_KEY_KP_Home: return focus(0)
    case GDK_KEY_End, GDK_KEY_KP_End: return focus(columns.count - 1)
    case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space, GDK_KEY_KP_Space:
      guard isShift, !isControl else { return false }
      onSort(current, true)
      return true
    default: return false
    }
  }

  /// Moves the focus to the next column; with Ctrl it makes the column wider or narrower, and with
  /// Shift as well it moves the column.
  private func step(_ step: Int, from number: Int, _ isControl: Bool, _ isShift: Bool) -> Bool {
    switch (isControl, isShift) {
    case (false, false): return focus(number + step)
    case (true, false): resize(columns[number].key, to: Double(width(of: number) + step * 10))
    case (true, true): move(number, to: step > 0 ? number + 2 : number - 1)
    case (false, true): return false
    }
    return true
  }

  private func focus(_ number: Int) -> Bool {
    guard columns.indices.contains(number) else { return true }
    columns[number].button.grabFocus()
    onFocus(number)
    return true
  }

  func destroy() {
    signals.disconnectAll()
    PageFocus.setHeader(widget, false)
    layout.remove(widget)
    for column in columns { column.button.leave() }
    columns = []
    for child in widget.children { gtk_box_remove(box.cast(), child) }
  }
}

/// The header of one column: its title, and how it sorts.
private final class TableHeaderButton {
  var onPress: (_ adds: Bool) -> Void = { _ in }
  /// Called with the position of the pointer in the button while it drags the column. Returns
  /// whether the column can be moved.
  var onDrag: (Double) -> Bool = { _ in false }
  var onDrop: (_ isCancelled: Bool) -> Void = { _ in }

  /// A box around the button: a drag that begins on the button itself would be a press of it.
  private let cell = ObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  private let button = ObjectReference(gtk_button_new())
  private let content = ObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
  private let label = ObjectReference(gtk_label_new(nil))
  private let arrow = ObjectReference(gtk_image_new())
  private let rank = ObjectReference(gtk_label_new(nil))
  private var adds = false
  private var pressed = 0.0
  private var isDragging = false

  init() {
    gtk_widget_add_css_class(cell.widget, "table-header-cell")
    gtk_widget_add_css_class(button.widget, "flat")
    gtk_widget_set_focus_on_click(button.widget, 0)
    gtk_widget_set_hexpand(button.widget, 1)
    gtk_widget_set_overflow(cell.widget, GTK_OVERFLOW_HIDDEN)
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_COLUMN_HEADER, of: button.widget)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_add_css_class(rank.widget, "caption")
    gtk_widget_add_css_class(rank.widget, "numeric")
    for part in [label, arrow, rank] { gtk_box_append(content.cast(), part.widget) }
    gtk_button_set_child(button.cast(), content.widget)
    gtk_box_append(cell.cast(), button.widget)
    EventController.modifiedClick(on: button.widget, at: .press, phase: GTK_PHASE_CAPTURE) {
      [weak self] modifiers, _, _ in
      self?.adds = modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0
    }
    Signal.connect(button.widget, "clicked") { [weak self] in
      guard let self else { return }
      let adds = adds
      self.adds = false
      onPress(adds)
    }
    EventController.drag(
      on: cell.widget,
      onBegin: { [weak self] x, _ in
        self?.pressed = x
        self?.isDragging = false
      },
      onMove: { [weak self] x, _ in self?.drag(x) ?? false },
      onEnd: { [weak self] in self?.onDrop($0) }
    )
  }

  deinit {}

  var widget: WidgetPointer { cell.widget }

  private func drag(_ distance: Double) -> Bool {
    // A hand that clicks trembles.
    if abs(distance) >= 8 { isDragging = true }
    return isDragging && onDrag(pressed + distance)
  }

  func show(_ item: TableHeader.Item) {
    gtk_label_set_text(label.opaque, item.title)
    Accessibility.setLabel(item.title, of: button.widget)
    let isReversed = item.isReversed
    gtk_widget_set_visible(arrow.widget, isReversed == nil ? 0 : 1)
    gtk_image_set_from_icon_name(
      arrow.opaque,
      isReversed == true ? "pan-down-symbolic" : "pan-up-symbolic"
    )
    gtk_label_set_text(rank.opaque, item.rank.map { "\($0)" } ?? "")
    gtk_widget_set_visible(rank.widget, item.rank == nil ? 0 : 1)
    let order =
      switch isReversed {
      case nil: GTK_ACCESSIBLE_SORT_NONE
      case false: GTK_ACCESSIBLE_SORT_ASCENDING
      case true: GTK_ACCESSIBLE_SORT_DESCENDING
      }
    Accessibility.setSort(order, of: button.widget)
    button.widget.setCSSClass("sortable", item.isSortable)
    align(item.alignment)
  }

  /// The title stands above the cells, and the arrow beside it.
  private func align(_ alignment: TableColumnAlignment) {
    let place =
      switch alignment {
      case .leading: GTK_ALIGN_START
      case .center: GTK_ALIGN_CENTER
      case .trailing: GTK_ALIGN_END
      }
    gtk_widget_set_halign(content.widget, place)
    gtk_label_set_xalign(label.opaque, alignment.text.fraction)
    gtk_box_reorder_child_after(
      content.cast(),
      label.widget,
      alignment == .trailing ? rank.widget : nil
    )
  }

  func grabFocus() { gtk_widget_grab_focus(button.widget) }

  func leave() {
    // GTK 4.8 never releases a focused widget that is removed before the next frame.
    _ = PageFocus.take(from: widget)
  }
}
