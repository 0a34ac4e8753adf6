import SwiftSyntax
import SwiftSyntaxBuilder

/// A generated enum that has what `@CasePathable` gives one.
///
/// The attribute itself would do for the language, but not for the compiler: the extensions of
/// macros that are attached to generated types are added late, while it goes through the extensions
/// of the file, and swiftc 6.3 crashes if that makes their list grow.
struct CasePathableEnum {
  let name: String
  /// The access modifier and the space after it, or nothing.
  let access: String
  var attributes: [String] = []
  var conformances: [String] = []
  /// The cases, one per line, inside of `#if` where they are conditional.
  let cases: [String]
  var members: [DeclSyntax] = []

  var declaration: DeclSyntax {
    let head = attributes.map { $0 + "\n" }.joined() + access
    let conformances =
      self.conformances + [
        "nonisolated CaseKeyPaths.CasePathable", "nonisolated CaseKeyPaths.CasePathIterable",
      ]
    let members = (self.members + casePaths).flatMap { ["", $0.description] }
    return """
      \(raw: head)nonisolated enum \(raw: name): \(raw: conformances.joined(separator: ", ")) {
      \(raw: (cases + members).joined(indentedBy: 2))
      }
      """
  }

  private var casePaths: [DeclSyntax] {
    let declaration: DeclSyntax = """
      enum \(raw: name) {
      \(raw: cases.joined(indentedBy: 2))
      }
      """
    let parsed = declaration.as(EnumDeclSyntax.self)?.conditionalCases ?? []
    return CasePathableMacro.members(ofEnum: name, parsed, access)
  }
}
