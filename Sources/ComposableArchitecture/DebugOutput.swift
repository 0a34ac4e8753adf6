import CustomDump
import DependencyInjection

/// Returns a value's type and case without its payloads' contents:
/// `Feature.Action.path(.element(id:, action: .detail))`.
///
/// For reports, in which a whole state would hide the message.
func debugCaseOutput(_ value: Any) -> String {
  func describe(_ value: Any, isRoot: Bool) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return isRoot ? typeName(type(of: value)) : "" }
    let prefix = isRoot ? typeName(type(of: value)) : ""
    guard let child = mirror.children.first else { return "\(prefix).\(value)" }
    let label = child.label ?? ""
    let payload = Mirror(reflecting: child.value)
    if payload.displayStyle == .tuple {
      let parts = payload.children.map { part in
        let name = part.label.flatMap { $0.hasPrefix(".") ? nil : "\($0):" } ?? ""
        let nested = describe(part.value, isRoot: false)
        return nested.isEmpty
          ? (name.isEmpty ? "_" : name) : name.isEmpty ? nested : "\(name) \(nested)"
      }
      return "\(prefix).\(label)(\(parts.joined(separator: ", ")))"
    }
    let nested = describe(child.value, isRoot: false)
    return nested.isEmpty ? "\(prefix).\(label)" : "\(prefix).\(label)(\(nested))"
  }
  return describe(value, isRoot: true)
}

extension String {
  func indented(by count: Int) -> String {
    let indentation = String(repeating: " ", count: count)
    return indentation + replacingOccurrences(of: "\n", with: "\n" + indentation)
  }
}
