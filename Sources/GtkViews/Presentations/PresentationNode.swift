import GtkKit
import IssueReporting

extension View {
  /// Presents an item while there is one.
  ///
  /// The presenter opens after the update in which the item appears, as soon as the window is on
  /// the screen. It closes when the item becomes `nil`, and is replaced when the identity of the
  /// item changes.
  ///
  /// The result is an ``AnyView``, and so is that of every modifier that presents something: its
  /// type must not depend on the types of the item and the content. Then the compiler checks the
  /// arguments of the modifier apart from the views that it is applied to, and reports a mistake in
  /// either of them at once. With `some View`, it tries all combinations.
  ///
  /// - Parameters:
  ///   - presenter: The kind of presentation.
  ///   - item: The item to present.
  ///   - id: Returns the identity of an item.
  ///   - configuration: What the presenter needs besides the item.
  ///   - onDismiss: Called after the presentation has closed.
  public func presents<P: Presenter>(
    _ presenter: P.Type,
    item: Binding<P.Item?>,
    id: @escaping (P.Item) -> AnyHashable,
    configuration: P.Configuration,
    onDismiss: (() -> Void)? = nil
  ) -> AnyView {
    AnyView(
      PresentationView<Self, P>(
        content: self,
        item: item,
        id: id,
        configuration: configuration,
        onDismiss: onDismiss
      )
    )
  }
}

private struct PresentationView<Content: View, P: Presenter>: PrimitiveView {
  let content: Content
  let item: Binding<P.Item?>
  let id: (P.Item) -> AnyHashable
  let configuration: P.Configuration
  let onDismiss: (() -> Void)?

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { PresentationNode(self, context) }
}

