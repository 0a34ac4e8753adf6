import GtkKit
import Observation

/// Loads again what the views show.
///
/// Read it from the environment with `@Environment(\.refresh) private var refresh`: it is `nil`
/// unless a view around has ``View/refreshable(action:)``.
public struct RefreshAction {
  fileprivate let refreshing: Refreshing

  /// Loads again, and returns when that is done. While somebody else loads, it waits for that.
  public func callAsFunction() async {
    await refreshing.start().value
  }
}

private enum RefreshKey: EnvironmentKey {
  static let defaultValue: RefreshAction? = nil
}

extension EnvironmentValues {
  /// Loads again what the views show; `nil` if they cannot.
  public internal(set) var refresh: RefreshAction? {
    get { self[RefreshKey.self] }
    set { self[RefreshKey.self] = newValue }
  }
}

extension View {
  /// Lets the user load again what this view shows: with a button in the header bar, which is a
  /// spinner while the action runs, or with F5 or Ctrl+R.
  ///
  /// ```swift
  /// List(messages) { MessageRow(message: $0) }
  ///   .refreshable { await store.send(.refreshed).finish() }
  /// ```
  ///
  /// The action never runs twice at the same time. It is cancelled when the view goes away.
  ///
  /// - Parameter action: Loads, and returns when that is done.
  public func refreshable(action: @escaping () async -> Void) -> some View {
    RefreshableView(content: self, action: action)
  }
}

/// The run of an action that loads again.
@Observable
fileprivate final class Refreshing {
  private(set) var isRunning = false
  @ObservationIgnored var action: () async -> Void = {}
  @ObservationIgnored private var task: Task<Void, Never>?

  init() {}

  deinit {}

  @discardableResult
  func start() -> Task<Void, Never> {
    if let task { return task }
    isRunning = true
    let task = Task { [weak self, action] in
      await action()
      self?.end()
    }
    self.task = task
    return task
  }

  private func end() {
    task = nil
    isRunning = false
  }

  func cancel() { task?.cancel() }
}

private struct RefreshableView<Content: View>: View {
  let content: Content
  let action: () async -> Void

  @State private var refreshing = Refreshing()

  var body: some View {
    RefreshScope(content: content, refreshing: refreshing, action: action)
      .toolbar {
        if refreshing.isRunning {
          ProgressView().accessibilityLabel(refreshName).padding(.horizontal, 9)
        } else {
          Button {
            refreshing.start()
          } label: {
            Label(
              title: { Text(verbatim: refreshName) },
              icon: { Image(icon: "view-refresh-symbolic") }
            )
          }
        }
      }
  }
}

/// GTK has no text for it.
private var refreshName: String { String(translatedByGtk: "Refresh") }

private struct RefreshScope<Content: View>: PrimitiveView {
  let content: Content
  let refreshing: Refreshing
  let action: () async -> Void

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { RefreshNode(self, context) }
}

private final class RefreshNode<Content: View>: InputNode<RefreshScope<Content>, Content> {
  init(_ view: RefreshScope<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    view.refreshing.action = view.action
  }

  deinit {}

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    environment.refresh = RefreshAction(refreshing: view.refreshing)
    return environment
  }

  override func attach(to widget: WidgetPointer) -> [any Attachment] {
    [(GDK_KEY_F5, GdkModifierType(rawValue: 0)), (GDK_KEY_r, GDK_CONTROL_MASK)].map { key, held in
      EventController.shortcut(guint(key), held, on: widget) { [unowned self] in
        guard !ignoresInput else { return false }
        view.refreshing.start()
        return true
      }
    }
  }

  override func update(_ view: RefreshScope<Content>) {
    super.update(view)
    view.refreshing.action = view.action
  }

  override func destroy() {
    guard !isDestroyed else { return }
    view.refreshing.cancel()
    super.destroy()
  }
}
