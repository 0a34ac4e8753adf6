import AccessTracking
import GtkKit

extension View {
  /// Performs an action each time the view appears on the screen.
  public func onAppear(perform action: @escaping () -> Void) -> some View {
    AppearanceView(content: self, onAppear: action)
  }

  /// Performs an action each time the view disappears from the screen: because it is removed, or
  /// because another page covers it.
  public func onDisappear(perform action: @escaping () -> Void) -> some View {
    AppearanceView(content: self, onDisappear: action)
  }

  /// Runs a task while the view is on the screen. The task starts when the view appears, and is
  /// cancelled when it disappears.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task.
  ///   - action: The body of the task.
  public func task(
    priority: TaskPriority = .userInitiated,
    _ action: @escaping () async -> Void
  ) -> some View {
    AppearanceView(content: self, task: ViewTask(id: nil, priority: priority, action: action))
  }

  /// Runs a task while the view is on the screen, and restarts it when `id` changes.
  ///
  /// - Parameters:
  ///   - id: The identity of the task. When it changes, the task is cancelled and another one
  ///     starts.
  ///   - priority: The priority of the task.
  ///   - action: The body of the task.
  public func task(
    id: some Hashable,
    priority: TaskPriority = .userInitiated,
    _ action: @escaping () async -> Void
  ) -> some View {
    AppearanceView(
      content: self,
      task: ViewTask(id: AnyHashable(id), priority: priority, action: action)
    )
  }

  /// Performs an action when a value changes.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - initial: Whether to perform the action for the initial value too.
  ///   - action: Called with the old and the new value, after all views are up to date.
  public func onChange<Value: Equatable>(
    of value: Value,
    initial: Bool = false,
    _ action: @escaping (Value, Value) -> Void
  ) -> some View {
    ChangeView(content: self, value: value, initial: initial, action: action)
  }

  /// Performs an action when a value changes.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - initial: Whether to perform the action for the initial value too.
  ///   - action: Called after all views are up to date.
  public func onChange(
    of value: some Equatable,
    initial: Bool = false,
    _ action: @escaping () -> Void
  ) -> some View {
    ChangeView(content: self, value: value, initial: initial) { _, _ in action() }
  }
}

private struct ViewTask {
  let id: AnyHashable?
  let priority: TaskPriority
  let action: () async -> Void
}

private struct AppearanceView<Content: View>: PrimitiveView {
  let content: Content
  var onAppear: () -> Void = {}
  var onDisappear: () -> Void = {}
  var task: ViewTask?

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { AppearanceNode(self, context) }
}

/// Observes whether the first widget of the content is mapped, which is GTK's term for being on the
/// screen.
private final class AppearanceNode<Content: View>: InputNode<AppearanceView<Content>, Content> {
  private var isVisible = false
  private var task: Task<Void, Never>?
  private var isReused = false

  init(_ view: AppearanceView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
  }

  deinit {}

  override func attach(to widget: WidgetPointer) -> [any Attachment] {
    if gtk_widget_get_mapped(widget) != 0 { setVisibleLater() }
    return ["map", "unmap"].map { signal in
      Signal.connect(widget, signal) { [unowned self] in visibilityDidChange() }
    }
  }

  /// Views without widgets, such as an `EmptyView` with a task, count as visible.
  override func attach() {
    super.attach()
    if attachedWidget == nil { setVisibleLater() }
  }

  /// Updates the visibility. While fingers move a page it is undecided which page is shown, so
  /// nothing appears or disappears until they are lifted.
  private func visibilityDidChange() {
    guard let widget = attachedWidget, !isDestroyed else { return }
    let isWaiting = PageStack.waitsForFingers(around: widget) { [weak self] in
      self?.visibilityDidChange()
    }
    if !isWaiting { setVisible(gtk_widget_get_mapped(widget) != 0) }
  }

  private func setVisibleLater() {
    UpdateScheduler.shared.afterUpdate { [weak self] in
      guard let self, !isDestroyed else { return }
      setVisible(true)
    }
  }

  private func setVisible(_ isVisible: Bool) {
    guard isVisible != self.isVisible, !isVisible || !isInert else { return }
    self.isVisible = isVisible
    if isVisible {
      view.onAppear()
      startTask()
    } else {
      task?.cancel()
      task = nil
      // Views whose state is gone may clean up, but what they send has no receiver.
      LateSends.drop(if: isInert) { view.onDisappear() }
    }
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    setVisible(false)
    isReused = true
  }

  private func startTask() {
    guard let work = view.task else { return }
    task = Task(priority: work.priority) { [weak self] in
      // The state may be gone before the task starts to run.
      guard let isInert = self?.isInert, !isInert, !Task.isCancelled else { return }
      await work.action()
    }
  }

  override func update(_ view: AppearanceView<Content>) {
    let isTaskChanged = view.task?.id != self.view.task?.id
    super.update(view)
    if isReused {
      isReused = false
      if attachedWidget.map({ gtk_widget_get_mapped($0) != 0 }) ?? true { setVisibleLater() }
    } else if isTaskChanged, isVisible {
      task?.cancel()
      startTask()
    }
  }

  override func destroy() {
    guard !isDestroyed else { return }
    detach()
    setVisible(false)
    super.destroy()
  }
}

private struct ChangeView<Content: View, Value: Equatable>: PrimitiveView {
  let content: Content
  let value: Value
  let initial: Bool
  let action: (Value, Value) -> Void

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { ChangeNode(self, context) }
}

private final class ChangeNode<Content: View, Value: Equatable>:
  ForwardingNode<ChangeView<Content, Value>, Content>
{
  private var isReused = false

  init(_ view: ChangeView<Content, Value>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    if view.initial { report(view.value, view.value) }
  }

  deinit {}

  override func update(_ view: ChangeView<Content, Value>) {
    let old = self.view.value
    super.update(view)
    if isReused {
      isReused = false
      if view.initial { report(view.value, view.value) }
    } else if old != view.value {
      report(old, view.value)
    }
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    isReused = true
  }

  private func report(_ old: Value, _ new: Value) {
    UpdateScheduler.shared.afterUpdate { [weak self] in
      guard let self, !isInert else { return }
      view.action(old, new)
    }
  }
}
