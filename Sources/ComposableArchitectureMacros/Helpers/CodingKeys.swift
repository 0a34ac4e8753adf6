import SwiftSyntax

extension StructDeclSyntax {
  /// The lines of an enum `CodingKeys` that encodes the storage of observed properties under the
  /// names of the properties. `nil` if the struct is not declared `Codable`, or declares coding
  /// keys itself.
  var codingKeys: [String]? {
    let inherited = inheritanceClause?.inheritedTypes ?? []
    let isCodable = inherited.contains { inheritance in
      let name =
        inheritance.type.as(MemberTypeSyntax.self)?.name.text
        ?? inheritance.type.as(IdentifierTypeSyntax.self)?.name.text
      return name.map(["Codable", "Decodable", "Encodable"].contains) ?? false
    }
    guard isCodable, !memberBlock.members.declaresType("CodingKeys") else { return nil }
    return memberBlock.members.codingKeys
  }
}

extension MemberBlockItemListSyntax {
  fileprivate var codingKeys: [String] {
    flatMap { member -> [String] in
      if let variable = member.decl.as(VariableDeclSyntax.self) { return variable.codingKeys }
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return [] }
      let clauses = condition.clauses.map { clause -> (header: String, keys: [String]) in
        guard case .decls(let members)? = clause.elements else { return (clause.header, []) }
        return (clause.header, members.codingKeys)
      }
      guard clauses.contains(where: { !$0.keys.isEmpty }) else { return [] }
      return clauses.flatMap { [$0.header] + $0.keys } + ["#endif"]
    }
  }
}

extension VariableDeclSyntax {
  fileprivate var codingKeys: [String] {
    guard !isStatic, !isComputed, !modifiers.contains(.lazy) else { return [] }
    switch StateProperty(self) {
    case .tracked(let name), .presented(let name):
      return ["case _\(name.bareText) = \"\(name.bareText)\""]
    case .untouched, .unobservable, .several, .wrapped:
      return bindings.compactMap { binding in
        binding.pattern.as(IdentifierPatternSyntax.self).map { "case \($0.identifier.text)" }
      }
    }
  }
}
