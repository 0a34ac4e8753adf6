import SwiftSyntax
import SwiftSyntaxMacros

@testable import ComposableArchitectureMacros

/// `@Reducer` without the case paths of the enums that it generates. They are those of
/// `@CasePathable` and would make the expected expansions hard to read.
enum AbridgedReducerMacro {}

extension AbridgedReducerMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try ReducerMacro.expansion(
      of: node,
      providingMembersOf: declaration,
      conformingTo: protocols,
      in: context
    )
    .map { member in
      guard var generated = member.as(EnumDeclSyntax.self) else { return member }
      generated.memberBlock.members = generated.memberBlock.members.filter { member in
        let type = member.decl.as(StructDeclSyntax.self)?.name.text
        return type != "AllCasePaths"
          && member.decl.as(VariableDeclSyntax.self)?.singleName?.text != "allCasePaths"
      }
      return DeclSyntax(generated)
    }
  }
}

extension AbridgedReducerMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    try ReducerMacro.expansion(
      of: node,
      attachedTo: declaration,
      providingAttributesFor: member,
      in: context
    )
  }
}

extension AbridgedReducerMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    try ReducerMacro.expansion(
      of: node,
      attachedTo: declaration,
      providingExtensionsOf: type,
      conformingTo: protocols,
      in: context
    )
  }
}