private final class PresentationNode<Content: View, P: Presenter>:
  ForwardingNode<PresentationView<Content, P>, Content>, PresentingNode, CoveringNode
{
  private struct Current {
    let id: AnyHashable
    let presenter: P
    let context: PresentationContext
    let anchor: WidgetPointer?
  }

  private var item: P.Item?
  /// The identity of the item that the last update has seen.
  private var id: AnyHashable?
  private var current: Current?
  /// Where this node has been added.
  private var coverage: Coverage?
  private let waiting = SignalHandlers()
  private var firstFrame: FirstFrame?
  private var isDismissing = false
  private var hasReportedConflict = false

  init(_ view: PresentationView<Content, P>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    enterCoverage()
    reevaluate()
  }

  deinit {}

  override func update(_ view: PresentationView<Content, P>) {
    super.update(view)
    // A row that is reused shows another element from now on.
    enterCoverage()
    reevaluate()
  }

  /// Closes at once, before views below are evaluated with state that is gone; opens later, when
  /// all views have their final positions.
  override func reevaluate() {
    item = tracked { view.item.wrappedValue }
    let id = item.map(view.id)
    self.id = id
    if let current, current.id != id { close() }
    guard let item else {
      waiting.disconnectAll()
      hasReportedConflict = false
      PresentingViews.forget(self)
      return
    }
    if let current {
      current.presenter.show(item, view.configuration)
    } else {
      openLater()
    }
  }

  func openLater() {
    UpdateScheduler.shared.afterUpdate { [weak self] in self?.open() }
  }

  private func open() {
    guard !isDestroyed, current == nil, let item else { return }
    guard isReady else { return }
    if P.isExclusive {
      guard PresentingViews.claim(presentingView, for: self) else { return reportConflict() }
      hasReportedConflict = false
    }
    waiting.disconnectAll()
    let context = PresentationContext(self)
    let presenter = P(context)
    current = Current(
      id: view.id(item),
      presenter: presenter,
      context: context,
      anchor: widgets.first
    )
    presenter.show(item, view.configuration)
    if P.needsAnchor, let anchor = widgets.first {
      waiting.connect(anchor, "unmap") { [unowned self] in withdrawLater() }
      for stack in PageStack.stacks(around: anchor) {
        waiting.connect(stack, notify: "visible-child") { [unowned self] in withdrawLater() }
      }
    }
  }

  /// Closes a presentation that points at a widget when the widget leaves the screen, and opens it
  /// again when the widget returns. So what is shown depends on the state alone, and not on what
  /// was on the screen when the item appeared.
  private func withdrawLater() {
    UpdateScheduler.shared.afterUpdate { [weak self] in
      guard let self, let current, let anchor = current.anchor, !anchor.isAtRest else { return }
      end(current)
      openLater()
    }
  }

  /// Whether the presenter can open now. If not, it tries again when what is missing comes onto the
  /// screen.
  private var isReady: Bool {
    guard P.needsAnchor || P.needsWindow else { return true }
    let window = window
    let needed = P.needsAnchor ? widgets.first : window?.cast() ?? widgets.first
    guard let needed else { return false }
    let isMapped = gtk_widget_get_mapped(needed) != 0
    let isDrawn = window.map { FirstFrame.isDrawn($0) } ?? false
    waiting.disconnectAll()
    firstFrame?.cancel()
    if isMapped, !isDrawn, let window {
      firstFrame = FirstFrame(of: window) { [weak self] in self?.openLater() }
    }
    let isShown = isMapped && isDrawn
    if isShown, !P.needsAnchor || needed.isAtRest { return true }
    waiting.connect(needed, "map") { [unowned self] in openLater() }
    if P.needsAnchor {
      for stack in PageStack.stacks(around: needed) {
        waiting.connect(stack, notify: "transition-running") { [unowned self] in openLater() }
      }
      if isShown, let clock = gtk_widget_get_frame_clock(needed) {
        waiting.connect(clock, "after-paint") { [unowned self] in openLater() }
      }
    }
    return false
  }

  var window: WindowPointer? {
    if let host = environment.presentingWindow { return host.pointer }
    // A covered page may not be in the window yet, but the container of the page is.
    let root = sequence(first: self as Node) { $0.parent }.lazy
      .compactMap { $0.widgets.first.flatMap { gtk_widget_get_root($0) } }.first
    return root?.castIfPossible(to: GtkWindow.self)
  }

  private func close() {
    guard let current else { return }
    end(current)
    if let onDismiss = view.onDismiss { UpdateScheduler.shared.afterUpdate(onDismiss) }
  }

  /// The identity of the presenting view, which may have several presenting modifiers.
  private var presentingView: ObjectIdentifier {
    var node: Node = self
    while let next = (node as? any Forwarding)?.forwarded { node = next }
    return ObjectIdentifier(node)
  }

  private func reportConflict() {
    guard !hasReportedConflict else { return }
    hasReportedConflict = true
    reportIssue(
      """
      A view is to present "\(P.Item.self)" while it presents something else. It does so when the other is gone.

      The likely causes:

      • Two optional values of the state are there at the same time. Make them the cases of one enum, of which there can be \
      only one.

      • Both are meant to be seen at once. Then present them from different views, or the second from the first one's views.
      """
    )
  }

  private func end(_ current: Current) {
    waiting.disconnectAll()
    if P.isExclusive { PresentingViews.release(self) }
    self.current = nil
    current.context.isEnded = true
    current.presenter.close()
  }

  func dismiss() -> Bool {
    guard !isDismissing, isCurrent else { return true }
    isDismissing = true
    defer { isDismissing = false }
    view.item.wrappedValue = nil
    return !isCurrent
  }

  /// Whether the state has the item that the user sees.
  ///
  /// If not, the presentation is updated: the change may not have been reported, and otherwise
  /// every later answer would be ignored too.
  var isCurrent: Bool {
    guard current != nil else { return false }
    if isInState { return true }
    updateLater()
    return false
  }

  private func updateLater() {
    UpdateScheduler.shared.afterUpdate { [weak self] in
      guard let self, !isDestroyed, coverage != nil || current != nil else { return }
      reevaluate()
    }
  }

  var isInState: Bool {
    current.map { view.item.wrappedValue.map(view.id) == $0.id } ?? false
  }

  // MARK: What is covered

  var covers: CoveredViews { P.covers }

  var stage: PresentationStage {
    guard let wanted = view.item.wrappedValue.map(view.id) else { return .absent }
    if current?.id == wanted { return .shown }
    if id == wanted {
      // A dialog may wait for its window to be drawn. Anything else keeps the item that the last
      // update has seen from being presented, such as another item of the same view.
      return P.covers == .window && !hasReportedConflict ? .coming : .absent
    }
    updateLater()
    return .coming
  }

  private func enterCoverage() {
    guard P.covers != .none, !isFrozen else { return }
    let new = environment.coverage?.covered(P.covers)
    guard coverage !== new else { return }
    leaveCoverage()
    coverage = new
    new?.add(self)
  }

  private func leaveCoverage() {
    coverage?.remove(self)
    coverage = nil
  }

  // MARK: -

  override func widgetsDidChange() {
    guard child != nil else { return }
    if P.needsAnchor, let current, current.anchor != widgets.first {
      end(current)
      openLater()
    }
    super.widgetsDidChange()
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    waiting.disconnectAll()
    leaveCoverage()
    item = nil
    hasReportedConflict = false
    close()
    PresentingViews.forget(self)
  }

  /// Closes the presentation: a dialog of views that are about to disappear would still take input.
  override func freeze() {
    super.freeze()
    waiting.disconnectAll()
    leaveCoverage()
    item = nil
    close()
    PresentingViews.forget(self)
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    enterCoverage()
    current?.presenter.environmentDidChange()
  }

  override func destroy() {
    guard !isDestroyed else { return }
    waiting.disconnectAll()
    leaveCoverage()
    firstFrame?.cancel()
    close()
    PresentingViews.forget(self)
    super.destroy()
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Whether this widget is on the screen and its page is not moving. A page that slides in starts
  /// outside of its window, and perhaps of the monitor, where GTK cannot position a popover.
  fileprivate var isAtRest: Bool {
    gtk_widget_get_mapped(self) != 0 && gtk_widget_get_width(self) > 0 && !PageStack.isMoving(self)
  }
}
