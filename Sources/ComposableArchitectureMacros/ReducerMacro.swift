import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Reducer`: adds what a feature has left out. `EnumReducer.swift` has what it adds to an enum.
enum ReducerMacro: VerbatimMacro {}

extension ReducerMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let isEnum = declaration.is(EnumDeclSyntax.self)
    guard
      isEnum || declaration.is(StructDeclSyntax.self),
      !reportNestedPrivate(declaration, node, in: context)
    else { return [] }
    // `protocols` does not contain protocols to which the type already conforms. For a struct it
    // also contains `CaseReducer`, to which only enums conform.
    let conformances = ["CaseReducer", "Reducer"].filter { name in
      (isEnum || name == "Reducer")
        && protocols.contains { $0.trimmedDescription.split(separator: ".").last! == name }
    }
    guard !conformances.isEmpty else { return [] }
    let list = conformances.map { "nonisolated ComposableArchitecture.\($0)" }.joined(
      separator: ", "
    )
    return [try ExtensionDeclSyntax("extension \(type.trimmed): \(raw: list) {}")]
  }
}

extension ReducerMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    if let member = member.as(EnumDeclSyntax.self) {
      return attributes(forNested: member)
    }
    // The reducer of an enum is static, because there is no value of the enum.
    if let member = member.as(VariableDeclSyntax.self),
      member.isStatic == declaration.is(EnumDeclSyntax.self)
    {
      return attributes(forBody: member, of: declaration, context)
    }
    return []
  }

  private static func attributes(forNested member: EnumDeclSyntax) -> [AttributeSyntax] {
    var attributes: [AttributeSyntax] = []
    guard ["Action", "State"].contains(member.name.text), !member.inherits("CasePathable") else {
      return []
    }
    if !member.attributes.contains("CasePathable") {
      attributes.append("@CaseKeyPaths.CasePathable")
    }
    if member.name.text == "State", !member.attributes.contains("dynamicMemberLookup") {
      attributes.append("@dynamicMemberLookup")
    }
    return attributes
  }

  private static func attributes(
    forBody member: VariableDeclSyntax,
    of declaration: some DeclGroupSyntax,
    _ context: some MacroExpansionContext
  ) -> [AttributeSyntax] {
    guard
      member.singleName?.text == "body", member.isComputed,
      let type = member.bindings.first?.typeAnnotation?.type,
      !reportIncompleteBodyType(type, context),
      !member.attributes.all.contains(where: { $0.shortName.hasSuffix("Builder") })
    else { return [] }
    // `State` and `Action` cannot be named before `body` if they are only inferred from its type.
    let members = declaration.memberBlock.members
    let areDeclared =
      declaration.is(EnumDeclSyntax.self)
      || (members.declaresType("State") && members.declaresType("Action"))
    let types = (areDeclared ? nil : member.bodyTypes) ?? "Self.State, Self.Action"
    return ["@ComposableArchitecture.ReducerBuilder<\(raw: types)>"]
  }

  /// Reports a `body` whose type does not name the state and the action: `Reducer`, `some Reducer`
  /// and `any Reducer`.
  private static func reportIncompleteBodyType(
    _ type: TypeSyntax,
    _ context: some MacroExpansionContext
  ) -> Bool {
    let constraint = type.as(SomeOrAnyTypeSyntax.self)?.constraint ?? type
    let isIncomplete =
      constraint.isReducer(generic: false)
      || type.is(SomeOrAnyTypeSyntax.self) == false && constraint.isReducer(generic: true)
    guard isIncomplete else { return false }
    let fixed: TypeSyntax =
      constraint.isReducer(generic: true) ? "some \(constraint.trimmed)" : "some ReducerOf<Self>"
    context.report(
      "'body' must have the type 'some ReducerOf<Self>' or 'some Reducer<State, Action>'",
      id: "reducer-body-type",
      at: type,
      fixIts: [
        .replacing(type, with: fixed, "Replace '\(type.trimmed)' with '\(fixed)'", id: "body-type")
      ]
    )
    return true
  }
}

extension ReducerMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let access = AccessLevel(of: declaration, in: context).prefix
    if let declaration = declaration.as(StructDeclSyntax.self) {
      return try structMembers(of: declaration, node, access, context)
    }
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return EnumReducer(declaration, node, access).members(in: context)
    }
    reportUnsupported(declaration, node, context)
    return []
  }

  private static func structMembers(
    of declaration: StructDeclSyntax,
    _ node: AttributeSyntax,
    _ access: String,
    _ context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let members = declaration.memberBlock.members
    if let arguments = node.arguments {
      context.report(
        "'@Reducer' takes arguments only on an enum",
        id: "reducer-arguments",
        at: arguments
      )
    }
    let reduce = members.functions.first(where: \.isReduce)
    let body = members.variables.first { $0.singleName?.text == "body" && !$0.isStatic }
    if let reduce, let body, body.isComputed {
      context.report(
        """
        'reduce(into:action:)' takes precedence over 'body', which never runs; move it into a \
        'Reduce' inside 'body'
        """,
        id: "reducer-reduce-and-body",
        severity: .warning,
        at: reduce.name
      )
    }

    // Otherwise State and Action are inferred from the types of `body` or `reduce(into:action:)`,
    // or are declared elsewhere.
    guard reduce == nil, body == nil else { return [] }
    var declarations: [DeclSyntax] = []
    if !members.declaresType("State") {
      // Without the attribute `@ObservableState`, for the reason that CasePathableEnum explains.
      let empty = try StructDeclSyntax("struct State: Codable {}")
      let members = ObservableStateMacro.members(of: empty, access)
        .flatMap { ["", $0] }
      declarations.append(
        """
        \(raw: access)nonisolated struct State: \
        nonisolated ComposableArchitecture.ObservableState, Codable, Equatable, Hashable, Sendable {
          \(raw: access)init() {}
        \(raw: members.joined(indentedBy: 2))
        }
        """
      )
    }
    if !members.declaresType("Action") {
      declarations.append(
        CasePathableEnum(
          name: "Action",
          access: access,
          conformances: ["Equatable", "Hashable", "Sendable"],
          cases: []
        ).declaration
      )
    }
    declarations.append(
      """
      \(raw: access)nonisolated var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
        ComposableArchitecture.EmptyReducer<Self.State, Self.Action>()
      }
      """
    )
    return declarations
  }

  private static func reportUnsupported(
    _ declaration: some DeclGroupSyntax,
    _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) {
    context.report(
      "'@Reducer' can only be applied to a struct or an enum",
      id: "reducer-type",
      at: node,
      fixIts: [.makingStruct(of: declaration), .removing(node)].compactMap(\.self)
    )
  }
}

extension MemberBlockItemListSyntax {
  /// The functions that are declared here or in a branch of `#if`.
  fileprivate var functions: [FunctionDeclSyntax] {
    flatMap { member -> [FunctionDeclSyntax] in
      if let function = member.decl.as(FunctionDeclSyntax.self) { return [function] }
      return member.branches.flatMap(\.functions)
    }
  }

  /// Returns whether a type or an alias with this name is declared here or in a branch of `#if`.
  func declaresType(_ name: String) -> Bool {
    contains { member in
      if let alias = member.decl.as(TypeAliasDeclSyntax.self) { return alias.name.text == name }
      if let type = member.decl.asProtocol((any DeclGroupSyntax).self),
        let named = type.asProtocol((any NamedDeclSyntax).self)
      {
        return named.name.text == name
      }
      return member.branches.contains { $0.declaresType(name) }
    }
  }
}

