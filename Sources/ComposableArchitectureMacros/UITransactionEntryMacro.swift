import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@UITransactionEntry`: generates the accessors of a property of `UITransaction`, and its key.
enum UITransactionEntryMacro {}

extension UITransactionEntryMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let entry = Entry(declaration) else { return [] }
    return [
      """
      get {
        self[\(raw: entry.key).self]
      }
      """,
      """
      set {
        self[\(raw: entry.key).self] = newValue
      }
      """,
    ]
  }
}

extension UITransactionEntryMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard
      let entry = Entry(declaration),
      context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
        .split(separator: ".").last == "UITransaction"
    else {
      context.report(
        """
        '@UITransactionEntry' requires a single 'var' with an initial value, in an extension of \
        'UITransaction'
        """,
        id: "transaction-entry",
        at: node
      )
      return []
    }
    return [
      """
      private enum \(raw: entry.key): Bindings.UITransactionKey {
        static let defaultValue\(raw: entry.type) = \(raw: entry.value)
      }
      """
    ]
  }
}

private struct Entry {
  let key: String
  /// The type annotation between the name and the value.
  let type: String
  let value: String

  init?(_ declaration: some DeclSyntaxProtocol) {
    guard
      let variable = declaration.as(VariableDeclSyntax.self),
      !variable.isLet, !variable.isStatic, !variable.isComputed,
      let name = variable.singleName,
      let binding = variable.bindings.first,
      let value = binding.initializer?.value ?? binding.nilOfOptional
    else { return nil }
    key = "__Key_\(name.bareText)"
    type = binding.typeAnnotation.map { ": \($0.type.trimmedDescription)" } ?? ""
    self.value = value.trimmedDescription
  }
}

extension PatternBindingSyntax {
  /// `nil` as the value of an optional variable without an initial value.
  fileprivate var nilOfOptional: ExprSyntax? {
    typeAnnotation?.type.is(OptionalTypeSyntax.self) == true ? "nil" : nil
  }
}
