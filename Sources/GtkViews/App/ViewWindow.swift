import GtkKit

/// A window that shows views, with their title and toolbar items in its header bar.
///
///     let application = Application(id: "org.example.Counter")
///     application.onActivate = {
///       ViewWindow("Counter", application: application) { CounterView() }.present()
///     }
///
/// The window keeps itself alive until it is destroyed.
public final class ViewWindow<Content: View> {
  /// The window itself.
  public let window: Window

  /// Called when the user wants to close the window, or a view calls `dismiss` outside of any
  /// presentation. The window stays unless this destroys it. The default destroys it.
  public var onCloseRequest: (ViewWindow<Content>) -> Void = { $0.destroy() }

  /// The page of the window.
  public let page = PageContext()

  private let header: PageHeaderBar
  private let host: ViewHost<LazyView<Content>>
  private var keepAlive: ViewWindow?
  private let signals = SignalHandlers()

  /// - Parameters:
  ///   - title: the title as long as the views set none.
  ///   - application: the application, which runs as long as it has windows.
  ///   - width: the width that it opens with.
  ///   - height: the height that it opens with.
  ///   - environment: what the views find in their environment.
  ///   - content: the views.
  public init(
    _ title: String,
    application: Application? = nil,
    width: Int = 800,
    height: Int = 600,
    environment: EnvironmentValues = EnvironmentValues(),
    @ViewBuilder content: @escaping () -> Content
  ) {
    let window = Window(application: application)
    self.window = window
    window.defaultSize = (width, height)
    // The smallest screens that programs are made for; a window that opens smaller may stay so.
    window.minimumSize = (min(360, width), min(294, height))
    let dismissal = WindowDismissal()
    var environment = environment
    environment.pageContext = page
    environment.presentingWindow = PresentingWindow(window.pointer)
    environment.dismiss = DismissAction(owner: dismissal) { dismissal.action() }
    host = ViewHost(LazyView(content: content), environment: environment)
    // After the views, whose items it has from the start: the window opens wide enough for them.
    header = PageHeaderBar(page: page, fallbackTitle: title) { window.title = $0 }
    window.titlebar = header.widget
    window.child = host.widget
    dismissal.action = { [weak self] in self?.requestClose() }
    window.onCloseRequest = { [weak self] in self?.requestClose() }
  }

  deinit {}

  /// Shows the window and brings it to the front.
  public func present() {
    guard !window.isDestroyed else { return }
    keepAlive = self
    window.present()
  }

  /// Asks to close, as the user would.
  public func requestClose() {
    guard !window.isDestroyed else { return }
    onCloseRequest(self)
  }

  /// Closes the window and ends its views. Later calls do nothing.
  public func destroy() {
    guard !window.isDestroyed else { return }
    host.destroy()
    header.destroy()
    window.destroy()
    keepAlive = nil
  }
}

/// The way from the environment to the window, which is made later.
private final class WindowDismissal {
  var action: () -> Void = {}

  init() {}

  deinit {}
}
