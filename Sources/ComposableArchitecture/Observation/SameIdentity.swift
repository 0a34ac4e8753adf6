/// Returns whether two equal values also have the same identity.
///
/// An alert that replaces an equal one is another alert: `==` ignores the ids, but views identify
/// the alert by its id. The identity is that of the value, or of the payload of an optional or an
/// enum.
func haveSameIdentity<Value>(_ value: Value, _ other: Value) -> Bool {
  // Most types have no identity at all.
  guard Value.self is any Identifiable.Type || EnumLayout.tag(of: value) != nil else {
    return true
  }
  return identity(of: value) == identity(of: other)
}

private func identity(of value: Any) -> AnyHashable? {
  func id(of value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }
  if let value = value as? any Identifiable { return id(of: value) }
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum || mirror.displayStyle == .optional else { return nil }
  return mirror.children.first.flatMap { identity(of: $0.value) }
}
