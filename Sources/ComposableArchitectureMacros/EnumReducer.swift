import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// What `@Reducer` adds to an enum whose cases name features: enums with the same cases for their
/// states, actions and stores, and a reducer that runs the feature of the current case. A
/// `static var body` in the enum replaces that reducer.
struct EnumReducer {
  private let node: AttributeSyntax
  private let name: String
  private let access: String
  private let cases: [Conditional<EnumCase>]
  private let hasInitializer: Bool
  private let hasBody: Bool
  private let declaredTypes: Set<String>
  private let stateConformances: [String]
  private let actionConformances: [String]

  init(_ declaration: EnumDeclSyntax, _ node: AttributeSyntax, _ access: String) {
    self.node = node
    self.name = declaration.name.text
    self.access = access
    self.cases = declaration.conditionalCases
    let members = declaration.memberBlock.members.map(\.decl)
    self.hasInitializer = members.contains { member in
      member.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters.isEmpty ?? false
    }
    self.hasBody = members.contains { member in
      guard let variable = member.as(VariableDeclSyntax.self) else { return false }
      return variable.isStatic && variable.singleName?.text == "body"
    }
    self.declaredTypes = Set(
      members.compactMap { member in
        guard member.is(EnumDeclSyntax.self) || member.is(StructDeclSyntax.self) else { return nil }
        return member.asProtocol((any NamedDeclSyntax).self)?.name.text
      }
    )
    let conformances = SynthesizedConformances(node)
    self.stateConformances = conformances.state
    self.actionConformances = conformances.action
  }

  /// Returns the generated members; none if the cases of the enum do not name features.
  func members(in context: some MacroExpansionContext) -> [DeclSyntax] {
    guard !reportOverloadedCases(cases, node, in: context) else { return [] }
    var members: [DeclSyntax] = []
    if !declaredTypes.contains("State") { members.append(state) }
    if !declaredTypes.contains("Action") { members.append(action) }
    members.append(caseScope)
    members += initializer
    if !hasBody { members.append(body) }
    members.append(scope)
    return members
  }

  // MARK: - Generated types

  private var state: DeclSyntax {
    let declarations = cases.lines { item in
      switch item.role {
      case .feature(let feature): item.declaration(payload: "\(feature).State")
      case .ephemeral, .value: item.declarationWithDefaults
      }
    }
    return CasePathableEnum(
      name: "State",
      access: access,
      attributes: ["@dynamicMemberLookup"],
      conformances: ["nonisolated ComposableArchitecture.CaseReducerState"] + stateConformances,
      cases: declarations,
      members: [
        "\(access)typealias StateReducer = \(name)",
        ObservableStateMacro.identity(of: cases, access),
      ]
    ).declaration
  }

  private var action: DeclSyntax {
    let declarations = cases.lines { item in
      switch item.role {
      case .feature(let type), .ephemeral(let type): item.declaration(payload: "\(type).Action")
      case .value: nil
      }
    }
    return CasePathableEnum(
      name: "Action",
      access: access,
      conformances: actionConformances,
      cases: declarations
    ).declaration
  }

  private var caseScope: DeclSyntax {
    let declarations = cases.lines { item in
      switch item.role {
      case .feature(let type):
        item.declaration(payload: "ComposableArchitecture.StoreOf<\(type)>")
      case .ephemeral, .value:
        item.declaration
      }
    }
    return CasePathableEnum(
      name: "CaseScope",
      access: access,
      attributes: ["@dynamicMemberLookup"],
      cases: declarations
    ).declaration
  }

  // MARK: - Generated functions

  /// An initializer, so that the enum can be written like other features: `Scope { Path() }`. It
  /// adds a case of its own, because it may not be possible to create a value of the user's cases.
  /// The reducer does not depend on the value.
  private var initializer: [DeclSyntax] {
    guard !hasInitializer else { return [] }
    return [
      "case _$reducer",
      """
      \(raw: access)nonisolated init() {
        self = ._$reducer
      }
      """,
    ]
  }

