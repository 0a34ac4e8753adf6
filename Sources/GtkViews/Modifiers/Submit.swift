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

extension EnvironmentValues {
  var submit: SubmitAction? {
    get { self[SubmitKey.self] }
    set { self[SubmitKey.self] = newValue }
  }
}

extension View {
  /// Performs an action when the user presses Enter in a text field of this view.
  public func onSubmit(_ action: @escaping () -> Void) -> some View {
    SubmitView(content: self, action: action)
  }
}

private struct SubmitView<Content: View>: PrimitiveView {
  let content: Content
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
    let outer = environment.submit
    environment.submit = SubmitAction(identity: ObjectIdentifier(self)) { [weak self] in
      self?.view.action()
      outer?.run()
    }
    return environment
  }
}
