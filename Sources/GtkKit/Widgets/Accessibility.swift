import CGtkSupport

/// The properties of widgets for assistive technologies.
public enum Accessibility {
  /// Sets the accessible name of a widget.
  public static func setLabel(_ label: String, of widget: some InstancePointer) {
    cgtk_accessible_set_label(widget.instance, label)
  }

  /// Returns the accessible name that a widget has been given. For tests with `GTK_A11Y=test`.
  package static func label(of widget: some InstancePointer) -> String? {
    text(GTK_ACCESSIBLE_PROPERTY_LABEL, of: widget)
  }

  /// Returns the accessible description of a widget. For tests with `GTK_A11Y=test`.
  package static func description(of widget: some InstancePointer) -> String? {
    text(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, of: widget)
  }

  /// Returns the value that a widget has been given. For tests with `GTK_A11Y=test`.
  package static func value(of widget: some InstancePointer) -> String? {
    text(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, of: widget)
  }

  /// Returns whether a state is set, and true. For tests with `GTK_A11Y=test`.
  package static func hasState(
    _ state: GtkAccessibleState,
    of widget: some InstancePointer
  ) -> Bool {
    cgtk_accessible_has_state(widget.instance, state) != 0
  }

  /// Returns whether a field is marked as invalid. For tests with `GTK_A11Y=test`.
  package static func isInvalid(_ widget: some InstancePointer) -> Bool {
    cgtk_accessible_is_invalid(widget.instance) != 0
  }

  private static func text(
    _ property: GtkAccessibleProperty,
    of widget: some InstancePointer
  ) -> String? {
    cgtk_accessible_dup_text(widget.instance, property).map { String(taking: $0) }
  }

  /// Returns where in its window assistive technologies are told that a widget is, or `nil` if this
  /// version of GTK adds no places up (before 4.10). For tests.
  package static func place(of widget: WidgetPointer) -> (x: Int, y: Int)? {
    var x: Int32 = 0
    var y: Int32 = 0
    return cgtk_accessible_get_place(widget, &x, &y) != 0 ? (Int(x), Int(y)) : nil
  }

  /// Uses the texts of the labels in a widget as its accessible name, now and when they change,
  /// unless `setLabel` has set a name. Call it again when the widget contains other labels.
  public static func setLabelFromContent(of widget: WidgetPointer) {
    cgtk_accessible_set_label_from_content(widget)
  }

  /// Sets the accessible description, which is read after the name.
  public static func setDescription(_ description: String, of widget: some InstancePointer) {
    cgtk_accessible_set_description(widget.instance, description)
  }

  /// Sets what is read as the value of a widget.
  public static func setValue(_ value: String, of widget: some InstancePointer) {
    cgtk_accessible_set_value(widget.instance, value)
  }

  /// Sets a state that is true or false, such as hidden or selected.
  public static func setState(
    _ state: GtkAccessibleState,
    _ isSet: Bool,
    of widget: some InstancePointer
  ) {
    cgtk_accessible_set_state(widget.instance, state, isSet ? 1 : 0)
  }

  /// Sets in which direction the rows below the header of a column are sorted by it.
  public static func setSort(_ sort: GtkAccessibleSort, of widget: some InstancePointer) {
    cgtk_accessible_set_sort(widget.instance, sort)
  }

  /// For tests with GTK_A11Y=test: returns whether the header of a column has an order.
  package static func hasSort(_ sort: GtkAccessibleSort, _ widget: some InstancePointer) -> Bool {
    cgtk_accessible_has_sort(widget.instance, sort) != 0
  }

  /// Marks a field as invalid, with a message that is read after its name, or as valid.
  ///
  /// - Parameters:
  ///   - message: What is wrong; empty if the field is valid.
  ///   - widget: The field.
  public static func setValidation(message: String, of widget: some InstancePointer) {
    cgtk_accessible_set_validation(widget.instance, message)
  }

  /// Sets the accessible role of a widget. Does nothing once the widget has been shown.
  public static func setRole(_ role: GtkAccessibleRole, of widget: some InstancePointer) {
    cgtk_accessible_set_role(widget.instance, role)
  }

  /// Has a message read aloud, if the GTK at run time supports it (4.14 and later).
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - widget: A widget of the window that the message is about.
  /// - Returns: Whether GTK supports it.
  @discardableResult
  public static func announce(_ message: String, from widget: some InstancePointer) -> Bool {
    cgtk_accessible_announce(widget.instance, message) != 0
  }
}
