import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ObservableState`: makes each property of a struct, or the current case of an enum, observable.
enum ObservableStateMacro: VerbatimMacro {}

extension ObservableStateMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard
      declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self),
      !protocols.isEmpty,
      !reportNestedPrivate(declaration, node, in: context)
    else { return [] }
    return [
      try ExtensionDeclSyntax(
        "extension \(type.trimmed): nonisolated ComposableArchitecture.ObservableState {}"
      )
    ]
  }
}

extension ObservableStateMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let access = AccessLevel(of: declaration, in: context).prefix
    if let declaration = declaration.as(StructDeclSyntax.self) {
      return members(of: declaration, access).map { "\(raw: $0)" }
    }
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return ["\(raw: identity(of: declaration.conditionalCases, access))"]
    }
    reportUnsupported(declaration, node, context)
    return []
  }

  /// Returns the members that a struct needs in order to be observable.
  static func members(of declaration: StructDeclSyntax, _ access: String) -> [String] {
    var names: [String] = []
    for variable in declaration.memberBlock.members.variables {
      switch StateProperty(variable) {
      case .tracked(let name), .presented(let name):
        // The same name may be declared in several branches of an `#if`.
        if !names.contains(name.text) { names.append(name.text) }
      case .untouched, .unobservable, .several, .wrapped:
        continue
      }
    }
    let properties = names.enumerated()
      .map { index, name in "static var \(name): Int { \(index) }" }
    let codingKeys = declaration.codingKeys.map { keys in
      keys.isEmpty
        ? "private nonisolated enum CodingKeys: Swift.CodingKey {}"
        : """
        private nonisolated enum CodingKeys: Swift.String, Swift.CodingKey {
        \(keys.joined(indentedBy: 2))
        }
        """
    }
    let keyPaths = declaration.memberBlock.members.conditionalVariables.lines(inPlaceKeyPaths)
    let search = """
      @MainActor \(access)static func _$findProperty<_$Value>(
        _ search: inout ComposableArchitecture._PropertySearch<Self, _$Value>
      ) {
      \(keyPaths.joined(indentedBy: 2))
      }
      """
    return [
      """
      @ComposableArchitecture.ObservationStateIgnored
      \(access)var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()
      """,
      """
      \(access)nonisolated var _$id: ComposableArchitecture.ObservableStateID {
        _$observationRegistrar.id
      }
      """,
      properties.isEmpty
        ? "private nonisolated enum _$Property {}"
        : """
        private nonisolated enum _$Property {
        \(properties.joined(indentedBy: 2))
        }
        """,
    ] + (keyPaths.isEmpty ? [] : [search]) + (codingKeys.map { [$0] } ?? [])
  }

  /// Returns the lines that declare how to change a property in place. A key path only knows how to
  /// get and set it.
  private static func inPlaceKeyPaths(of variable: VariableDeclSyntax) -> String? {
    switch StateProperty(variable) {
    case .presented(let name) where PresentedProperty(variable) != nil:
      return inPlace(name.text, storage: "_\(name.bareText).wrappedValue") + "\n"
        + inPlace("$\(name.bareText)", storage: "_\(name.bareText)")
    case .tracked(let name):
      return inPlace(name.text, storage: "_\(name.bareText)")
    case .presented, .untouched, .unobservable, .several, .wrapped:
      return nil
    }
  }

  private static func inPlace(_ name: String, storage: String) -> String {
    "search.visit(\\.\(name)) { $1($0.\(storage)) } modify: { $1(&$0.\(name)) }"
  }

  /// Returns the identity of an enum: that of its current case and of the state in it.
  static func identity(of cases: [Conditional<EnumCase>], _ access: String) -> String {
    let identities = cases.lines { item in
      let id = "ComposableArchitecture.ObservableStateID"
      return item.parameters.count == 1
        ? "case let .\(item.name)(state): return \(id)._$id(for: state)._$tag(\(item.index))"
        : "case .\(item.name): return \(id)._$inert._$tag(\(item.index))"
    }
    return """
      \(access)nonisolated var _$id: ComposableArchitecture.ObservableStateID {
        switch self {
      \(identities.joined(indentedBy: 2))
        }
      }
      """
  }

  private static func reportUnsupported(
    _ declaration: some DeclGroupSyntax,
    _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) {
    context.report(
      "'@ObservableState' can only be applied to a struct or an enum",
      id: "observable-state-type",
      at: node,
      fixIts: [.makingStruct(of: declaration), .removing(node)].compactMap(\.self)
    )
  }
}