  private var body: DeclSyntax {
    let scopes = cases.lines { item in
      guard case .feature(let type) = item.role else { return nil }
      return """
        ComposableArchitecture.Scope(
          state: \\Self.State.Cases.\(item.name), action: \\Self.Action.Cases.\(item.name)
        ) {
          \(item.feature(ofType: type))
        }
        """
    }
    let body =
      scopes.isEmpty
      ? ["ComposableArchitecture.EmptyReducer<Self.State, Self.Action>()"]
      : scopes
    return """
      @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
      \(raw: access)nonisolated static var body: \
      some ComposableArchitecture.Reducer<Self.State, Self.Action> {
      \(raw: body.joined(indentedBy: 2))
      }
      """
  }

  private var scope: DeclSyntax {
    let cases = cases.lines { item in
      guard !item.parameters.isEmpty else {
        return "case .\(item.name): return .\(item.name)"
      }
      if case .feature = item.role {
        let store = """
          store._scope(
              case: "\(item.name)",
              state: {
                guard case let .\(item.name)(v0) = $0 else {
                  return nil
                }
                return v0
              },
              action: Self.Action.\(item.name)
            )!
          """
        return """
          case .\(item.name):
            return .\(item.name)(\(item.arguments { _ in store }))
          """
      }
      let values = item.arguments { "v\($0)" }
      let names = item.parameters.indices.map { "v\($0)" }.joined(separator: ", ")
      return "case let .\(item.name)(\(names)): return .\(item.name)(\(values))"
    }
    return """
      @MainActor
      \(raw: access)static func scope(
        _ store: ComposableArchitecture.Store<Self.State, Self.Action>
      ) -> CaseScope {
        switch store.state {
      \(raw: cases.joined(indentedBy: 2))
        }
      }
      """
  }
}

extension EnumCase {
  /// The meaning of a case of an enum reducer.
  enum Role: Equatable {
    /// A feature of this type.
    case feature(String)
    /// State that is set to `nil` after each of its actions: alerts and dialogs.
    case ephemeral(String)
    /// Values without a feature, such as several associated values or none.
    case value
  }

  var role: Role {
    guard
      parameters.count == 1, let type = parameters.first?.type,
      !attributes.contains("ReducerCaseIgnored")
    else { return .value }
    if attributes.contains("ReducerCaseEphemeral") || type.isKnownEphemeral {
      return .ephemeral(type.trimmedDescription)
    }
    return .feature(type.trimmedDescription)
  }

  /// Returns the expression that creates the feature of the case: its default value, or a call of
  /// `init()`.
  fileprivate func feature(ofType type: String) -> String {
    guard let value = parameters.first?.defaultValue else { return "\(type)()" }
    // An expression that begins with a dot needs the type in front of it.
    let isImplicit = value.trimmedDescription.hasPrefix(".")
    return isImplicit ? "\(value) as \(type)" : "\(value)"
  }

  /// Returns the declaration with another type for the only associated value.
  func declaration(payload: String) -> String {
    "case \(name)(\(arguments { _ in payload }))"
  }
}

extension TypeSyntax {
  fileprivate var isKnownEphemeral: Bool {
    let name =
      self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
    return name == "AlertState" || name == "ConfirmationDialogState"
  }
}

/// The protocols that `@Reducer(state: .equatable, .sendable, action: .equatable)` names.
private struct SynthesizedConformances {
  var state: [String] = []
  var action: [String] = []

  init(_ node: AttributeSyntax) {
    guard case .argumentList(let arguments)? = node.arguments else { return }
    var isAction = false
    for argument in arguments {
      // Only the first argument of a variadic parameter has a label.
      if let label = argument.label { isAction = label.text == "action" }
      guard let name = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      else { continue }
      let conformance = "Swift." + name.prefix(1).uppercased() + name.dropFirst()
      if isAction { action.append(conformance) } else { state.append(conformance) }
    }
  }
}
