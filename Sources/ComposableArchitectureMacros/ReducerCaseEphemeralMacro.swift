import SwiftSyntax
import SwiftSyntaxMacros

/// `@ReducerCaseEphemeral`: an attribute that `@Reducer` looks for. It generates nothing.
enum ReducerCaseEphemeralMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let isFine = reportMisusedCaseMark(node, on: declaration, in: context)
    if isFine, let cases = declaration.as(EnumCaseDeclSyntax.self) {
      for element in cases.elements where element.parameterClause?.parameters.count != 1 {
        context.report(
          "'@ReducerCaseEphemeral' requires a case with one value, its state",
          id: "ephemeral-case-value",
          at: element
        )
      }
    }
    return []
  }
}
