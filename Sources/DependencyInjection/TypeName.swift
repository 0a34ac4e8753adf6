import Foundation

/// Returns a type's name without that of its module, and without the contexts of private types,
/// which have no names.
package func typeName(_ type: Any.Type) -> String {
  var name = String(reflecting: type)
  while let start = name.range(of: "(unknown context at "), let end = name.range(of: ").") {
    name.removeSubrange(start.lowerBound..<end.upperBound)
  }
  guard let dot = name.firstIndex(of: "."), !name.contains("<") else { return "\(type)" }
  return String(name[name.index(after: dot)...])
}
