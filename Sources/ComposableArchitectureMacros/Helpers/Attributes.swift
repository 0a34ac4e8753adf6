import SwiftSyntax

extension AttributeSyntax {
  /// The name of the attribute without module and generic arguments: `Presents` for `@A.Presents`.
  var shortName: String {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    if let identifier = attributeName.as(IdentifierTypeSyntax.self) { return identifier.name.text }
    return attributeName.trimmedDescription
  }
}

extension AttributeListSyntax {
  /// All attributes, also those inside `#if`.
  var all: [AttributeSyntax] {
    flatMap { element -> [AttributeSyntax] in
      switch element {
      case .attribute(let attribute):
        return [attribute]
      case .ifConfigDecl(let condition):
        return condition.clauses.flatMap { clause -> [AttributeSyntax] in
          guard case .attributes(let attributes)? = clause.elements else { return [] }
          return attributes.all
        }
      }
    }
  }

  func first(named name: String) -> AttributeSyntax? {
    all.first { $0.shortName == name }
  }

  func contains(_ name: String) -> Bool {
    first(named: name) != nil
  }
}

extension DeclModifierListSyntax {
  func contains(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) }
  }
}
