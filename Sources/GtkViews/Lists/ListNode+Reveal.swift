import GtkKit

extension ListNode {
  /// Scrolls to a row and gives it the focus, unless the list is out of sight.
  func reveal(_ position: Int) {
    guard let listView, 0..<rowCount ~= position else { return }
    guard gtk_widget_get_mapped(listView.listWidget) != 0 else {
      return listView.scroll(to: position)
    }
    // A message at the bottom of the window would cover the row if it were the last in sight. If
    // this hides it above, GTK scrolls back when the row gets the focus.
    listView.scroll(to: min(position + 2, rowCount - 1))
    revealedKey = modelKeys.keys[position]
    focusRevealedRow(from: focusWidget, frames: 30)
  }

  private var focusWidget: WidgetPointer? {
    listView.flatMap { gtk_widget_get_root($0.listWidget) }.flatMap { gtk_root_get_focus($0) }
  }

  /// Focuses the revealed row in the first frame in which it shows its element, unless the focus
  /// has moved meanwhile.
  private func focusRevealedRow(from former: WidgetPointer?, frames: Int) {
    guard let list = listView?.listWidget, frames > 0 else {
      revealedKey = nil
      return
    }
    _ = FrameWork(on: list) { [weak self] in
      guard let self, !isDestroyed, let key = revealedKey else { return }
      guard focusWidget == former, let row = listView?.boundRow(forKey: key) else {
        revealedKey = nil
        return
      }
      guard let position = row.position, focusRow(at: position) else {
        return focusRevealedRow(from: former, frames: frames - 1)
      }
      revealedKey = nil
      // Also for those who use a mouse: it tells which of the rows is meant.
      gtk_widget_get_root(list).map { gtk_window_set_focus_visible($0.cast(), 1) }
    }
  }
}
