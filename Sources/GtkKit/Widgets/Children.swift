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

  /// Whether the pointer reaches this widget: it is neither disabled nor hidden from the pointer.
  package var takesClicks: Bool {
    gtk_widget_is_sensitive(self) != 0 && gtk_widget_get_can_target(self) != 0
  }

  /// Returns whether this widget is another one, or inside it.
  package func isInside(_ container: WidgetPointer) -> Bool {
    self == container || gtk_widget_is_ancestor(self, container) != 0
  }

  /// Whether the focus of the window is in this widget.
  package var containsFocus: Bool {
    gtk_widget_get_root(self).flatMap { gtk_root_get_focus($0) }?.isInside(self) ?? false
  }

  /// Returns the minimum and the natural size along an axis, in pixels.
  ///
  /// - Parameters:
  ///   - orientation: The axis.
  ///   - forSize: The size along the other axis, -1 if it is not known.
  package func measured(
    _ orientation: GtkOrientation,
    forSize: Int32 = -1
  ) -> (minimum: Int32, natural: Int32) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(self, orientation, forSize, &minimum, &natural, nil, nil)
    return (minimum, natural)
  }

  /// Returns the length of this widget along an axis in a space: all of the space if it expands,
  /// else its own length, in pixels. Never less than it needs.
  ///
  /// - Parameters:
  ///   - orientation: The axis.
  ///   - available: The space.
  ///   - forSize: The size along the other axis; -1 if it is not known.
  ///   - expands: Whether it expands; by default as GTK says.
  package func length(
    _ orientation: GtkOrientation,
    in available: Int32,
    forSize: Int32 = -1,
    expands: Bool? = nil
  ) -> Int32 {
    let size = measured(orientation, forSize: forSize)
    let expands = expands ?? (gtk_widget_compute_expand(self, orientation) != 0)
    return max(size.minimum, expands ? available : min(size.natural, available))
  }

  /// Returns the first widget of a type below this one, popovers and what is in them included.
  package func firstDescendant(_ type: GType) -> WidgetPointer? {
    var child = gtk_widget_get_first_child(self)
    while let current = child {
      if current.isA(type) { return current }
      if let descendant = current.firstDescendant(type) { return descendant }
      child = gtk_widget_get_next_sibling(current)
    }
    return nil
  }

  /// The first visible widget, in the order of the children, that accepts text input: this widget
  /// or one inside it.
  package var firstTextField: WidgetPointer? {
    guard gtk_widget_get_visible(self) != 0, gtk_widget_get_child_visible(self) != 0,
      gtk_widget_is_sensitive(self) != 0, gtk_widget_get_can_focus(self) != 0
    else { return nil }
    if isA(gtk_text_get_type()) {
      return gtk_editable_get_editable(OpaquePointer(self)) != 0 ? self : nil
    }
    if isA(gtk_text_view_get_type()) {
      return gtk_text_view_get_editable(cast()) != 0 ? self : nil
    }
    return children.lazy.compactMap(\.firstTextField).first
  }
}
