import GtkKit

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The same object for functions of types whose structure GTK keeps to itself.
  var opaque: OpaquePointer { OpaquePointer(self) }

  /// The style class, set or not.
  func setCSSClass(_ name: String, _ isSet: Bool) {
    if isSet {
      gtk_widget_add_css_class(self, name)
    } else {
      gtk_widget_remove_css_class(self, name)
    }
  }
}

extension OpaquePointer {
  /// The object as a widget, which the caller knows it is.
  var widget: WidgetPointer { WidgetPointer(self) }
}

extension String {
  /// Copies a C string that GTK owns; none gives the empty string.
  init(gtk cString: UnsafePointer<CChar>?) {
    self = cString.map { String(cString: $0) } ?? ""
  }

  /// GTK's own translation of a word on a button, without the underscore before its mnemonic.
  package init(translatedByGtk text: String) {
    // Where there is no translation the answer is the very pointer that was given.
    self = text.withCString { String(gtk: g_dgettext("gtk40", $0)) }.replacing("_", with: "")
  }
}

/// A truth value for C.
func gbool(_ value: Bool) -> gboolean { value ? 1 : 0 }

nonisolated extension GtkListBoxRow: ObjectInstance {
  public static var objectType: GType { gtk_list_box_row_get_type() }
}
