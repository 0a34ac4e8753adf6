import GtkKit

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The same object, for functions that take types whose structure is private.
  var opaque: OpaquePointer { OpaquePointer(self) }

  /// Adds or removes a CSS class.
  func setCSSClass(_ name: String, _ isSet: Bool) {
    if isSet {
      gtk_widget_add_css_class(self, name)
    } else {
      gtk_widget_remove_css_class(self, name)
    }
  }
}

/// For layouts.
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The children that a layout gives space to.
  var laidOutChildren: [WidgetPointer] { children.filter { gtk_widget_should_layout($0) != 0 } }
}

extension OpaquePointer {
  /// The object as a widget. The caller must know that it is one.
  var widget: WidgetPointer { WidgetPointer(self) }
}

extension String {
  /// Copies a C string that GTK owns; `nil` makes the empty string.
  init(gtk cString: UnsafePointer<CChar>?) {
    self = cString.map { String(cString: $0) } ?? ""
  }

  /// GTK's own translation of a button label, without the underscore that marks the mnemonic.
  package init(translatedByGtk text: String) {
    // Without a translation, the function returns the pointer that it was given.
    self = text.withCString { String(gtk: g_dgettext("gtk40", $0)) }.replacing("_", with: "")
  }
}

/// Converts a Boolean to C.
func gbool(_ value: Bool) -> gboolean { value ? 1 : 0 }

nonisolated extension GtkListBoxRow: ObjectInstance {
  public static var objectType: GType { gtk_list_box_row_get_type() }
}
