import GtkKit

/// Sets a property that has no function of its own, for strings.
func setProperty(_ object: WidgetPointer, _ name: String, _ text: String) {
  var value = GValue()
  g_value_init(&value, GType(16 << 2))  // G_TYPE_STRING
  g_value_set_string(&value, text)
  g_object_set_property(object.cast(), name, &value)
  g_value_unset(&value)
}

/// Says what a widget is to those who do not see it.
func setAccessibleLabel(_ widget: WidgetPointer, _ label: String) {
  setAccessible(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, label)
}

/// Describes a widget further to those who do not see it.
func setAccessibleDescription(_ widget: WidgetPointer, _ description: String) {
  setAccessible(widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description)
}

private func setAccessible(
  _ widget: WidgetPointer, _ property: GtkAccessibleProperty, _ text: String
) {
  var property = property
  var value = GValue()
  g_value_init(&value, GType(16 << 2))  // G_TYPE_STRING
  g_value_set_string(&value, text)
  gtk_accessible_update_property_value(widget.opaque, 1, &property, &value)
  g_value_unset(&value)
}