extension ObservableStateMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard
      declaration.is(StructDeclSyntax.self),
      let variable = member.as(VariableDeclSyntax.self)
    else { return [] }
    switch StateProperty(variable) {
    case .untouched, .presented:
      return []
    case .tracked:
      guard !variable.attributes.contains("ObservationStateTracked") else { return [] }
      return ["@ComposableArchitecture.ObservationStateTracked"]
    case .several:
      context.report(
        "'@ObservableState' cannot observe several variables of one declaration",
        id: "observable-state-several-bindings",
        at: variable,
        fixIts: splitFixIt(variable).map { [$0] } ?? []
      )
      return []
    case .unobservable(let modifier):
      context.report(
        "'@ObservableState' cannot observe a property that is '\(modifier.name.text)'",
        id: "observable-state-modifier",
        at: modifier,
        fixIts: [.prepending("@ObservationStateIgnored", to: variable)]
      )
      return []
    case .wrapped(let wrapper):
      report(wrapper, on: variable, context)
      return []
    }
  }

  private static func report(
    _ wrapper: AttributeSyntax,
    on variable: VariableDeclSyntax,
    _ context: some MacroExpansionContext
  ) {
    if wrapper.shortName == "PresentationState" {
      context.report(
        "'@PresentationState' cannot be used with '@ObservableState'",
        id: "observable-state-presentation-state",
        at: wrapper,
        fixIts: [
          .replacing(
            wrapper.attributeName,
            with: TypeSyntax("Presents"),
            "Use '@Presents' instead",
            id: "use-presents"
          )
        ]
      )
      return
    }
    context.report(
      """
      '@ObservableState' cannot observe a property that has the property wrapper \
      '@\(wrapper.shortName)'
      """,
      id: "observable-state-property-wrapper",
      at: wrapper,
      fixIts: [.prepending("@ObservationStateIgnored", to: variable)]
    )
  }

  /// Returns a fix-it that splits the declaration into one for each variable; `nil` if the type of
  /// one of them is not known.
  private static func splitFixIt(_ variable: VariableDeclSyntax) -> FixIt? {
    // In `var a, b: Int` the type also applies to the variables before it.
    var annotation: TypeAnnotationSyntax?
    var declarations: [VariableDeclSyntax] = []
    for binding in variable.bindings.reversed() {
      guard binding.pattern.is(IdentifierPatternSyntax.self) else { return nil }
      annotation = binding.typeAnnotation ?? (binding.initializer == nil ? annotation : nil)
      guard annotation != nil || binding.initializer != nil else { return nil }
      let single = binding.trimmed.with(\.trailingComma, nil).with(\.typeAnnotation, annotation)
      declarations.insert(
        variable.trimmed.with(\.bindings, [single.with(\.trailingTrivia, [])]),
        at: 0
      )
    }
    let indentation = Trivia(pieces: variable.leadingTrivia.reversed().prefix { !$0.isNewline })
    let members = MemberBlockItemListSyntax(
      declarations.enumerated().map { index, declaration in
        MemberBlockItemSyntax(
          leadingTrivia: index == 0 ? [] : .newline + indentation,
          decl: declaration
        )
      }
    )
    guard let item = variable.parent?.as(MemberBlockItemSyntax.self) else {
      return .replacing(
        variable,
        with: members,
        "Declare each variable by itself",
        id: "split-variables"
      )
    }
    return .replacing(
      item,
      with: members,
      "Declare each variable by itself",
      id: "split-variables"
    )
  }
}
