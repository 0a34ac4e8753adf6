/// Access to GObject properties that have no C functions of their own.
nonisolated extension InstancePointer {
  /// Sets a Boolean property.
  public func set(_ property: String, _ value: Bool) {
    withValue(of: FundamentalType.boolean) { gvalue in
      g_value_set_boolean(gvalue, value ? 1 : 0)
      g_object_set_property(instance.cast(), property, gvalue)
    }
  }

  /// Sets a string property.
  public func set(_ property: String, _ value: String?) {
    withValue(of: FundamentalType.string) { gvalue in
      g_value_set_string(gvalue, value)
      g_object_set_property(instance.cast(), property, gvalue)
    }
  }

  /// Returns whether the object has a property. Newer versions of GTK have more of them.
  package func has(property: String) -> Bool {
    let type = instance.assumingMemoryBound(to: UnsafeMutablePointer<GObjectClass>.self)
    return g_object_class_find_property(type.pointee, property) != nil
  }

  /// Sets a property of the C type `int`.
  public func set(_ property: String, _ value: Int32) {
    withValue(of: FundamentalType.int) { gvalue in
      g_value_set_int(gvalue, value)
      g_object_set_property(instance.cast(), property, gvalue)
    }
  }

  /// Returns the value of a property of the C type `int`.
  func int(_ property: String) -> Int32 {
    withValue(of: FundamentalType.int) { gvalue in
      g_object_get_property(instance.cast(), property, gvalue)
      return g_value_get_int(gvalue)
    }
  }

  /// Returns the value of a Boolean property.
  public func bool(_ property: String) -> Bool {
    withValue(of: FundamentalType.boolean) { gvalue in
      g_object_get_property(instance.cast(), property, gvalue)
      return g_value_get_boolean(gvalue) != 0
    }
  }

  /// Returns the value of a string property.
  public func string(_ property: String) -> String? {
    withValue(of: FundamentalType.string) { gvalue in
      g_object_get_property(instance.cast(), property, gvalue)
      return g_value_get_string(gvalue).map { String(cString: $0) }
    }
  }
}

/// Calls a closure with a value of a type. The value is valid only during the call.
nonisolated func withValue<Result>(
  of type: GType,
  _ body: (UnsafeMutablePointer<GValue>) -> Result
) -> Result {
  var value = GValue()
  g_value_init(&value, type)
  defer { g_value_unset(&value) }
  return body(&value)
}
