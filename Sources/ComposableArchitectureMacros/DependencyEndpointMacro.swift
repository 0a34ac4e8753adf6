import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyEndpoint`: makes a function of a dependency client report its use until it is
/// implemented, and adds a method with labels that calls it.
enum DependencyEndpointMacro: VerbatimMacro {}

extension DependencyEndpointMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let endpoint = declaration.as(VariableDeclSyntax.self).flatMap(Endpoint.init) else {
      return []
    }
    let accessors: [AccessorDeclSyntax] = [
      """
      get {
        \(raw: endpoint.storage)
      }
      """,
      """
      set {
        \(raw: endpoint.storage) = newValue
      }
      """,
    ]
    // With an init accessor, the default value of the property would replace that of the storage,
    // which reports its use.
    guard endpoint.initializer == nil else { return accessors }
    return [initAccessor(storage: endpoint.storage, value: "initialValue")] + accessors
  }
}

extension DependencyEndpointMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard
      let variable = declaration.as(VariableDeclSyntax.self),
      let endpoint = Endpoint(variable)
    else {
      context.report(
        "'@DependencyEndpoint' can only be applied to a stored 'var' with the type of a function",
        id: "endpoint-type",
        at: node,
        fixIts: [.removing(node)]
      )
      return []
    }
    let method = methodName(node, context)
    let value = defaultValue(of: endpoint)
    if value == nil { reportMissingDefault(of: endpoint, context) }
    // What is reported does not run. Without the storage and the method, all code that uses them
    // would be reported, too.
    let head = endpoint.ignoredParameters.isEmpty ? "" : "\(endpoint.ignoredParameters) "
    let stub = "{ \(head)Swift.fatalError() }"
    var peers: [DeclSyntax] = [
      "private var \(raw: endpoint.storage): \(endpoint.type) = \(raw: value ?? stub)"
    ]
    if method != nil || endpoint.hasLabels {
      peers.append(DeclSyntax(stringLiteral: Self.method(named: method, calling: endpoint)))
    }
    return peers
  }

  /// The argument of `@DependencyEndpoint(method: "name")`.
  private static func methodName(
    _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) -> String? {
    guard
      case .argumentList(let arguments)? = node.arguments,
      let argument = arguments.first(where: { $0.label?.text == "method" })
    else { return nil }
    let name = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    guard let name, TokenSyntax.identifier(name.withoutBackticks).isIdentifier else {
      context.report(
        "'method' must be the name of a method, as in '@DependencyEndpoint(method: \"fetch\")'",
        id: "endpoint-method",
        at: argument.expression
      )
      return nil
    }
    return name.isValidSwiftIdentifier(for: .variableName) ? name : "`\(name)`"
  }

  // MARK: - Default value

  /// Returns a closure that reports that it is not implemented, and then throws, returns `Void` or
  /// `nil`, or calls the default value of the property.
  ///
  /// - Returns: `nil` if the closure has no value that it could return.
  private static func defaultValue(of endpoint: Endpoint) -> String? {
    let report =
      "IssueReporting.reportIssue(\"Unimplemented: '\\(Self.self).\(endpoint.name.bareText)'\")"
    if let value = endpoint.initializer?.value {
      guard let closure = value.as(ClosureExprSyntax.self), !closure.stopsOrReports else {
        return value.trimmedDescription
      }
      return closure.prepending(report)
    }
    if endpoint.throwsAnyError {
      return """
        { \(endpoint.ignoredParameters)
          \(report)
          throw DependencyInjection.Unimplemented("\(endpoint.name.bareText)")
        }
        """
    }
    if endpoint.returnsVoid, !endpoint.isThrowing {
      return """
        { \(endpoint.ignoredParameters)
          \(report)
        }
        """
    }
    if endpoint.returnsOptional, !endpoint.isThrowing {
      return """
        { \(endpoint.ignoredParameters)
          \(report)
          return nil
        }
        """
    }
    return nil
  }

  private static func reportMissingDefault(
    of endpoint: Endpoint,
    _ context: some MacroExpansionContext
  ) {
    let type = endpoint.function.returnClause.type.trimmedDescription
    let head = endpoint.ignoredParameters.isEmpty ? "" : "\(endpoint.ignoredParameters) "
    let variable = endpoint.variable.trimmed
    var binding = variable.bindings.first!
    binding.trailingTrivia = []
    binding.initializer = InitializerClauseSyntax(
      equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
      value: ExprSyntax("{ \(raw: head)<#\(raw: type)#> }")
    )
    context.report(
      """
      '\(endpoint.name.bareText)' needs a default value, because it cannot throw the error \
      'Unimplemented'
      """,
      id: "endpoint-default",
      at: endpoint.variable.bindings.first!,
      fixIts: [
        .replacing(
          endpoint.variable.bindings.first!,
          with: binding,
          "Insert a default value",
          id: "endpoint-default-value"
        )
      ]
    )
  }

  // MARK: - Method

  private static func method(named name: String?, calling endpoint: Endpoint) -> String {
    let access = endpoint.variable.modifiers
      .filter { $0.detail == nil }
      .map { "\($0.name.text) " }
      .joined()
    // The isolation of a method is part of its declaration, not of its type.
    let attributes = endpoint.type.as(AttributedTypeSyntax.self)?.attributes.all
      .filter { !["Sendable", "escaping", "convention"].contains($0.shortName) }
      .map { "\($0.trimmedDescription)\n" }
      .joined()
    let parameters = endpoint.function.parameters.enumerated().map { index, parameter in
      let label = parameter.secondName?.text ?? "_"
      return "\(label) p\(index): \(parameter.type.trimmedDescription)"
    }
    let arguments = endpoint.function.parameters.enumerated().map { index, parameter in
      parameter.argument(named: "p\(index)")
    }
    let effects = endpoint.function.effectSpecifiers.map { " \($0.trimmedDescription)" } ?? ""
    let marks = (endpoint.isThrowing ? "try " : "") + (endpoint.isAsync ? "await " : "")
    return """
      \(attributes ?? "")\(access)func \(name ?? endpoint.name.text)\
      (\(parameters.joined(separator: ", ")))\(effects) \
      -> \(endpoint.function.returnClause.type.trimmedDescription) {
        \(marks)self.\(endpoint.name.text)(\(arguments.joined(separator: ", ")))
      }
      """
  }
}

extension TokenSyntax {
  fileprivate var isIdentifier: Bool {
    !text.isEmpty && !text.first!.isNumber
      && text.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
  }
}

extension String {
  fileprivate var withoutBackticks: String {
    count > 2 && hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
  }
}

extension TupleTypeElementSyntax {
  /// Returns the argument that passes on a parameter of this type.
  fileprivate func argument(named name: String) -> String {
    guard let attributed = type.as(AttributedTypeSyntax.self) else { return name }
    let isInout = attributed.specifiers.contains { specifier in
      specifier.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.inout)
    }
    if isInout { return "&\(name)" }
    guard attributed.attributes.contains("autoclosure") else { return name }
    // An autoclosure is passed on as another closure that calls it.
    let effects = attributed.baseType.as(FunctionTypeSyntax.self)?.effectSpecifiers
    return (effects?.throwsClause == nil ? "" : "try ")
      + (effects?.asyncSpecifier == nil ? "" : "await ") + "\(name)()"
  }
}

extension ClosureExprSyntax {
  /// Whether the closure itself stops the process or reports an issue.
  fileprivate var stopsOrReports: Bool {
    guard
      statements.count == 1,
      let call = statements.first?.item.as(FunctionCallExprSyntax.self),
      let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
        ?? call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    else { return false }
    return ["fatalError", "preconditionFailure", "reportIssue", "unimplemented"].contains(name)
  }

  /// Returns the closure with a statement in front of its own, and with the `return` that a single
  /// expression then needs.
  fileprivate func prepending(_ statement: String) -> String {
    let head = signature.map { " \($0.trimmedDescription)" } ?? ""
    var body = statements.map(\.item.trimmedDescription)
    if statements.count == 1, case .expr? = statements.first?.item {
      body = ["return \(body[0])"]
    }
    return (["{\(head)"] + ["  \(statement)"] + body.map { [$0].joined(indentedBy: 2) } + ["}"])
      .joined(separator: "\n")
  }
}
