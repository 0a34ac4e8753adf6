import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ObservationStateTracked`: turns a stored property into `_name` and accessors that observe it.
enum ObservationStateTrackedMacro {}

extension ObservationStateTrackedMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let name = trackedName(of: declaration) else { return [] }
    let storage = "_\(name.bareText)"
    // `willSet` and `didSet` run whenever the storage is handed out to be changed in place. A change
    // must run them once: it is then a `get` and a `set`, which assigns the storage.
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

/// Makes `willSet` and `didSet`, which move to the storage, speak of the storage.
///
/// An observer may assign to its own property without running again. If it went on to name the
/// observed property, it would call itself for ever.
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
      // Only what stands before the dot may mean our property.
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

/// Finds out whether the observers declare a name of their own that hides the property.
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
