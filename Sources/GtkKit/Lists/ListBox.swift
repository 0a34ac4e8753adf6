import CGtkSupport

/// A `GtkListBox` in which Tab and the arrow keys pass over rows that cannot take the focus.
public enum ListBox {
  /// Makes an empty list.
  public static func makeWidget() -> WidgetPointer {
    // GTK never returns NULL for a new widget.
    cgtk_boxed_list_new()!
  }
}
