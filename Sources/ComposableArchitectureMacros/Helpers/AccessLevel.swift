import SwiftSyntax
import SwiftSyntaxMacros

/// The access modifier that generated members need in order to be as visible as their type.
///
/// Members of types that are internal or less visible need none: by default they are as visible as
/// their type.
enum AccessLevel: String {
  case `public`
  case package
  case inherited = ""

  /// The modifier and the space after it, or nothing.
  var prefix: String { self == .inherited ? "" : "\(rawValue) " }

  /// The access level of members of `declaration`, which is declared inside of `context`.
  init(of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
    let scope = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    self.init(stated: declaration.modifiers, in: scope)
  }

  /// The access level of members of a declaration with these modifiers. Declarations in a
  /// `public extension` are public by default.
  init(stated modifiers: DeclModifierListSyntax, in scope: ExtensionDeclSyntax?) {
    self =
      AccessLevel.stated(by: modifiers) ?? scope.flatMap { AccessLevel.stated(by: $0.modifiers) }
      ?? .inherited
  }

  private static func stated(by modifiers: DeclModifierListSyntax) -> AccessLevel? {
    for modifier in modifiers where modifier.detail == nil {
      switch modifier.name.tokenKind {
      case .keyword(.public), .keyword(.open): return .public
      case .keyword(.package): return .package
      case .keyword(.internal), .keyword(.fileprivate), .keyword(.private): return .inherited
      default: continue
      }
    }
    return nil
  }
}
