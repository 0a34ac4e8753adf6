import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@UITransactionEntry` and `@Entry`: generates the accessors of a property of `UITransaction` or
/// of `EnvironmentValues`, and its key.
enum EntryMacro: VerbatimMacro {}

extension EntryMacro: AccessorMacro {
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

extension EntryMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let name = node.attributeName.trimmedDescription
    let isForViews = name.split(separator: ".").last == "Entry"
    let values = isForViews ? "EnvironmentValues" : "UITransaction"
    guard
      let entry = Entry(declaration),
      context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
        .split(separator: ".").last.map({ $0 == values }) ?? false
    else {
      context.report(
        """
        '@\(name)' requires a single 'var' with an initial value, in an extension of '\(values)'
        """,
        id: "entry",
        at: node
      )
      return []
    }
    // A value of a known type need not be sendable, because it is computed.
    let property =
      isForViews && !entry.type.isEmpty
      ? "static var defaultValue\(entry.type) { \(entry.value) }"
      : "static let defaultValue\(entry.type) = \(entry.value)"
    return [
      """
      private enum \(raw: entry.key): \
      \(raw: isForViews ? "GtkViews.EnvironmentKey" : "Bindings.UITransactionKey") {
        \(raw: property)
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
