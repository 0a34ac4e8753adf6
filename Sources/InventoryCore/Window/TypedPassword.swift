/// A password while somebody types it. No description and no dump of a state contains it.
public struct TypedPassword: Equatable, Sendable {
  public var text: String

  public init(_ text: String = "") { self.text = text }
}

extension TypedPassword: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { text.isEmpty ? "no password" : "a password" }

  public var debugDescription: String { description }

  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
