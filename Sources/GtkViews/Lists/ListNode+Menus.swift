import GtkKit

extension ListNode {
  /// Opens the context menu of the focused row. Returns whether it has one.
  func openMenuOfFocusedRow() -> Bool {
    guard let focusedRow, let views = hosts[ObjectIdentifier(focusedRow)] else { return false }
    if let menu = ownMenu(of: views) {
      menu.openMenu()
      return true
    }
    guard let widget = views.host.widget.children.first else { return false }
    return openMenu(of: views, on: widget, x: 0, y: Double(gtk_widget_get_height(widget)))
  }

  /// Opens the context menu of the row at a point. A menu of the row's views opens anywhere in the
  /// row, not only where the views are; there they open it themselves.
  func openMenu(in list: WidgetPointer, x: Double, y: Double) {
    guard let picked = gtk_widget_pick(list, x, y, GTK_PICK_DEFAULT) else { return }
    guard let views = views(of: picked), let widget = views.host.widget.children.first else {
      _ = openMenu(of: nil, on: list, x: x, y: y)
      return
    }
    var widgetX = 0.0
    var widgetY = 0.0
    gtk_widget_translate_coordinates(list, widget, x, y, &widgetX, &widgetY)
    guard let menu = ownMenu(of: views) else {
      _ = openMenu(of: views, on: widget, x: widgetX, y: widgetY)
      return
    }
    let content = views.host.widget
    // Views that take no clicks are not picked, and their menu is not to open.
    if picked == content || picked == gtk_widget_get_parent(content), widget.takesClicks {
      menu.openMenu(at: (widgetX, widgetY), of: widget)
    }
  }

  /// Opens the menu of the selection, with the Delete item that the list adds.
  ///
  /// - Parameters:
  ///   - views: The views of the row that the menu is for; `nil` for none.
  ///   - widget: The widget at which the menu opens.
  ///   - x: The position in the widget.
  ///   - y: The position in the widget.
  /// - Returns: Whether there is something in the menu.
  func openMenu(of views: RowViews<Row>?, on widget: WidgetPointer, x: Double, y: Double) -> Bool {
    guard !ignoresInput else { return false }
    let items = rowsOfMenu(at: views?.row.position).flatMap {
      environment.selectionMenu?.actions?.items($0)
    }
    let delete = views == nil ? nil : deletion(ofRowWith: widget)
    guard items != nil || delete != nil else { return false }
    shownMenu?.menu.destroy()
    shownMenu = nil
    let content = RowMenu(items: items, delete: delete)
    let menu = OpenMenu(content, parent: self, on: widget, x: x, y: y)
    guard !menu.isEmpty else {
      menu.destroy()
      return false
    }
    shownMenu = (menu, views)
    return true
  }

  func closeMenu(of views: RowViews<Row>) {
    guard let shownMenu, shownMenu.views === views else { return }
    shownMenu.menu.destroy()
    self.shownMenu = nil
  }

  /// Returns the context menu that is attached to the views of a row.
  func ownMenu(of views: RowViews<Row>) -> (any ContextMenuOpening)? {
    views.host.root.contextMenu()
  }
}

extension ListNode: RowDeleting {
  func deletion(ofRowWith widget: WidgetPointer) -> (() -> Void)? {
    guard let position = row(in: widget)?.position, canDelete(position) else { return nil }
    if !knowsSelection, listView?.isSelected(position) == true { return nil }
    let selected = knowsSelection ? listView?.selectedPositions ?? [] : []
    // Keys rather than positions: rows may come and go while the menu is open.
    let keys = (selected.contains(position) ? selected : [position]).map { modelKeys.keys[$0] }
    return { [weak self] in
      guard let self, !isDestroyed else { return }
      _ = delete(positions(of: keys))
    }
  }
}
