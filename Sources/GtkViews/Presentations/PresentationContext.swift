import GtkKit

/// What a ``Presenter`` knows about the presenting view.
public final class PresentationContext {
  private unowned let node: any PresentingNode

  init(_ node: any PresentingNode) {
    self.node = node
  }

  deinit {}

  /// The parent node for the ``ViewHost`` of the presented views.
  public var parent: Node { node }

  /// The environment for the presented views. Its `dismiss` writes `nil` to the binding.
  public var environment: EnvironmentValues {
    var environment = node.environment
    environment.isPresented = true
    environment.placement = .plain
    environment.automaticLabelStyle = .titleAndIcon
    environment.menuDismissal = nil
    environment.menuButton = nil
    environment.submit = nil
    environment.enclosingPage = nil
    environment.columnContext = nil
    environment.isInTabPage = false
    environment.horizontalSizeClass = .regular
    environment.itemPresence = presence
    environment.dismiss = DismissAction(owner: self) { [weak self] in self?.dismiss() }
    return environment
  }

  private lazy var presence = ItemPresence(in: node.environment) { [weak self] in
    guard let self, !isEnded else { return false }
    return node.isInState
  }

  /// The window of the presenting view.
  public var window: WindowPointer? { node.window }

  /// The widget of the presenting view.
  public var anchor: WidgetPointer? { node.widgets.first }

  /// Reports that the user wants to close the presentation: writes `nil` to the binding, if the
  /// item is still there. This does not close anything itself; the owner of the state may keep the
  /// item.
  ///
  /// - Returns: Whether the item is gone.
  @discardableResult
  public func dismiss() -> Bool {
    guard !isEnded else { return true }
    return node.dismiss()
  }

  /// Whether the shown item is still in the state: a button may be pressed a second time before the
  /// first answer has closed the dialog.
  var isCurrent: Bool { !isEnded && node.isCurrent }

  var isEnded = false
}
