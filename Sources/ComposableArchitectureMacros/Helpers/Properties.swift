import SwiftSyntax

extension VariableDeclSyntax {
  /// The name of the variable, if this declares exactly one.
  var singleName: TokenSyntax? {
    guard bindings.count == 1 else { return nil }
    return bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed
  }

  var isStatic: Bool { modifiers.contains(.static) || modifiers.contains(.class) }

  var isLet: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// Whether the declaration has a getter, and so is a computed property.
  var isComputed: Bool {
    bindings.contains { binding in
      switch binding.accessorBlock?.accessors {
      case nil: false
      case .getter: true
      case .accessors(let accessors):
        accessors.contains { accessor in
          switch accessor.accessorSpecifier.tokenKind {
          case .keyword(.willSet), .keyword(.didSet): false
          default: true
          }
        }
      }
    }
  }
}

extension TokenSyntax {
  /// The identifier without its backticks.
  var bareText: String {
    text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
  }
}

/// How `@ObservableState` treats a variable of a struct.
enum StateProperty {
  /// The macro makes its reads and writes observed.
  case tracked(TokenSyntax)
  /// The macro `@Presents` makes it observed.
  case presented(TokenSyntax)
  /// It is left unchanged: constants, computed and static variables, shared state.
  case untouched
  /// It is `lazy`, `weak` or `unowned` and therefore cannot be observed.
  case unobservable(DeclModifierSyntax)
  /// Several variables in one declaration, to which macros cannot add accessors.
  case several
  /// It has a property wrapper, which cannot be combined with accessors.
  case wrapped(AttributeSyntax)

  init(_ variable: VariableDeclSyntax) {
    let attributes = variable.attributes
    if variable.isStatic || variable.isLet || variable.isComputed
      || attributes.contains("ObservationStateIgnored")
    {
      self = .untouched
    } else if let modifier = variable.modifiers.first(where: {
      Self.unobservable.contains($0.name.text)
    }) {
      self = .unobservable(modifier)
    } else if attributes.contains("Presents"), let name = variable.singleName {
      self = .presented(name)
    } else if attributes.all.contains(where: { Self.observedByThemselves.contains($0.shortName) }) {
      self = .untouched
    } else if let wrapper = attributes.all.first(where: \.mayBePropertyWrapper) {
      self = .wrapped(wrapper)
    } else if let name = variable.singleName {
      self = .tracked(name)
    } else {
      self = .several
    }
  }

  /// Modifiers of variables to which macros cannot add accessors.
  private static let unobservable: Set = ["lazy", "weak", "unowned"]

  /// Property wrappers whose values are observed without the macro.
  private static let observedByThemselves: Set = [
    "Fetch", "FetchAll", "FetchOne", "Shared", "SharedFetch", "SharedReader",
  ]
}

extension AttributeSyntax {
  /// Whether this is neither an attribute of the language, nor one of ours, nor a global actor.
  fileprivate var mayBePropertyWrapper: Bool {
    guard let first = shortName.first, first.isUppercase else { return false }
    return shortName != "ObservationStateTracked" && !shortName.hasSuffix("Actor")
  }
}

extension MemberBlockItemListSyntax {
  /// The variables that are declared here or in a branch of `#if`.
  var variables: [VariableDeclSyntax] { conditionalVariables.flattened() }

  /// The variables in source order, with the `#if` blocks around them.
  var conditionalVariables: [Conditional<VariableDeclSyntax>] {
    compactMap { member -> Conditional<VariableDeclSyntax>? in
      if let variable = member.decl.as(VariableDeclSyntax.self) { return .item(variable) }
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return nil }
      return .block(
        condition.clauses.map { clause in
          guard case .decls(let members)? = clause.elements else { return (clause.header, []) }
          return (clause.header, members.conditionalVariables)
        }
      )
    }
  }
}
