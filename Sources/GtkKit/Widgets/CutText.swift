/// What a label shows that has too little room for its text.
enum CutText {
  /// Shows the whole text of a label in a tooltip whenever the label shows only a part of it.
  ///
  /// - Parameter label: A GtkLabel that cuts its text. It gets a tooltip of its own.
  static func showAsTooltip(of label: WidgetPointer) {
    gtk_widget_set_has_tooltip(label, 1)
    Signal.connect(label, "query-tooltip", .queryTooltip) { tooltip in
      let label = label.opaque(gtk_label_get_type())
      guard pango_layout_is_ellipsized(gtk_label_get_layout(label)) != 0 else { return false }
      gtk_tooltip_set_text(tooltip, gtk_label_get_text(label))
      return true
    }
  }
}
