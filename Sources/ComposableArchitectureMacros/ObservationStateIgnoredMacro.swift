import SwiftSyntax
import SwiftSyntaxMacros

/// `@ObservationStateIgnored`: an attribute that `@ObservableState` looks for. It generates
/// nothing.
enum ObservationStateIgnoredMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
