import SwiftSyntax

/// A stored property of a dependency client whose type is a function.
struct Endpoint {
  let name: TokenSyntax
  let variable: VariableDeclSyntax
  /// The type as written, with its attributes.
  let type: TypeSyntax
  let function: FunctionTypeSyntax
  let initializer: InitializerClauseSyntax?

  /// - Returns: `nil` unless the declaration is a single stored `var` whose type is a function.
  init?(_ variable: VariableDeclSyntax) {
    guard
      !variable.isLet, !variable.isStatic, !variable.isComputed, !variable.isDependency,
      let name = variable.singleName,
      let binding = variable.bindings.first,
      let type = binding.typeAnnotation?.type.trimmed,
      let function = type.functionType
    else { return nil }
    self.name = name
    self.variable = variable
    self.type = type
    self.function = function
    self.initializer = binding.initializer
  }

  var storage: String { "_\(name.bareText)" }

  var isAsync: Bool { function.effectSpecifiers?.asyncSpecifier != nil }

  /// Whether calls are marked by `try`.
  var isThrowing: Bool { throwsClause != nil }

  /// Whether any error may be thrown, including that of an endpoint without an implementation.
  var throwsAnyError: Bool {
    guard let throwsClause else { return false }
    return throwsClause.type.map { $0.trimmedDescription == "any Error" } ?? true
  }

  /// Whether the function returns nothing.
  var returnsVoid: Bool {
    ["Void", "()", "(Void)", "Swift.Void"].contains(function.returnClause.type.trimmedDescription)
  }

  /// Whether the function may return `nil`.
  var returnsOptional: Bool { function.returnClause.type.isOptional }

  private var throwsClause: ThrowsClauseSyntax? { function.effectSpecifiers?.throwsClause }

  /// The parameters of a closure that ignores them: `_, _ in`; empty without parameters.
  var ignoredParameters: String {
    function.parameters.isEmpty
      ? "" : function.parameters.map { _ in "_" }.joined(separator: ", ") + " in"
  }

  /// Whether a parameter has a name that can be a label.
  var hasLabels: Bool { function.parameters.contains { $0.secondName != nil } }
}

extension VariableDeclSyntax {
  /// Whether the property is a `@Dependency`, which initializers leave out.
  var isDependency: Bool { attributes.contains("Dependency") }
}

extension TypeSyntax {
  /// Whether the type is written as an optional: `Int?`, `Optional<Int>` or `(Int?)`.
  var isOptional: Bool {
    if self.is(OptionalTypeSyntax.self) { return true }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first
    {
      return element.type.isOptional
    }
    if let member = self.as(MemberTypeSyntax.self) {
      return member.baseType.trimmedDescription == "Swift" && member.name.text == "Optional"
    }
    return self.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
  }

  /// The function type inside attributes and parentheses.
  fileprivate var functionType: FunctionTypeSyntax? {
    if let function = self.as(FunctionTypeSyntax.self) { return function }
    if let attributed = self.as(AttributedTypeSyntax.self) {
      return attributed.baseType.functionType
    }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first
    {
      return element.type.functionType
    }
    return nil
  }
}
