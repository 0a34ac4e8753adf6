import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyEntry`: generates the accessors of a property of `DependencyValues`, and its key.
enum DependencyEntryMacro {}

extension DependencyEntryMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let entry = Entry(declaration, node) else { return [] }
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
    let scope = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    guard
      let scope,
      scope.extendedType.trimmedDescription.split(separator: ".").last == "DependencyValues"
    else {
      context.report(
        "'@DependencyEntry' can only be used in an extension of 'DependencyValues'",
        id: "dependency-entry-extension",
        at: node
      )
      return []
    }
    guard let entry = Entry(declaration, node) else {
      context.report(
        """
        '@DependencyEntry' requires a single 'var' with a value for tests, as in \
        'var apiClient: APIClient = .mock'
        """,
        id: "dependency-entry-variable",
        at: node
      )
      return []
    }
    guard let testValue = entry.testValue else { return [] }
    var values = [("testValue", testValue)]
    for argument in node.labelledArguments {
      values.append((argument.label, argument.value.trimmedDescription))
    }
    let isLive = values.contains { $0.0 == "liveValue" }
    // A key without an explicit name is private.
    let access =
      entry.name == nil
      ? "private " : AccessLevel(stated: entry.variable.modifiers, in: scope).prefix
    let memberAccess = entry.name == nil ? "" : access
    if let type = entry.type {
      let properties = values.map { name, value in
        """
        \(memberAccess)static var \(name): \(type) {
          \(value)
        }
        """
      }
      return [
        """
        \(raw: access)enum \(raw: entry.key): \
        DependencyInjection.\(raw: isLive ? "DependencyKey" : "TestDependencyKey") {
        \(raw: properties.joined(indentedBy: 2))
        }
        """
      ]
    }
    // The compiler infers the type of the value from the result of a function. The function creates
    // the value at each call, like a computed property with an explicit type.
    let protocols = values.map { "DependencyInjection._Inferred\($0.0.firstUppercased)" }
    let makers = values.map { name, value in
      """
      \(memberAccess)static let _\(name) = { @Sendable in
        \(value)
      }
      """
    }
    return [
      """
      \(raw: access)enum \(raw: entry.key): \(raw: protocols.joined(separator: ", ")) {
      \(raw: makers.joined(indentedBy: 2))
      }
      """
    ]
  }
}

private struct Entry {
  let variable: VariableDeclSyntax
  /// The explicit type.
  let type: TypeSyntax?
  /// The initial value of the property. Without it, the type is its own key.
  let testValue: String?
  /// The explicit name of the key.
  let name: String?
  let key: String

  init?(_ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax) {
    guard
      let variable = declaration.as(VariableDeclSyntax.self),
      !variable.isLet, !variable.isStatic, !variable.isComputed,
      let variableName = variable.singleName,
      let binding = variable.bindings.first
    else { return nil }
    self.variable = variable
    type = binding.typeAnnotation?.type.trimmed
    testValue = binding.initializer?.value.trimmedDescription
    name = node.name
    if testValue != nil {
      key = name ?? "__Key_\(variableName.bareText)"
    } else if let type {
      key = type.description
    } else {
      return nil
    }
  }
}

extension AttributeSyntax {
  fileprivate var labelledArguments: [(label: String, value: ExprSyntax)] {
    guard case .argumentList(let arguments)? = arguments else { return [] }
    return arguments.compactMap { argument in
      argument.label.map { ($0.text, argument.expression) }
    }
  }

  /// The name in `@DependencyEntry("Name")`.
  fileprivate var name: String? {
    guard
      case .argumentList(let arguments)? = arguments, let first = arguments.first,
      first.label == nil
    else { return nil }
    return first.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}

extension String {
  fileprivate var firstUppercased: String { prefix(1).uppercased() + dropFirst() }
}