extension MemberBlockItemSyntax {
  fileprivate var branches: [MemberBlockItemListSyntax] {
    (decl.as(IfConfigDeclSyntax.self)?.clauses ?? []).compactMap { clause in
      guard case .decls(let members)? = clause.elements else { return nil }
      return members
    }
  }
}

extension FunctionDeclSyntax {
  fileprivate var isReduce: Bool {
    name.text == "reduce" && !modifiers.contains(.static)
      && signature.parameterClause.parameters.map(\.firstName.text) == ["into", "action"]
  }
}

extension EnumDeclSyntax {
  /// Returns whether the declaration itself states the conformance to a protocol.
  fileprivate func inherits(_ name: String) -> Bool {
    (inheritanceClause?.inheritedTypes ?? []).contains { inherited in
      inherited.type.trimmedDescription.split(separator: ".").last.map(String.init) == name
    }
  }
}

extension VariableDeclSyntax {
  /// The types of state and action that the type of `body` names: `X, Y` for `some Reducer<X, Y>`,
  /// and `X.State, X.Action` for `some ReducerOf<X>`. `nil` for other types.
  fileprivate var bodyTypes: String? {
    guard
      let constraint = bindings.first?.typeAnnotation?.type.as(SomeOrAnyTypeSyntax.self)?
        .constraint
    else { return nil }
    let (name, clause) =
      constraint.as(IdentifierTypeSyntax.self).map { ($0.name.text, $0.genericArgumentClause) }
      ?? constraint.as(MemberTypeSyntax.self).map { ($0.name.text, $0.genericArgumentClause) }
      ?? ("", nil)
    guard let arguments = clause?.arguments else { return nil }
    switch name {
    case "Reducer": return arguments.trimmedDescription
    case "ReducerOf":
      return "\(arguments.trimmedDescription).State, \(arguments.trimmedDescription).Action"
    default: return nil
    }
  }
}

extension TypeSyntax {
  /// Returns whether this is the protocol `Reducer`, with or without its primary associated types.
  fileprivate func isReducer(generic: Bool) -> Bool {
    if let type = self.as(IdentifierTypeSyntax.self) {
      return type.name.text == "Reducer" && (type.genericArgumentClause != nil) == generic
    }
    if let type = self.as(MemberTypeSyntax.self) {
      return type.name.text == "Reducer" && (type.genericArgumentClause != nil) == generic
    }
    return false
  }
}
