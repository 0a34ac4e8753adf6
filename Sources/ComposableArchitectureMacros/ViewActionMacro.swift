import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ViewAction(for:)`: makes a view send only the view actions of its feature.
enum ViewActionMacro: VerbatimMacro, ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let members = declaration.memberBlock.members
    guard
      members.variables.contains(where: { variable in
        variable.bindings.contains { binding in
          binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "store"
        }
      })
    else {
      reportMissingStore(of: declaration, type, node, context)
      return []
    }
    let finder = StoreSendFinder()
    finder.walk(members)
    for call in finder.calls { reportDirectSend(call, context) }

    guard !protocols.isEmpty else { return [] }
    return [
      try ExtensionDeclSyntax(
        "extension \(type.trimmed): ComposableArchitecture.ViewActionSending {}"
      )
    ]
  }

  private static func reportMissingStore(
    of declaration: some DeclGroupSyntax,
    _ type: some TypeSyntaxProtocol,
    _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) {
    let feature = node.feature ?? "<#Feature#>"
    var members = declaration.memberBlock.members
    let store: DeclSyntax = "let store: StoreOf<\(raw: feature)>"
    members.insert(
      MemberBlockItemSyntax(leadingTrivia: .newline + .spaces(2), decl: store),
      at: members.startIndex
    )
    context.report(
      "'@ViewAction' requires '\(type.trimmed)' to have a property 'store' of type 'Store'",
      id: "view-action-store",
      at: node,
      fixIts: [
        FixIt(
          message: Fix(message: "Add 'store'", id: "view-action-add-store"),
          changes: [
            .replace(
              oldNode: Syntax(declaration.memberBlock.members),
              newNode: Syntax(members)
            )
          ]
        )
      ]
    )
  }

  private static func reportDirectSend(
    _ call: FunctionCallExprSyntax,
    _ context: some MacroExpansionContext
  ) {
    // `store.send(.view(.tapped))` becomes `send(.tapped)`. There is no fix-it for other actions,
    // which a view cannot send.
    var fixIts: [FixIt] = []
    if let action = call.arguments.first?.expression.as(FunctionCallExprSyntax.self),
      let name = action.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
      name == "view", action.arguments.count == 1
    {
      let new = call.with(\.calledExpression, "send").with(\.arguments, action.arguments)
      fixIts = [
        .replacing(call, with: new, "Call 'send' with a view action", id: "view-action-send")
      ]
    }
    context.report(
      "'store.send' sends actions that are not view actions; call 'send' instead",
      id: "view-action-direct-send",
      severity: .warning,
      at: call,
      fixIts: fixIts
    )
  }
}

extension AttributeSyntax {
  /// `Feature` of `@ViewAction(for: Feature.self)`.
  fileprivate var feature: String? {
    guard
      case .argumentList(let arguments)? = arguments,
      let type = arguments.first?.expression.as(MemberAccessExprSyntax.self),
      type.declName.baseName.text == "self"
    else { return nil }
    return type.base?.trimmedDescription
  }
}

/// Finds `store.send(…)` and `self.store.send(…)`.
private final class StoreSendFinder: SyntaxVisitor {
  private(set) var calls: [FunctionCallExprSyntax] = []

  init() { super.init(viewMode: .sourceAccurate) }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let callee = node.calledExpression.as(MemberAccessExprSyntax.self),
      callee.declName.baseName.text == "send",
      let base = callee.base?.trimmedDescription,
      base == "store" || base == "self.store"
    {
      calls.append(node)
    }
    return .visitChildren
  }
}
