import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A diagnostic message of a macro.
struct Diagnosis: DiagnosticMessage {
  let message: String
  let id: String
  var severity: DiagnosticSeverity = .error

  var diagnosticID: MessageID { MessageID(domain: "ComposableArchitectureMacros", id: id) }
}

/// The title of a fix-it.
struct Fix: FixItMessage {
  let message: String
  let id: String

  var fixItID: MessageID { MessageID(domain: "ComposableArchitectureMacros", id: id) }
}

extension MacroExpansionContext {
  /// Reports `message` at `node`.
  func report(
    _ message: String,
    id: String,
    severity: DiagnosticSeverity = .error,
    at node: some SyntaxProtocol,
    fixIts: [FixIt] = []
  ) {
    diagnose(
      Diagnostic(
        node: node,
        message: Diagnosis(message: message, id: id, severity: severity),
        fixIts: fixIts
      )
    )
  }
}

extension FixIt {
  /// Returns a fix-it that replaces `old` by `new`, and keeps the trivia around it.
  static func replacing(
    _ old: some SyntaxProtocol,
    with new: some SyntaxProtocol,
    _ message: String,
    id: String
  ) -> FixIt {
    var new = Syntax(new)
    new.leadingTrivia = old.leadingTrivia
    new.trailingTrivia = old.trailingTrivia
    return FixIt(
      message: Fix(message: message, id: id),
      changes: [.replace(oldNode: Syntax(old), newNode: new)]
    )
  }

  /// Returns a fix-it that removes an attribute.
  static func removing(_ attribute: AttributeSyntax) -> FixIt {
    let name = "@\(attribute.shortName)"
    let nothing = MissingExprSyntax(placeholder: .identifier(""))
    return FixIt(
      message: Fix(message: "Remove '\(name)'", id: "remove-\(attribute.shortName)"),
      changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(nothing))]
    )
  }

  /// Returns a fix-it that changes a class or an actor to a struct; `nil` for other declarations.
  static func makingStruct(of declaration: some DeclGroupSyntax) -> FixIt? {
    let keyword: TokenSyntax? =
      declaration.as(ClassDeclSyntax.self)?.classKeyword
      ?? declaration.as(ActorDeclSyntax.self)?.actorKeyword
    guard let keyword else { return nil }
    var new = TokenSyntax.keyword(.struct)
    new.leadingTrivia = keyword.leadingTrivia
    new.trailingTrivia = keyword.trailingTrivia
    var changes: [FixIt.Change] = [.replace(oldNode: Syntax(keyword), newNode: Syntax(new))]
    // A struct cannot be `final`.
    let modifiers = declaration.modifiers
    if let index = modifiers.firstIndex(where: { $0.name.tokenKind == .keyword(.final) }) {
      var others = modifiers
      others.remove(at: index)
      others.leadingTrivia = modifiers.leadingTrivia
      changes.append(.replace(oldNode: Syntax(modifiers), newNode: Syntax(others)))
    }
    return FixIt(
      message: Fix(message: "Replace '\(keyword.text)' with 'struct'", id: "to-struct"),
      changes: changes
    )
  }

  /// Returns a fix-it that inserts an attribute in front of a property, on the same line.
  static func prepending(_ attribute: String, to variable: VariableDeclSyntax) -> FixIt {
    var new = variable.trimmed
    let added: AttributeSyntax = "\(raw: attribute) "
    new.attributes.insert(.attribute(added), at: new.attributes.startIndex)
    return .replacing(variable, with: new, "Insert '\(attribute)'", id: "insert-\(attribute)")
  }
}
