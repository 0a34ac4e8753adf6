import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyClient`: endpoints for the functions of a struct, and initialisers for all and for
/// none of them.
enum DependencyClientMacro {}

extension DependencyClientMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard
      declaration.is(StructDeclSyntax.self),
      let variable = member.as(VariableDeclSyntax.self),
      Endpoint(variable) != nil,
      !variable.attributes.contains("DependencyEndpoint"),
      !variable.attributes.contains("DependencyEndpointIgnored")
    else { return [] }
    return ["@DependencyInjection.DependencyEndpoint"]
  }
}

extension DependencyClientMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.report(
        "'@DependencyClient' can only be applied to a struct",
        id: "client-struct",
        at: node,
        fixIts: [.removing(node)]
      )
      return []
    }
    let access = AccessLevel(of: declaration, in: context).prefix
    let members = declaration.memberBlock.members
    let properties =
      members
      .compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .flatMap(ClientProperty.properties)
    let existing = Set(
      members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
        .map { $0.signature.parameterClause.parameters.map(\.firstName.text) }
    )

    func initializer(_ properties: [ClientProperty]) -> DeclSyntax {
      """
      \(raw: access)init(
      \(raw: properties.map(\.parameter).joined(separator: ",\n").indentedLines)
      ) {
      \(raw: properties.map(\.assignment).joined(indentedBy: 2))
      }
      """
    }
    let settable = properties.filter { !$0.isFixed }
    let others = settable.filter { $0.endpoint == nil }
    var initializers: [DeclSyntax] = []
    if !settable.isEmpty, !existing.contains(settable.map(\.name.text)) {
      initializers.append(initializer(settable))
    }
    // The one without endpoints.
    if !others.isEmpty, others.count < settable.count {
      if !existing.contains(others.map(\.name.text)) { initializers.append(initializer(others)) }
    } else if properties.allSatisfy(\.hasDefault), !existing.contains([]) {
      initializers.append(
        """
        \(raw: access)init() {
        }
        """
      )
    }
    return initializers
  }
}

/// A stored property of a client, as far as its initialisers are concerned.
private struct ClientProperty {
  let name: TokenSyntax
  let type: TypeSyntax
  let endpoint: Endpoint?
  let initializer: InitializerClauseSyntax?
  /// Whether the value cannot be given: a constant that has one, or one that is private and has one.
  let isFixed: Bool
  /// Whether the property is `nil` without being told: an optional variable.
  let isImplicitlyNil: Bool

  /// Whether there is a value when none is given.
  var hasDefault: Bool {
    endpoint != nil || initializer != nil || isImplicitlyNil
  }

  /// The parameter of the initialiser. Endpoints have no default there: whoever gives one, gives all.
  var parameter: String {
    let isFunction = type.is(FunctionTypeSyntax.self) || isAttributedFunction
    let value =
      endpoint != nil
      ? nil : initializer?.value.trimmedDescription ?? (isImplicitlyNil ? "nil" : nil)
    return "\(name.text): \(isFunction ? "@escaping " : "")\(type)"
      + (value.map { " = \($0)" } ?? "")
  }

  var assignment: String {
    "self.\(endpoint?.storage ?? name.text) = \(name.text)"
  }

  private var isAttributedFunction: Bool {
    type.as(AttributedTypeSyntax.self)?.baseType.is(FunctionTypeSyntax.self) ?? false
  }

  static func properties(of variable: VariableDeclSyntax) -> [ClientProperty] {
    guard !variable.isStatic, !variable.isComputed, !variable.isDependency else { return [] }
    if let endpoint = Endpoint(variable), !variable.attributes.contains("DependencyEndpointIgnored")
    {
      return [
        ClientProperty(
          name: endpoint.name,
          type: endpoint.type,
          endpoint: endpoint,
          initializer: endpoint.initializer,
          isFixed: variable.isPrivate,
          isImplicitlyNil: false
        )
      ]
    }
    // `var a, b: Int` gives the type once, for the variables before it too.
    var annotation: TypeSyntax?
    return variable.bindings.reversed().compactMap { binding -> ClientProperty? in
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed else {
        return nil
      }
      annotation =
        binding.typeAnnotation?.type.trimmed ?? (binding.initializer == nil ? annotation : nil)
      let type = annotation ?? binding.initializer?.value.literalType
      let hasValue = binding.initializer != nil
      guard let type else {
        // Without its type the property keeps its value; the initialisers leave it out.
        return nil
      }
      return ClientProperty(
        name: name,
        type: type,
        endpoint: nil,
        initializer: binding.initializer,
        isFixed: hasValue && (variable.isLet || variable.isPrivate),
        isImplicitlyNil: !variable.isLet && !hasValue && type.is(OptionalTypeSyntax.self)
      )
    }.reversed()
  }
}

extension VariableDeclSyntax {
  fileprivate var isPrivate: Bool {
    modifiers.contains { modifier in
      modifier.detail == nil && modifier.name.tokenKind == .keyword(.private)
    }
  }
}

extension ExprSyntax {
  /// The type that a literal has by itself.
  fileprivate var literalType: TypeSyntax? {
    switch kind {
    case .booleanLiteralExpr: "Swift.Bool"
    case .floatLiteralExpr: "Swift.Double"
    case .integerLiteralExpr: "Swift.Int"
    case .stringLiteralExpr: "Swift.String"
    default: nil
    }
  }
}

extension String {
  fileprivate var indentedLines: String { [self].joined(indentedBy: 2) }
}
