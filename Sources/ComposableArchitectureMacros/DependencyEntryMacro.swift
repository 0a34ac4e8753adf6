import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyEntry`: a property of `DependencyValues`, and the key that it stands for.
enum DependencyEntryMacro {}

extension DependencyEntryMacro: AccessorMacro {
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

extension DependencyEntryMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard
      context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
        .split(separator: ".").last == "DependencyValues"
    else {
      context.report(
        "'@DependencyEntry' can only be used in an extension of 'DependencyValues'",
        id: "dependency-entry-extension",
        at: node
      )
      return []
    }
    guard let entry = Entry(declaration) else {
      context.report(
        """
        '@DependencyEntry' requires a single 'var' with a type and a live value, as in \
        'var apiClient: APIClient = .live'
        """,
        id: "dependency-entry-variable",
        at: node
      )
      return []
    }
    guard let liveValue = entry.liveValue else { return [] }
    var values = [("liveValue", liveValue)]
    if case .argumentList(let arguments)? = node.arguments {
      for argument in arguments {
        guard let label = argument.label?.text else { continue }
        values.append((label, argument.expression.trimmedDescription))
      }
    }
    let properties = values.map { name, value in
      """
      static var \(name): \(entry.type) {
        \(value)
      }
      """
    }
    return [
      """
      private enum \(raw: entry.key): DependencyInjection.DependencyKey {
      \(raw: properties.joined(indentedBy: 2))
      }
      """
    ]
  }
}

private struct Entry {
  let name: TokenSyntax
  let type: TypeSyntax
  /// What the property is initialised with; without it, the type is its own key.
  let liveValue: String?

  var key: String { liveValue == nil ? type.description : "__Key_\(name.bareText)" }

  init?(_ declaration: some DeclSyntaxProtocol) {
    guard
      let variable = declaration.as(VariableDeclSyntax.self),
      !variable.isLet, !variable.isStatic, !variable.isComputed,
      let name = variable.singleName,
      let binding = variable.bindings.first,
      let type = binding.typeAnnotation?.type.trimmed
    else { return nil }
    self.name = name
    self.type = type
    self.liveValue = binding.initializer?.value.trimmedDescription
  }
}
