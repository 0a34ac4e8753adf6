extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The children in order, without popovers, which are children but not part of the widget's
  /// content.
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
