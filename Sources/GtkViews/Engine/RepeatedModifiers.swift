import IssueReporting

// Modifiers of which a view, or a list, takes only one.

extension Forwarding {
  /// The nodes of the modifiers that are written at the same view before this one, from the outside
  /// in, and the node of that view.
  var modifiedNodes: some Sequence<Node> {
    sequence(first: self as Node) { ($0 as? any Forwarding)?.forwarded }.dropFirst()
  }
}

/// Reports that a view has a modifier twice, of which only the outer one, or only the inner one,
/// has an effect.
///
/// - Parameters:
///   - name: The name of the modifier.
///   - outcome: What has become of the two.
func reportRepeatedModifier(_ name: String, _ outcome: String) {
  reportIssue("A view has '\(name)' twice. \(outcome) Remove one of them.")
}

/// The names and types of lists that have been reported: each evaluation of a body says the same
/// again.
private var reportedActions: Set<String> = []

/// Reports that a list is given something that it has already, such as a second action for Delete.
///
/// - Parameters:
///   - name: The name of the modifier.
///   - list: The list.
///   - first: What the list has; `nil` if it has nothing yet.
func reportSecond<List, First>(_ name: String, of list: List, after first: First?) {
  guard first != nil, reportedActions.insert("\(name) \(List.self)").inserted else { return }
  reportRepeatedModifier(name, "The list or 'ForEach' uses the second one, and not the first one.")
}
