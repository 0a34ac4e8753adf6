import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyEntry`: generates the accessors of a property of `DependencyValues`, and its key.
enum DependencyEntryMacro: VerbatimMacro {}

extension DependencyEntryMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let entry = Entry(declaration, node, in: context) else { return [] }
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
    guard let entry = Entry(declaration, node, in: context) else {
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
    guard entry.hasOwnKey else { return [] }
    var values = entry.testValue.map { [("testValue", $0)] } ?? []
    for argument in node.labelledArguments {
      values.append((argument.label, argument.value.trimmedDescription))
    }
    let isLive = values.contains { $0.0 == "liveValue" }
    // A key whose name is neither given nor derived is private.
    let access = entry.name == nil ? "private " : entry.access.prefix
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
  let access: AccessLevel
  /// The explicit type.
  let type: TypeSyntax?
  /// The initial value of the property.
  let testValue: String?
  /// The name of the key, if other code may use it: the explicit one, or for the property `name` of
  /// other modules `NameKey`.
  let name: String?
  let key: String
  /// Whether the property has a key of its own. Without a value for tests and for applications, its
  /// type is its key.
  let hasOwnKey: Bool

  init?(
    _ declaration: some DeclSyntaxProtocol,
    _ node: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    guard
      let variable = declaration.as(VariableDeclSyntax.self),
      !variable.isLet, !variable.isStatic, !variable.isComputed,
      let variableName = variable.singleName,
      let binding = variable.bindings.first
    else { return nil }
    access = AccessLevel(
      stated: variable.modifiers,
      in: context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    )
    type = binding.typeAnnotation?.type.trimmed
    testValue = binding.initializer?.value.trimmedDescription
    hasOwnKey =
      testValue != nil
      || type != nil && node.labelledArguments.contains { $0.label == "liveValue" }
    let derivedName = "\(variableName.bareText.firstUppercased)Key"
    name = node.name ?? (access == .inherited ? nil : derivedName)
    if hasOwnKey {
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
