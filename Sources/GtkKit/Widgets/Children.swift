extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The children, first to last, without popovers, which only hang on a widget.
  package var children: [WidgetPointer] {
    var children: [WidgetPointer] = []
    var child = gtk_widget_get_first_child(self)
    while let current = child {
      if !current.isA(gtk_native_get_type()) { children.append(current) }
      child = gtk_widget_get_next_sibling(current)
    }
    return children
  }
}
