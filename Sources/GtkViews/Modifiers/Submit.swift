import GtkKit

/// The actions for Enter in a text field, from the innermost to the outermost.
struct SubmitAction: Equatable {
  let identity: ObjectIdentifier
  let run: () -> Void

  static func == (a: SubmitAction, b: SubmitAction) -> Bool { a.identity == b.identity }
}

private enum SubmitKey: EnvironmentKey {
  static let defaultValue: SubmitAction? = nil
}

private enum SearchSubmitKey: EnvironmentKey {
  static let defaultValue: SubmitAction? = nil
}

extension EnvironmentValues {
  /// What Enter does in a text field.
  var submit: SubmitAction? {
    get { self[SubmitKey.self] }
    set { self[SubmitKey.self] = newValue }
  }

  /// What Enter does in the entry of a search.
  var searchSubmit: SubmitAction? {
    get { self[SearchSubmitKey.self] }
    set { self[SearchSubmitKey.self] = newValue }
  }
}

/// Where Enter submits what was typed.
public struct SubmitTriggers: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// In text fields.
  public static let text = SubmitTriggers(rawValue: 1)
  /// In the entry of a search; see ``View/searchable(text:prompt:)``.
  public static let search = SubmitTriggers(rawValue: 2)
}

extension View {
  /// Performs an action when the user presses Enter in a text field of this view.
  public func onSubmit(_ action: @escaping () -> Void) -> some View {
    onSubmit(of: .text, action)
  }

  /// Performs an action when the user presses Enter in a text field, or in the search, of this
  /// view.
  ///
  /// What was searched for is selected then, so that what is typed or scanned next replaces it.
  ///
  /// - Parameters:
  ///   - triggers: Where Enter performs the action.
  ///   - action: The action. It is performed after those of views inside this one.
  public func onSubmit(of triggers: SubmitTriggers, _ action: @escaping () -> Void) -> some View {
    SubmitView(content: self, triggers: triggers, action: action)
  }
}

private struct SubmitView<Content: View>: PrimitiveView {
  let content: Content
  let triggers: SubmitTriggers
  let action: () -> Void

  func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    SubmitNode(self, context) { $0.content }
  }
}

private final class SubmitNode<Content: View>: ForwardingNode<SubmitView<Content>, Content> {
  deinit {}

  /// The action is equal in each environment of this node, so a new closure does not change the
  /// environment.
  override var childEnvironment: EnvironmentValues {
    var environment = environment
    if view.triggers.contains(.text) { add(to: &environment.submit) }
    if view.triggers.contains(.search) { add(to: &environment.searchSubmit) }
    return environment
  }

  private func add(to action: inout SubmitAction?) {
    let outer = action
    action = SubmitAction(identity: ObjectIdentifier(self)) { [weak self] in
      self?.view.action()
      outer?.run()
    }
  }
}
