import SwiftSyntax
import SwiftSyntaxMacros

/// Reports a type that is `private` inside another one.
///
/// The conformances are declared in an extension at file level, where such a type cannot be named.
///
/// - Returns: Whether the type is private inside another one.
func reportNestedPrivate(
  _ declaration: some DeclGroupSyntax,
  _ node: AttributeSyntax,
  in context: some MacroExpansionContext
) -> Bool {
  guard
    !context.lexicalContext.isEmpty,
    let modifier = declaration.modifiers.first(where: {
      $0.name.tokenKind == .keyword(.private)
    })
  else { return false }
  context.report(
    "'@\(node.shortName)' cannot be applied to a nested type that is 'private'",
    id: "nested-private",
    at: modifier,
    fixIts: [
      .replacing(
        modifier.name,
        with: TokenSyntax.keyword(.fileprivate),
        "Replace 'private' with 'fileprivate'",
        id: "private-to-fileprivate"
      )
    ]
  )
  return true
}

/// Reports cases that differ only in their labels. The members that are generated for them would
/// have the same name.
///
/// - Returns: Whether there are such cases.
func reportOverloadedCases(
  _ cases: [Conditional<EnumCase>],
  _ node: AttributeSyntax,
  in context: some MacroExpansionContext
) -> Bool {
  var found = false
  func visit(_ cases: [Conditional<EnumCase>], seen: Set<String>) -> Set<String> {
    var seen = seen
    for element in cases {
      switch element {
      case .item(let item):
        guard !seen.insert(item.name).inserted else { continue }
        found = true
        context.report(
          "'@\(node.shortName)' requires different case names, but several are '\(item.name)'",
          id: "overloaded-case",
          at: item.element.name
        )
      case .block(let clauses):
        // The branches of one `#if` exclude each other.
        seen = clauses.reduce(into: seen) { all, clause in
          all.formUnion(visit(clause.items, seen: seen))
        }
      }
    }
    return seen
  }
  _ = visit(cases, seen: [])
  return found
}
