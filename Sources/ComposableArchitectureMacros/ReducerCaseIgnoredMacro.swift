import SwiftSyntax
import SwiftSyntaxMacros

/// `@ReducerCaseIgnored`: an attribute that `@Reducer` looks for. It generates nothing.
enum ReducerCaseIgnoredMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    reportMisusedCaseMark(node, on: declaration, in: context)
    return []
  }
}

/// Reports such an attribute if it is not on a case of a `@Reducer` enum.
///
/// - Returns: Whether the attribute is on a case of a `@Reducer` enum.
@discardableResult
func reportMisusedCaseMark(
  _ node: AttributeSyntax,
  on declaration: some DeclSyntaxProtocol,
  in context: some MacroExpansionContext
) -> Bool {
  let name = "@\(node.shortName)"
  let scope = context.lexicalContext.first?.as(EnumDeclSyntax.self)
  guard
    let declaration = declaration.as(EnumCaseDeclSyntax.self),
    let scope, scope.attributes.contains("Reducer")
  else {
    context.report(
      "'\(name)' can only be applied to a case of an enum that has '@Reducer'",
      id: "reducer-case-mark",
      at: node,
      fixIts: [.removing(node)]
    )
    return false
  }
  let marks = declaration.attributes.all.filter {
    ["ReducerCaseEphemeral", "ReducerCaseIgnored"].contains($0.shortName)
  }
  if marks.count > 1, marks.last?.shortName == node.shortName {
    context.report(
      "A case is either '@ReducerCaseEphemeral' or '@ReducerCaseIgnored'",
      id: "reducer-case-marks",
      at: node,
      fixIts: [.removing(node)]
    )
    return false
  }
  return true
}
