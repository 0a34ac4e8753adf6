import GtkKit

/// The views of a presentation. They have a page of their own.
final class PresentedContent<Item, Content: View> {
  let page = PageContext()
  let dismissGuard = DismissGuard()

  private let context: PresentationContext
  private let window: PresentingWindow?
  /// The coverage of a window of its own.
  private let coverage = Coverage()
  private var host: ViewHost<LazyView<Content>>?

  /// - Parameters:
  ///   - context: The context of the presenting view.
  ///   - window: The window that shows the views, if it is not the presenting view's window.
  init(_ context: PresentationContext, window: PresentingWindow? = nil) {
    self.context = context
    self.window = window
  }

  deinit {}

  private var environment: EnvironmentValues {
    var environment = context.environment
    environment.pageContext = page
    environment.dismissGuard = dismissGuard
    if let window {
      environment.presentingWindow = window
      environment.coverage = coverage
    }
    return environment
  }

  /// Shows an item. The first call returns the widget, later calls return `nil`.
  func show(_ item: Item, _ content: @escaping (Item) -> Content) -> WidgetPointer? {
    let view = LazyView { content(item) }
    if let host {
      host.update(view)
      return nil
    }
    let host = ViewHost(view, environment: environment, parent: context.parent)
    self.host = host
    return host.widget
  }

  func environmentDidChange() {
    host?.setEnvironment(environment)
  }

  func freeze() {
    host?.freeze()
  }

  func destroy() {
    host?.destroy()
    host = nil
  }
}
