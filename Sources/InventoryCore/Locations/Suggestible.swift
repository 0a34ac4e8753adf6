/// What can be suggested to somebody who writes the beginning of its name.
public protocol Suggestible {
  /// The name; a path has ` / ` between its parts.
  var name: String { get }
  /// How many items have it.
  var itemCount: Int { get }
}

extension Location: Suggestible {}
extension Tag: Suggestible {}
