import SwiftSyntax

/// A case of an enum, with what macros need to know about it.
struct EnumCase {
  struct Parameter {
    /// The label written at the call, if any.
    let label: String?
    let type: TypeSyntax
    let defaultValue: ExprSyntax?
  }

  /// The position in the enum, counted over all branches of `#if`.
  let index: Int
  let element: EnumCaseElementSyntax
  let attributes: AttributeListSyntax
  let parameters: [Parameter]

  /// The name as written, with its backticks.
  var name: String { element.name.text }

  /// The type of the payload: `Void`, the type of the only value, or a tuple with the labels.
  var payload: String {
    switch parameters.count {
    case 0: "Void"
    case 1: parameters[0].type.trimmedDescription
    default: "(" + parameters.map(\.declaration).joined(separator: ", ") + ")"
    }
  }

  /// The declaration of the case without default values: `case a(x: Int, String)`.
  var declaration: String {
    guard !parameters.isEmpty else { return "case \(name)" }
    return "case \(name)(" + parameters.map(\.declaration).joined(separator: ", ") + ")"
  }

  /// The declaration of the case with default values: `case a(x: Int = 1, String)`.
  var declarationWithDefaults: String {
    guard !parameters.isEmpty else { return "case \(name)" }
    let list = parameters.map { parameter in
      parameter.declaration + (parameter.defaultValue.map { " = \($0)" } ?? "")
    }
    return "case \(name)(" + list.joined(separator: ", ") + ")"
  }

  /// Returns the arguments of a call or of a pattern, with their labels: `x: v0, v1`.
  func arguments(_ argument: (Int) -> String) -> String {
    parameters.enumerated()
      .map { index, parameter in (parameter.label.map { "\($0): " } ?? "") + argument(index) }
      .joined(separator: ", ")
  }
}

extension EnumCase.Parameter {
  var declaration: String { (label.map { "\($0): " } ?? "") + type.trimmedDescription }
}

extension EnumDeclSyntax {
  /// The cases in source order, with the `#if` blocks around them.
  var conditionalCases: [Conditional<EnumCase>] {
    var count = 0
    return memberBlock.members.conditionalCases(count: &count)
  }
}

extension MemberBlockItemListSyntax {
  fileprivate func conditionalCases(count: inout Int) -> [Conditional<EnumCase>] {
    var cases: [Conditional<EnumCase>] = []
    for member in self {
      if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
        for element in declaration.elements {
          cases.append(
            .item(
              EnumCase(
                index: count,
                element: element,
                attributes: declaration.attributes,
                parameters: element.casePathParameters
              )
            )
          )
          count += 1
        }
      } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        let clauses = condition.clauses.map { clause in
          var items: [Conditional<EnumCase>] = []
          if case .decls(let members)? = clause.elements {
            items = members.conditionalCases(count: &count)
          }
          return (condition: clause.header, items: items)
        }
        if clauses.contains(where: { !$0.items.isEmpty }) { cases.append(.block(clauses)) }
      }
    }
    return cases
  }
}

extension EnumCaseElementSyntax {
  fileprivate var casePathParameters: [EnumCase.Parameter] {
    (parameterClause?.parameters ?? []).map { parameter in
      let label = parameter.firstName?.text
      return EnumCase.Parameter(
        label: label == "_" ? nil : label,
        type: parameter.type.trimmed,
        defaultValue: parameter.defaultValue?.value.trimmed
      )
    }
  }
}

extension IfConfigClauseSyntax {
  /// The first line of the clause: `#if DEBUG`, `#elseif os(Linux)` or `#else`.
  var header: String {
    [poundKeyword.text, condition?.trimmedDescription]
      .compactMap { $0 }
      .joined(separator: " ")
  }
}
