@_exported import CGtk

/// A pointer to a GObject instance, of any type as which C functions import it.
///
/// Types whose structure is public in GTK's headers are imported as
/// `UnsafeMutablePointer<GtkWidget>` and the like, other types as `OpaquePointer`, and untyped
/// pointers as `UnsafeMutableRawPointer`. Functions that take an object accept all three.
public nonisolated protocol InstancePointer {
  /// The address of the instance.
  var instance: UnsafeMutableRawPointer { get }
}

nonisolated extension UnsafeMutablePointer: InstancePointer {
  public var instance: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

nonisolated extension UnsafeMutableRawPointer: InstancePointer {
  public var instance: UnsafeMutableRawPointer { self }
}

nonisolated extension OpaquePointer: InstancePointer {
  public var instance: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

/// A C structure that is the instance of a GObject class, and so can be the target of a cast.
public nonisolated protocol ObjectInstance {
  /// The GObject type of the structure's instances; they may also have a subtype.
  static var objectType: GType { get }
}

public typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>
public typealias WindowPointer = UnsafeMutablePointer<GtkWindow>

nonisolated extension GObject: ObjectInstance {
  public static var objectType: GType { FundamentalType.object }
}
nonisolated extension GApplication: ObjectInstance {
  public static var objectType: GType { g_application_get_type() }
}
nonisolated extension GtkApplication: ObjectInstance {
  public static var objectType: GType { gtk_application_get_type() }
}
nonisolated extension GtkApplicationWindow: ObjectInstance {
  public static var objectType: GType { gtk_application_window_get_type() }
}
nonisolated extension GtkBox: ObjectInstance {
  public static var objectType: GType { gtk_box_get_type() }
}
nonisolated extension GtkButton: ObjectInstance {
  public static var objectType: GType { gtk_button_get_type() }
}
nonisolated extension GtkCheckButton: ObjectInstance {
  public static var objectType: GType { gtk_check_button_get_type() }
}
nonisolated extension GtkEntry: ObjectInstance {
  public static var objectType: GType { gtk_entry_get_type() }
}
nonisolated extension GtkFixed: ObjectInstance {
  public static var objectType: GType { gtk_fixed_get_type() }
}
nonisolated extension GtkFrame: ObjectInstance {
  public static var objectType: GType { gtk_frame_get_type() }
}
nonisolated extension GtkGrid: ObjectInstance {
  public static var objectType: GType { gtk_grid_get_type() }
}
nonisolated extension GtkPopover: ObjectInstance {
  public static var objectType: GType { gtk_popover_get_type() }
}
nonisolated extension GtkRange: ObjectInstance {
  public static var objectType: GType { gtk_range_get_type() }
}
nonisolated extension GtkScale: ObjectInstance {
  public static var objectType: GType { gtk_scale_get_type() }
}
nonisolated extension GtkText: ObjectInstance {
  public static var objectType: GType { gtk_text_get_type() }
}
nonisolated extension GtkTextBuffer: ObjectInstance {
  public static var objectType: GType { gtk_text_buffer_get_type() }
}
nonisolated extension GtkTextView: ObjectInstance {
  public static var objectType: GType { gtk_text_view_get_type() }
}
nonisolated extension GtkToggleButton: ObjectInstance {
  public static var objectType: GType { gtk_toggle_button_get_type() }
}
nonisolated extension GtkWidget: ObjectInstance {
  public static var objectType: GType { gtk_widget_get_type() }
}
nonisolated extension GtkWindow: ObjectInstance {
  public static var objectType: GType { gtk_window_get_type() }
}

nonisolated extension InstancePointer {
  /// Returns whether the instance is of a type, inherits from it, or implements it (an interface).
  public func isA(_ type: GType) -> Bool {
    g_type_check_instance_is_a(instance.assumingMemoryBound(to: GTypeInstance.self), type) != 0
  }

  /// The name of the instance's own type, such as `GtkButton`.
  public var typeName: String {
    String(cString: g_type_name_from_instance(instance.assumingMemoryBound(to: GTypeInstance.self)))
  }

  /// Returns the same instance as a pointer to `Target`.
  ///
  /// - Precondition: The instance is a `Target` (checked in debug builds).
  public func cast<Target: ObjectInstance>(
    to _: Target.Type = Target.self,
    file: StaticString = #file,
    line: UInt = #line
  ) -> UnsafeMutablePointer<Target> {
    assert(isA(Target.objectType), "\(typeName) is not a \(Target.self)", file: file, line: line)
    return instance.assumingMemoryBound(to: Target.self)
  }

  /// Returns the same instance as a pointer to `Target`, or `nil` if it is of another type.
  public func castIfPossible<Target: ObjectInstance>(
    to _: Target.Type = Target.self
  ) -> UnsafeMutablePointer<Target>? {
    isA(Target.objectType) ? instance.assumingMemoryBound(to: Target.self) : nil
  }

  /// Returns the same instance as a pointer to a type whose structure is private.
  ///
  /// - Parameter type: The type that the instance must have, such as `gtk_label_get_type()`.
  /// - Precondition: The instance is of that type (checked in debug builds).
  public func opaque(
    _ type: @autoclosure () -> GType,
    file: StaticString = #file,
    line: UInt = #line
  ) -> OpaquePointer {
    assert(
      isA(type()),
      "\(typeName) is not a \(String(cString: g_type_name(type())))",
      file: file,
      line: line
    )
    return OpaquePointer(instance)
  }
}
