import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@CasePathable`: adds a case path for each case of an enum, and conformances that look them up.
enum CasePathableMacro: VerbatimMacro {}

extension CasePathableMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard
      declaration.is(EnumDeclSyntax.self), !protocols.isEmpty,
      !reportNestedPrivate(declaration, node, in: context)
    else { return [] }
    let conformances =
      protocols
      .map { "nonisolated CaseKeyPaths.\($0.trimmedDescription.split(separator: ".").last!)" }
      .joined(separator: ", ")
    return [
      try ExtensionDeclSyntax("extension \(type.trimmed): \(raw: conformances) {}")
    ]
  }
}

extension CasePathableMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      context.report(
        "'@CasePathable' can only be applied to an enum",
        id: "case-pathable-enum",
        at: node,
        fixIts: [.removing(node)]
      )
      return []
    }
    let cases = declaration.conditionalCases
    guard !reportOverloadedCases(cases, node, in: context) else { return [] }

    return members(
      ofEnum: declaration.name.text,
      cases,
      AccessLevel(of: declaration, in: context).prefix
    ).map { "\(raw: $0)" }
  }

  /// Returns the members of an enum that declare its case paths.
  static func members(
    ofEnum name: String,
    _ cases: [Conditional<EnumCase>],
    _ access: String
  ) -> [String] {
    var renamer = PayloadRenamer(enumName: name)
    let root = renamer.root
    let properties = cases.lines { property(for: $0, root: root, access, &renamer) }
    let aliases = renamer.aliases.map { "\(access)typealias _$\($0) = \($0)" }
    let type = """
      \(access)nonisolated struct AllCasePaths: \
      CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
        \(access)typealias Root = \(root)
      \(subscripts(cases, root: root, access).joined(indentedBy: 2))
      \(properties.joined(indentedBy: 2))
      \(iterator(cases, root: root, access).joined(indentedBy: 2))
      }
      """
    let allCasePaths =
      "\(access)nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }"
    return aliases + [type, allCasePaths]
  }

  private static func property(
    for item: EnumCase,
    root: String,
    _ access: String,
    _ renamer: inout PayloadRenamer
  ) -> String {
    let availability = item.attributes.all
      .filter { $0.shortName == "available" }
      .map { "\($0.trimmedDescription)\n" }
      .joined()
    let payload = renamer.rename(item.payload)
    let embed: String
    let extract: String
    switch item.parameters.count {
    case 0:
      embed = "{ _ in \(root).\(item.name) }"
      extract = "guard case .\(item.name) = $0 else { return nil }\n      return ()"
    case 1:
      // Not a closure: if the type of its parameter has no values, such as an action without cases,
      // the compiler warns that its code is never executed.
      embed = "\(root).\(item.name)"
      extract = "guard case let .\(item.name)(v0) = $0 else { return nil }\n      return v0"
    default:
      let names = item.parameters.indices.map { "v\($0)" }.joined(separator: ", ")
      embed = "{ \(root).\(item.name)(\(item.arguments { "$0.\($0)" })) }"
      extract =
        "guard case let .\(item.name)(\(names)) = $0 else { return nil }\n      return (\(names))"
    }
    return """
      \(availability)\(access)var \(item.name): CaseKeyPaths.AnyCasePath<\(root), \(payload)> {
        CaseKeyPaths.AnyCasePath<\(root), \(payload)>(
          _embed: \(embed),
          extract: {
            \(extract)
          }
        )
      }
      """
  }

  /// Returns the subscript that looks up the case path of a value's case.
  private static func subscripts(
    _ cases: [Conditional<EnumCase>],
    root: String,
    _ access: String
  ) -> [String] {
    let head = "\(access)subscript(root: \(root)) -> CaseKeyPaths.PartialCaseKeyPath<\(root)> {"
    // Without cases it is never called. After a `return` the compiler would warn about that.
    guard !cases.isEmpty else { return [head, "  \\.self", "}"] }
    // Not a `switch`: the compiler calls it incomplete if no case can have a value, as with the
    // actions of features that have none yet.
    return deprecation(cases) + [head]
      + cases.lines { "  if case .\($0.name) = root { return \\.\($0.name) }" }
      + ["  return \\.self", "}"]
  }

  /// Returns the iterator over all case paths, in the order of the cases.
  private static func iterator(
    _ cases: [Conditional<EnumCase>],
    root: String,
    _ access: String
  ) -> [String] {
    let element = "CaseKeyPaths.PartialCaseKeyPath<\(root)>"
    let head = "\(access)func makeIterator() -> Swift.IndexingIterator<[\(element)]> {"
    guard !cases.isEmpty else { return [head, "  [].makeIterator()", "}"] }
    return deprecation(cases) + [
      head,
      "  var allCasePaths: [\(element)] = []",
      "  allCasePaths.reserveCapacity(\(cases.flattened().count))",
    ] + cases.lines { "  allCasePaths.append(\\.\($0.name))" }
      + ["  return allCasePaths.makeIterator()", "}"]
  }
}

extension CasePathableMacro {
  /// Returns `@available(*, deprecated)` if a case is deprecated. The compiler does not warn if
  /// deprecated code uses deprecated cases, nor if the implementation of a protocol's requirement
  /// is deprecated.
  private static func deprecation(_ cases: [Conditional<EnumCase>]) -> [String] {
    let isDeprecated = cases.flattened().contains { item in
      item.attributes.all.contains {
        $0.shortName == "available" && $0.trimmedDescription.contains("deprecated")
      }
    }
    return isDeprecated ? ["@available(*, deprecated)"] : []
  }
}

/// Rewrites types for use inside `AllCasePaths`, where `Self` and the names of the associated types
/// of its protocols have another meaning.
private struct PayloadRenamer {
  /// The name of the enum.
  let root: String
  /// The names for which the enum must offer an alias that starts with `_$`.
  private(set) var aliases: [String] = []

  private static let hidden: Set = ["Element", "Iterator", "Root"]

  init(enumName: String) {
    if Self.hidden.contains(enumName) {
      root = "_$" + enumName
      aliases = [enumName]
    } else {
      root = enumName
    }
  }

  mutating func rename(_ payload: String) -> String {
    // To parse each type would take longer than all the rest.
    guard Self.hidden.union(["Self"]).contains(where: payload.contains) else { return payload }
    let rewriter = Rewriter(root: root)
    let type = rewriter.rewrite(TypeSyntax("\(raw: payload)"))
    for name in rewriter.used where !aliases.contains(name) { aliases.append(name) }
    return type.description
  }

  private final class Rewriter: SyntaxRewriter {
    let root: String
    var used: [String] = []

    init(root: String) { self.root = root }

    override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
      guard let visited = super.visit(node).as(IdentifierTypeSyntax.self) else {
        return TypeSyntax(node)
      }
      let name = visited.name.text
      if name == "Self" {
        return TypeSyntax(visited.with(\.name.tokenKind, .identifier(root)))
      }
      guard PayloadRenamer.hidden.contains(name) else { return TypeSyntax(visited) }
      used.append(name)
      return TypeSyntax(visited.with(\.name.tokenKind, .identifier("_$" + name)))
    }
  }
}
