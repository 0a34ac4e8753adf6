/// A title bar with a title, a subtitle, and widgets at both ends.
///
/// A title that has too little room is cut, and shown whole in a tooltip.
public final class HeaderBar {
  private let reference: ObjectReference
  private let titleLabel = gtk_label_new(nil)!
  private let subtitleLabel = gtk_label_new(nil)!
  private let titles: ObjectReference

  /// Makes an empty header bar.
  public init() {
    reference = ObjectReference(gtk_header_bar_new())
    titles = ObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    gtk_widget_set_valign(titles.widget, GTK_ALIGN_CENTER)
    for (label, style) in [(titleLabel, "title"), (subtitleLabel, "subtitle")] {
      gtk_widget_add_css_class(label, style)
      gtk_label_set_single_line_mode(label.opaque(gtk_label_get_type()), 1)
      gtk_label_set_ellipsize(label.opaque(gtk_label_get_type()), PANGO_ELLIPSIZE_END)
      CutText.showAsTooltip(of: label)
      gtk_box_append(titles.cast(), label)
    }
    gtk_widget_set_visible(subtitleLabel, 0)
    gtk_header_bar_set_title_widget(reference.opaque, titles.widget)
  }

  /// The C object.
  public var widget: WidgetPointer { reference.widget }

  /// The title in the centre.
  public var title: String {
    get { String(cString: gtk_label_get_text(titleLabel.opaque(gtk_label_get_type()))) }
    set { gtk_label_set_text(titleLabel.opaque(gtk_label_get_type()), newValue.titleText) }
  }

  /// The line below the title; hidden if empty.
  public var subtitle: String {
    get { String(cString: gtk_label_get_text(subtitleLabel.opaque(gtk_label_get_type()))) }
    set {
      gtk_label_set_text(subtitleLabel.opaque(gtk_label_get_type()), newValue.titleText)
      gtk_widget_set_visible(subtitleLabel, newValue.isEmpty ? 0 : 1)
    }
  }

  /// A widget in place of the title and the subtitle, such as a search entry; `nil` shows them
  /// again.
  public var titleWidget: WidgetPointer? {
    get {
      let current = gtk_header_bar_get_title_widget(reference.opaque)
      return current == titles.widget ? nil : current
    }
    set { gtk_header_bar_set_title_widget(reference.opaque, newValue ?? titles.widget) }
  }

  /// What is in the centre: the title, or the widget in place of it.
  package var centerWidget: WidgetPointer? {
    gtk_header_bar_get_title_widget(reference.opaque)
  }

  /// Whether the window's own buttons, such as the close button, are shown.
  public var showsWindowControls: Bool {
    get { gtk_header_bar_get_show_title_buttons(reference.opaque) != 0 }
    set { gtk_header_bar_set_show_title_buttons(reference.opaque, newValue ? 1 : 0) }
  }

  /// Which buttons of the window are shown at which end, in the form of
  /// ``DesktopSettings/windowControls``; `nil` for those that the desktop's settings name.
  public var windowControls: String? {
    get { reference.opaque.string("decoration-layout") }
    set { reference.opaque.set("decoration-layout", newValue) }
  }

  /// Adds a widget at the start, after those that are there. A widget in another header bar moves.
  public func append(atStart widget: WidgetPointer) {
    Self.takeOut(widget)
    gtk_header_bar_pack_start(reference.opaque, widget)
  }

  /// Adds a widget at the end, before those that are there. A widget in another header bar moves.
  public func append(atEnd widget: WidgetPointer) {
    Self.takeOut(widget)
    gtk_header_bar_pack_end(reference.opaque, widget)
  }

  private static func takeOut(_ widget: WidgetPointer) {
    guard let bar = gtk_widget_get_ancestor(widget, gtk_header_bar_get_type()) else { return }
    gtk_header_bar_remove(OpaquePointer(bar), widget)
  }

  /// Removes a widget from either end. Does nothing if the widget is not in the bar.
  public func remove(_ widget: WidgetPointer) {
    guard gtk_widget_is_ancestor(widget, self.widget) != 0 else { return }
    gtk_header_bar_remove(reference.opaque, widget)
  }
}
