import GtkKit

/// The views of a row. They show one element after another.
final class RowViews<Row: View> {
  let host: ViewHost<LazyView<Row>>
  /// The row that contains the views.
  var row: ListRow
  /// The key of the element that is shown; `nil` if none is.
  var key: Int64?
  /// Whether the element that is shown has left its row, and the views have yet to be reset.
  var isOutdated = false
  /// The kind of row that the views show.
  var kind = RowKind.row
  /// The kind of row that the views are styled as.
  private var styledKind = RowKind.row

  init(_ host: ViewHost<LazyView<Row>>, row: ListRow) {
    self.host = host
    self.row = row
  }

  deinit {}

  /// Adjusts the style and the accessible label of a row to the widgets that it shows.
  func fit() {
    let content = host.widget
    let first = content.children.first
    content.setCSSClass(
      "full-bleed",
      first?.isRowButton ?? false
    )
    // Screen readers read a row as the texts in it.
    if let row = gtk_widget_get_parent(content) { Accessibility.setLabelFromContent(of: row) }
  }

  /// Styles a row according to its kind, and makes headers and footers impossible to activate.
  ///
  /// All rows stay selectable in GTK: GTK 4.8 gives a row that is not selectable no focus, so the
  /// arrow keys could not move past it. ``ListNode/select(_:)`` leaves headers and footers out.
  func applyKind() {
    let isElement = kind == .row
    guard styledKind != kind || row.isActivatable != isElement || !isElement else { return }
    styledKind = kind
    row.isActivatable = isElement
    host.widget.setCSSClass("heading", kind == .header)
    host.widget.setCSSClass("caption", kind == .footer)
    host.widget.setCSSClass("dim-label", kind == .footer)
    guard let widget = gtk_widget_get_parent(host.widget) else { return }
    widget.setCSSClass("section-header", kind == .header)
    widget.setCSSClass("section-footer", kind == .footer)
  }
}
