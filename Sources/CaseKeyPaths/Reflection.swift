/// The name of the case that an enum is in, as the runtime of Swift knows it.
@_silgen_name("swift_EnumCaseName")
private func nameOfCase<Root>(_ root: Root) -> UnsafePointer<CChar>?

/// Associated values by reflection, for case paths that are made from a function.
enum Reflection {
  /// Returns the associated value of an enum if a function can have made it, and nothing if the
  /// enum is in another case than the one that the function makes.
  static func extract<Root, Value>(from root: Root, embed: (Value) -> Root) -> Value? {
    guard let value = payload(of: root) as Value?, let name = name(of: root),
      name == self.name(of: embed(value))
    else { return nil }
    return value
  }

  private static func name<Root>(of root: Root) -> String? {
    Mirror(reflecting: root).displayStyle == .enum
      || Mirror(reflecting: root).displayStyle == .optional
      ? nameOfCase(root).map { String(cString: $0) } : nil
  }

  private static func payload<Root, Value>(of root: Root) -> Value? {
    guard let child = Mirror(reflecting: root).children.first else {
      // A case without an associated value.
      return () as? Value
    }
    return value(child.value)
  }

  /// Returns a value as one of a type, without the labels that an enum gives to it.
  private static func value<Value>(_ value: Any) -> Value? {
    if let value = value as? Value { return value }
    func unlabelled<Labelled>(_ value: Labelled) -> Value? {
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .tuple else { return nil }
      if mirror.children.count == 1 { return mirror.children.first?.value as? Value }
      // Labels leave no trace in memory. The elements have to be of the same types, in their order.
      guard MemoryLayout<Labelled>.size == MemoryLayout<Value>.size,
        withoutLabels(Labelled.self) == withoutLabels(Value.self)
      else { return nil }
      return unsafeBitCast(value, to: Value.self)
    }
    return unlabelled(value)
  }

  /// Returns the name of a tuple's type without the labels of its elements.
  private static func withoutLabels(_ type: Any.Type) -> String {
    String(reflecting: type).replacing(#/\w+: /#, with: "")
  }
}
