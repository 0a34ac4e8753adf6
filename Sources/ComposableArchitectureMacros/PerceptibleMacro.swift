import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Perceptible`: the standard library's `@Observable` under another name.
enum PerceptibleMacro: VerbatimMacro {}

extension PerceptibleMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ClassDeclSyntax.self), !protocols.isEmpty else { return [] }
    return [
      try ExtensionDeclSyntax("extension \(type.trimmed): nonisolated Observation.Observable {}")
    ]
  }
}

extension PerceptibleMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard
      declaration.is(ClassDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self),
      !variable.isStatic, !variable.isLet, !variable.isComputed, variable.singleName != nil,
      !variable.modifiers.contains(.lazy),
      !variable.attributes.all.contains(where: { Self.marks.contains($0.shortName) })
    else { return [] }
    return ["@Observation.ObservationTracked"]
  }

  /// Attributes of variables that are not observed, or are already observed.
  private static let marks: Set = [
    "ObservationIgnored", "ObservationTracked", "PerceptionIgnored", "PerceptionTracked",
  ]
}

extension PerceptibleMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(ClassDeclSyntax.self) else {
      context.report(
        "'@Perceptible' can only be applied to a class",
        id: "perceptible-class",
        at: node,
        fixIts: [.removing(node)]
      )
      return []
    }
    let name = declaration.name.trimmed
    return [
      """
      private nonisolated let _$observationRegistrar = Observation.ObservationRegistrar()
      """,
      """
      nonisolated func access<_$Member>(
        keyPath: Swift.KeyPath<\(name), _$Member>
      ) {
        _$observationRegistrar.access(self, keyPath: keyPath)
      }
      """,
      """
      nonisolated func withMutation<_$Member, _$Result>(
        keyPath: Swift.KeyPath<\(name), _$Member>,
        _ mutation: () throws -> _$Result
      ) rethrows -> _$Result {
        try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
      }
      """,
      """
      private nonisolated func shouldNotifyObservers<_$Member>(
        _ old: _$Member,
        _ new: _$Member
      ) -> Bool {
        true
      }
      """,
      """
      private nonisolated func shouldNotifyObservers<_$Member: Swift.Equatable>(
        _ old: _$Member,
        _ new: _$Member
      ) -> Bool {
        old != new
      }
      """,
    ]
  }
}

/// `@PerceptionIgnored`: an attribute that `@Perceptible` looks for. It generates nothing.
enum PerceptionIgnoredMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
