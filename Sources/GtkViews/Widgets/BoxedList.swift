import GtkKit

/// A framed list with separators between its rows, for the few rows of a form.
final class BoxedList {
  let widget = ListBox.makeWidget()

  /// The node below which the views of the rows are.
  weak var owner: Node?

  private let signals = SignalHandlers()
  /// The list row of each content widget.
  private var rows: [WidgetPointer: WidgetPointer] = [:]

  init() {
    gtk_list_box_set_selection_mode(widget.opaque, GTK_SELECTION_NONE)
    gtk_widget_add_css_class(widget, "boxed-list")
    signals.connect(widget, "row-activated", .pointer) { row in
      guard let row else { return }
      BoxedList.activate(row.cast())
    }
  }

  deinit {}

  /// Shows exactly `contents`, each in a row. Contents that stay keep their rows.
  func arrange(_ contents: [WidgetPointer]) {
    keepOnly(contents)
    for (index, content) in contents.enumerated() {
      if let row = rows[content] {
        move(row, to: index)
      } else {
        let row = makeRow(content)
        rows[content] = row
        gtk_list_box_insert(widget.opaque, row, Int32(index))
      }
    }
  }

  /// Removes the rows of all contents except the given ones.
  func keepOnly(_ contents: [WidgetPointer]) {
    let wanted = Set(contents)
    for (content, row) in rows where !wanted.contains(content) {
      remove(row)
      rows[content] = nil
    }
  }

  private func move(_ row: WidgetPointer, to index: Int) {
    guard gtk_list_box_row_get_index(row.cast()) != Int32(index) else { return }
    row.retain()
    gtk_list_box_remove(widget.opaque, row)
    gtk_list_box_insert(widget.opaque, row, Int32(index))
    row.release()
  }

  private func remove(_ row: WidgetPointer) {
    if let box = gtk_list_box_row_get_child(row.cast()) {
      for content in box.children { gtk_box_remove(box.cast(), content) }
    }
    gtk_list_box_remove(widget.opaque, row)
  }

  private func makeRow(_ content: WidgetPointer) -> WidgetPointer {
    let row = gtk_list_box_row_new()!
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    gtk_box_set_homogeneous(box.cast(), 1)
    gtk_widget_add_css_class(box, "row-content")
    gtk_box_append(box.cast(), content)
    gtk_list_box_row_set_child(row.cast(), box)
    if content.isRowButton {
      gtk_widget_add_css_class(box, "full-bleed")
    } else if content.isA(gtk_button_get_type()) {
      gtk_widget_set_halign(content, GTK_ALIGN_START)
    }
    if BoxedList.hasEntry(content) { gtk_widget_add_css_class(row, "entry") }
    let control = BoxedList.control(in: content)
    gtk_list_box_row_set_activatable(row.cast(), gbool(control != nil))
    // The focus goes to the control in the row; a row without one has no action of its own.
    if control == nil { gtk_widget_set_focusable(row, 0) }
    EventController.menuGestures(on: row) { [weak self] x, y in
      self?.openMenu(of: content, in: row, x: x, y: y)
    }
    return row
  }

  /// Opens the context menu of a row's views at a point of the row around them. The views open it
  /// themselves, but get no clicks around them.
  private func openMenu(of content: WidgetPointer, in row: WidgetPointer, x: Double, y: Double) {
    // Views that take no clicks are not picked, and their menu is not to open.
    guard let picked = gtk_widget_pick(row, x, y, GTK_PICK_DEFAULT),
      picked == row || picked == gtk_widget_get_parent(content), content.takesClicks
    else { return }
    let menu = owner?.contextMenu { $0.widgets == [content] }
    menu?.openMenu(at: (x, y), of: row)
  }

  /// Returns the control that a click anywhere on the row activates.
  private static func control(in widget: WidgetPointer) -> WidgetPointer? {
    if widget.isA(gtk_switch_get_type()) { return widget }
    for child in widget.children {
      if let control = control(in: child) { return control }
    }
    return nil
  }

  /// Returns whether the row contains an entry. Such a row draws the focus outline of the entry
  /// around itself.
  private static func hasEntry(_ widget: WidgetPointer) -> Bool {
    gtk_widget_has_css_class(widget, "row-entry") != 0 || widget.children.contains(where: hasEntry)
  }

  private static func activate(_ row: WidgetPointer) {
    if let control = control(in: row) { gtk_widget_activate(control) }
  }

  /// Empties the list.
  func destroy() {
    arrange([])
    signals.disconnectAll()
  }
}
