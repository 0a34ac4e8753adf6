/// A `StaticString` that can be an argument of a subscript in a key path.
public struct _HashableStaticString: ExpressibleByStringLiteral, Hashable, Sendable {
  /// The string itself.
  public let staticString: StaticString

  public init(stringLiteral value: StaticString) {
    staticString = value
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    "\(lhs.staticString)" == "\(rhs.staticString)"
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine("\(staticString)")
  }
}
