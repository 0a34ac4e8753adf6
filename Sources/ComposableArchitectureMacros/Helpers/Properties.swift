import SwiftSyntax

extension VariableDeclSyntax {
  /// The name of the variable, if this declares exactly one.
  var singleName: TokenSyntax? {
    guard bindings.count == 1 else { return nil }
    return bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed
  }

  var isStatic: Bool { modifiers.contains(.static) || modifiers.contains(.class) }

  var isLet: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// Whether the declaration has a getter: it then stores nothing.
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

/// What `@ObservableState` does with a variable of a struct.
enum StateProperty {
  /// Its reads and writes are observed.
  case tracked(TokenSyntax)
  /// It is observed by its own macro, `@Presents`.
  case presented(TokenSyntax)
  /// It is left as it is: constants, computed and static variables, shared state.
  case untouched
  /// It is `lazy`, `weak` or `unowned`, and so cannot be observed.
  case unobservable(DeclModifierSyntax)
  /// Several variables in one declaration, which macros cannot take apart.
  case several
  /// It has a property wrapper that would hide the storage.
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

  /// Macros cannot add accessors to these.
  private static let unobservable: Set = ["lazy", "weak", "unowned"]

  /// Property wrappers that observe what they store.
  private static let observedByThemselves: Set = [
    "Fetch", "FetchAll", "FetchOne", "Shared", "SharedFetch", "SharedReader",
  ]
}

extension AttributeSyntax {
  /// Whether this is none of the language's attributes, nor of ours, nor a global actor.
  fileprivate var mayBePropertyWrapper: Bool {
    guard let first = shortName.first, first.isUppercase else { return false }
    return shortName != "ObservationStateTracked" && !shortName.hasSuffix("Actor")
  }
}

extension MemberBlockItemListSyntax {
  /// The variables declared here and in any branch of `#if`.
  var variables: [VariableDeclSyntax] { conditionalVariables.flattened() }

  /// The variables in source order, with the `#if` around them.
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
