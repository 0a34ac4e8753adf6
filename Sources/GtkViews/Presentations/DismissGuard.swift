/// Determines whether the user may close a presentation with Escape, the close button or a click
/// outside.
final class DismissGuard {
  private var owners: Set<ObjectIdentifier> = []

  init() {}

  deinit {}

  var allowsDismissal: Bool { owners.isEmpty }

  func set(_ isDisabled: Bool, owner: AnyObject) {
    if isDisabled {
      owners.insert(ObjectIdentifier(owner))
    } else {
      owners.remove(ObjectIdentifier(owner))
    }
  }
}

private enum DismissGuardKey: EnvironmentKey {
  static let defaultValue: DismissGuard? = nil
}

extension EnvironmentValues {
  var dismissGuard: DismissGuard? {
    get { self[DismissGuardKey.self] }
    set { self[DismissGuardKey.self] = newValue }
  }
}

extension View {
  /// Keeps the user from closing the sheet, popover or cover that contains this view with Escape,
  /// the close button or a click outside. It can still be closed by the state, or by calling
  /// `dismiss`.
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    DismissGuardView(content: self, isDisabled: isDisabled)
  }
}

private struct DismissGuardView<Content: View>: PrimitiveView {
  let content: Content
  let isDisabled: Bool

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { DismissGuardNode(self, context) }
}

private final class DismissGuardNode<Content: View>:
  ForwardingNode<DismissGuardView<Content>, Content>
{
  private let dismissGuard: DismissGuard?

  init(_ view: DismissGuardView<Content>, _ context: NodeContext) {
    dismissGuard = context.environment.dismissGuard
    super.init(view, context) { $0.content }
    dismissGuard?.set(view.isDisabled, owner: self)
  }

  deinit {}

  override func update(_ view: DismissGuardView<Content>) {
    super.update(view)
    dismissGuard?.set(view.isDisabled, owner: self)
  }

  override func freeze() {
    super.freeze()
    dismissGuard?.set(false, owner: self)
  }

  override func destroy() {
    guard !isDestroyed else { return }
    dismissGuard?.set(false, owner: self)
    super.destroy()
  }
}
