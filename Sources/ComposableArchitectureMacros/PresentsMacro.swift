import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Presents`: wraps the optional state of a presented feature.
enum PresentsMacro: VerbatimMacro {}

extension PresentsMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = PresentedProperty(declaration) else { return [] }
    return [
      initAccessor(
        storage: property.storage,
        value: "ComposableArchitecture.PresentationState(wrappedValue: initialValue)"
      )
    ] + trackedAccessors(property.name, storage: "\(property.storage).wrappedValue")
  }
}

extension PresentsMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = PresentedProperty(declaration) else {
      reportUnsupported(declaration, node, context)
      return []
    }
    if let scope = context.lexicalContext.first,
      !(scope.asProtocol((any WithAttributesSyntax).self)?.attributes.contains("ObservableState")
        ?? false)
    {
      context.report(
        "'@Presents' can only be used in a struct that has '@ObservableState'",
        id: "presents-observable-state",
        at: node
      )
      return []
    }
    let type = "ComposableArchitecture.PresentationState<\(property.wrapped)>"
    let modifiers = property.modifiers.isEmpty ? "" : "\(property.modifiers) "
    let accessors = trackedAccessors(property.name, storage: property.storage)
      .map(\.description)
      .joined(indentedBy: 2)
    return [
      """
      @ComposableArchitecture.ObservationStateIgnored
      private var \(raw: property.storage) = \
      \(raw: type)(wrappedValue: \(raw: property.initialValue))
      """,
      """
      @ComposableArchitecture.ObservationStateIgnored
      \(raw: modifiers)var $\(raw: property.name.bareText): \(raw: type) {
      \(raw: accessors)
      }
      """,
    ]
  }

  private static func reportUnsupported(
    _ declaration: some DeclSyntaxProtocol,
    _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      context.report(
        "'@Presents' can only be applied to a variable",
        id: "presents-variable",
        at: node,
        fixIts: [.removing(node)]
      )
      return
    }
    if variable.isLet {
      context.report(
        "'@Presents' can only be applied to a 'var'",
        id: "presents-let",
        at: variable.bindingSpecifier,
        fixIts: [
          .replacing(
            variable.bindingSpecifier,
            with: TokenSyntax.keyword(.var),
            "Replace 'let' with 'var'",
            id: "let-to-var"
          )
        ]
      )
      return
    }
    if variable.isStatic || variable.isComputed || variable.bindings.count != 1 {
      context.report(
        "'@Presents' can only be applied to a single stored property",
        id: "presents-stored",
        at: node,
        fixIts: [.removing(node)]
      )
      return
    }
    guard let type = variable.bindings.first?.typeAnnotation?.type else {
      context.report(
        "'@Presents' requires a property with an optional type, as in 'var child: Child.State?'",
        id: "presents-type",
        at: variable.bindings
      )
      return
    }
    let optional: TypeSyntax =
      type.is(SomeOrAnyTypeSyntax.self) ? "(\(type.trimmed))?" : "\(type.trimmed)?"
    context.report(
      "'@Presents' requires an optional type",
      id: "presents-optional",
      at: type,
      fixIts: [.replacing(type, with: optional, "Make the type optional", id: "make-optional")]
    )
  }
}

/// A variable that `@Presents` can be applied to.
struct PresentedProperty {
  let name: TokenSyntax
  let modifiers: String
  /// The type inside the optional.
  let wrapped: String
  let initialValue: String

  var storage: String { "_\(name.bareText)" }

  init?(_ declaration: some DeclSyntaxProtocol) {
    guard
      let variable = declaration.as(VariableDeclSyntax.self),
      !variable.isLet, !variable.isStatic, !variable.isComputed,
      let name = variable.singleName,
      let binding = variable.bindings.first,
      let wrapped = binding.typeAnnotation?.type.wrappedInOptional
    else { return nil }
    self.name = name
    self.modifiers = variable.modifiers.trimmedDescription
    self.wrapped = wrapped.trimmedDescription
    self.initialValue = binding.initializer?.value.trimmedDescription ?? "nil"
  }
}

extension TypeSyntax {
  /// The type inside `T?` or `Optional<T>`.
  fileprivate var wrappedInOptional: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
    let (name, arguments): (String, GenericArgumentClauseSyntax?)
    if let identifier = self.as(IdentifierTypeSyntax.self) {
      (name, arguments) = (identifier.name.text, identifier.genericArgumentClause)
    } else if let member = self.as(MemberTypeSyntax.self) {
      (name, arguments) = (member.name.text, member.genericArgumentClause)
    } else {
      return nil
    }
    guard
      name == "Optional", let argument = arguments?.arguments.first,
      case .type(let wrapped) = argument.argument
    else { return nil }
    return wrapped
  }
}
