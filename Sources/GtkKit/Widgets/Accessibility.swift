import CGtkSupport

/// What assistive technologies are told about widgets.
public enum Accessibility {
  /// Sets the name by which a widget is read aloud.
  public static func setLabel(_ label: String, of widget: some InstancePointer) {
    cgtk_accessible_set_label(widget.instance, label)
  }

  /// The name that a widget has been given; for tests, where `GTK_A11Y=test` is set.
  package static func label(of widget: some InstancePointer) -> String? {
    guard let label = cgtk_accessible_dup_label(widget.instance) else { return nil }
    defer { g_free(label) }
    return String(cString: label)
  }

  /// Names a widget by the texts of the labels in it, now and when they change, unless `setLabel` has
  /// given it a name. To be called again when other labels are in it.
  public static func setLabelFromContent(of widget: WidgetPointer) {
    cgtk_accessible_set_label_from_content(widget)
  }

  /// Sets what is read aloud after the name.
  public static func setDescription(_ description: String, of widget: some InstancePointer) {
    cgtk_accessible_set_description(widget.instance, description)
  }

  /// Calls a field invalid and says why after its name, or calls it valid.
  ///
  /// - Parameters:
  ///   - message: What is wrong; empty if nothing is.
  ///   - widget: The field.
  public static func setValidation(message: String, of widget: some InstancePointer) {
    cgtk_accessible_set_validation(widget.instance, message)
  }

  /// Sets what kind of thing a widget is. Does nothing once the widget has been shown.
  public static func setRole(_ role: GtkAccessibleRole, of widget: some InstancePointer) {
    cgtk_accessible_set_role(widget.instance, role)
  }

  /// Has a message read aloud, where the running GTK can do that (4.14 and later).
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - widget: A widget of the window that it is about.
  /// - Returns: Whether it can.
  @discardableResult
  public static func announce(_ message: String, from widget: some InstancePointer) -> Bool {
    cgtk_accessible_announce(widget.instance, message) != 0
  }
}
