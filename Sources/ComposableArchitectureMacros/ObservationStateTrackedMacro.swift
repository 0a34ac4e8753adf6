import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ObservationStateTracked`: replaces a stored property by the storage `_name` and accessors that
/// observe it.
enum ObservationStateTrackedMacro: VerbatimMacro {}

extension ObservationStateTrackedMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let name = trackedName(of: declaration) else { return [] }
    let storage = "_\(name.bareText)"
    // `willSet` and `didSet` run at each in-place access of the storage. They must run once for
    // each change, so such a property has only `get` and `set`, which assigns the storage.
    let hasObservers =
      declaration.as(VariableDeclSyntax.self)?.bindings.first?.accessorBlock != nil
    return [initAccessor(storage: storage, value: "initialValue")]
      + (hasObservers
        ? assigningAccessors(name, storage: storage) : trackedAccessors(name, storage: storage))
  }
}

extension ObservationStateTrackedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard
      let name = trackedName(of: declaration),
      let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first?.trimmed
    else { return [] }
    let storage = TokenSyntax.identifier("_\(name.bareText)")
    var stored = binding
    stored.pattern = PatternSyntax(
      IdentifierPatternSyntax(
        identifier: storage.with(\.trailingTrivia, binding.pattern.trailingTrivia)
      )
    )
    if let observers = binding.accessorBlock {
      stored.accessorBlock = ObserverRenamer(name: name, storage: storage).rename(observers)
    }
    return [
      """
      @ComposableArchitecture.ObservationStateIgnored
      private var \(stored)
      """
    ]
  }

  private static func trackedName(of declaration: some DeclSyntaxProtocol) -> TokenSyntax? {
    guard
      let variable = declaration.as(VariableDeclSyntax.self),
      !variable.isLet, !variable.isStatic, !variable.isComputed
    else { return nil }
    return variable.singleName
  }
}

/// Renames the property to its storage in `willSet` and `didSet`, which are moved to the storage.
///
/// An observer may assign its own property without running again. If it still assigned the observed
/// property, it would call itself without end.
private final class ObserverRenamer: SyntaxRewriter {
  private let name: TokenSyntax
  private let storage: TokenSyntax
  private var isShadowed = false

  init(name: TokenSyntax, storage: TokenSyntax) {
    self.name = name
    self.storage = storage
  }

  func rename(_ observers: AccessorBlockSyntax) -> AccessorBlockSyntax {
    let finder = ShadowFinder(name: name.bareText)
    finder.walk(observers)
    isShadowed = finder.found
    return rewrite(observers).cast(AccessorBlockSyntax.self)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> ExprSyntax {
    guard
      let base = node.base?.as(DeclReferenceExprSyntax.self),
      base.baseName.tokenKind == .keyword(.self)
    else {
      // Only the expression before the dot can be the property.
      return ExprSyntax(node.with(\.base, node.base.map { rewrite($0).cast(ExprSyntax.self) }))
    }
    guard node.declName.baseName.bareText == name.bareText else { return ExprSyntax(node) }
    return ExprSyntax(node.with(\.declName, renamed(node.declName)))
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
    guard !isShadowed, node.baseName.bareText == name.bareText else { return ExprSyntax(node) }
    return ExprSyntax(renamed(node))
  }

  private func renamed(_ node: DeclReferenceExprSyntax) -> DeclReferenceExprSyntax {
    node.with(
      \.baseName,
      storage.with(\.leadingTrivia, node.baseName.leadingTrivia)
        .with(\.trailingTrivia, node.baseName.trailingTrivia)
    )
  }
}

/// Finds out whether the observers declare a local name that shadows the property.
private final class ShadowFinder: SyntaxVisitor {
  private let name: String
  private(set) var found = false

  init(name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    note(node.identifier)
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    note(node.name)
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    note(node.secondName ?? node.firstName)
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    note(node.secondName ?? node.firstName)
  }

  override func visit(_ node: AccessorParametersSyntax) -> SyntaxVisitorContinueKind {
    note(node.name)
  }

  private func note(_ identifier: TokenSyntax) -> SyntaxVisitorContinueKind {
    if identifier.bareText == name { found = true }
    return .visitChildren
  }
}
