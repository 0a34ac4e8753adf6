import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyClient`: makes the functions of a struct endpoints, and adds initializers with all
/// of them and with none.
enum DependencyClientMacro: VerbatimMacro {}

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
    // The initializer without endpoints.
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

/// A stored property of a client, for the generation of initializers.
private struct ClientProperty {
  let name: TokenSyntax
  let type: TypeSyntax
  let endpoint: Endpoint?
  let initializer: InitializerClauseSyntax?
  /// Whether initializers cannot set the value: a constant or a private property with an initial
  /// value.
  let isFixed: Bool
  /// Whether the property is implicitly initialized with `nil`: an optional variable.
  let isImplicitlyNil: Bool

  /// Whether the property has a default value.
  var hasDefault: Bool {
    endpoint != nil || initializer != nil || isImplicitlyNil
  }

  /// The parameter of the initializer. Endpoints have no default there: the initializer with
  /// endpoints takes all of them.
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
    // In `var a, b: Int` the type also applies to the variables before it.
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
        // Without a known type, the initializers leave the property out, and it keeps its value.
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
  /// The default type of a literal.
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
