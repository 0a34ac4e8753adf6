import SwiftSyntax
import SwiftSyntaxBuilder

/// A generated enum with the members that `@CasePathable` adds.
///
/// The language would allow to generate the attribute instead, but swiftc 6.3 may crash then: it
/// adds the extensions of macros on generated types while it iterates over the extensions of the
/// file.
struct CasePathableEnum {
  let name: String
  /// The access modifier and the space after it, or nothing.
  let access: String
  var attributes: [String] = []
  var conformances: [String] = []
  /// The cases, one per line. Conditional cases are inside of `#if`.
  let cases: [String]
  var members: [String] = []

  var declaration: DeclSyntax {
    let head = attributes.map { $0 + "\n" }.joined() + access
    let conformances =
      self.conformances + [
        "nonisolated CaseKeyPaths.CasePathable", "nonisolated CaseKeyPaths.CasePathIterable",
      ]
    let members = (self.members + casePaths).flatMap { ["", $0] }
    return """
      \(raw: head)nonisolated enum \(raw: name): \(raw: conformances.joined(separator: ", ")) {
      \(raw: (cases + members).joined(indentedBy: 2))
      }
      """
  }

  private var casePaths: [String] {
    let declaration: DeclSyntax = """
      enum \(raw: name) {
      \(raw: cases.joined(indentedBy: 2))
      }
      """
    let parsed = declaration.as(EnumDeclSyntax.self)?.conditionalCases ?? []
    return CasePathableMacro.members(ofEnum: name, parsed, access)
  }
}
