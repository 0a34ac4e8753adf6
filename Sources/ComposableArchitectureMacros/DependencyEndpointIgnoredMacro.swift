import SwiftSyntax
import SwiftSyntaxMacros

/// `@DependencyEndpointIgnored`: an attribute that `@DependencyClient` looks for. It generates
/// nothing.
enum DependencyEndpointIgnoredMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
