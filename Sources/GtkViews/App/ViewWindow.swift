import Foundation
import GtkKit

/// A window that shows views, with their title and their toolbar items in its header bar.
///
/// ```swift
/// let application = Application(id: "org.example.Ferry")
/// application.onActivate = {
///   ViewWindow("Ferry", application: application) { FerryView() }.present()
/// }
/// ```
///
/// The window retains itself until it is destroyed.
public final class ViewWindow<Content: View> {
  /// The window itself.
  public let window: ApplicationWindow

  /// Called when the user wants to close the window, or when a view calls `dismiss` outside of any
  /// presentation. The window stays open unless this closure destroys it, as the default closure
  /// does.
  public var onCloseRequest: (ViewWindow<Content>) -> Void = { $0.destroy() }

  /// The page that the window shows.
  public let page = PageContext()

  let context: WindowContext
  private let header: PageHeaderBar
  private let host: ViewHost<LazyView<Content>>
  private var keepAlive: ViewWindow?
  private let signals = SignalHandlers()

  /// - Parameters:
  ///   - title: The title while the views set none.
  ///   - application: The application, which keeps running while it has windows.
  ///   - width: The initial width, in pixels.
  ///   - height: The initial height, in pixels.
  ///   - environment: The environment of the views.
  ///   - content: The views.
  public convenience init(
    _ title: String,
    application: Application? = nil,
    width: Int = 800,
    height: Int = 600,
    environment: EnvironmentValues = EnvironmentValues(),
    @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(
      title,
      application: application,
      width: width,
      height: height,
      environment: environment,
      context: WindowContext(),
      content: content
    )
  }

  init(
    _ title: String,
    application: Application?,
    width: Int,
    height: Int,
    environment: EnvironmentValues = EnvironmentValues(),
    context: WindowContext,
    @ViewBuilder content: @escaping () -> Content
  ) {
    self.context = context
    let window = ApplicationWindow(application: application)
    self.window = window
    window.defaultSize = (width, height)
    // The smallest screen that programs are designed for. A window that opens smaller may stay
    // smaller.
    window.minimumSize = (min(360, width), min(294, height))
    let dismissal = WindowDismissal()
    var environment = environment
    page.windowEnds = PageContext.WindowEnds(leading: true, trailing: true)
    environment.windowContext = context
    environment.pageContext = page
    environment.presentingWindow = PresentingWindow(window.pointer)
    environment.dismiss = DismissAction(owner: dismissal) { dismissal.action() }
    host = ViewHost(LazyView(content: content), environment: environment)
    // After the views, so that the header bar has their items from the start and the window opens
    // wide enough for them.
    header = PageHeaderBar(page: page, fallbackTitle: title) { window.title = $0 }
    window.titlebar = header.widget
    window.child = host.widget
    dismissal.action = { [weak self] in self?.requestClose() }
    window.onCloseRequest = { [weak self] in self?.requestClose() }
    context.follow(window)
  }

  deinit {}

  /// Shows the window and raises it.
  public func present() {
    guard !window.isDestroyed else { return }
    keepAlive = self
    window.present()
  }

  /// Passes a link to the views with ``View/onOpenURL(perform:)``.
  ///
  /// - Returns: Whether there are such views.
  @discardableResult
  public func open(_ url: URL) -> Bool {
    guard !window.isDestroyed, context.takesURLs else { return false }
    context.receive(url)
    return true
  }

  /// Asks to close the window, as if the user did.
  public func requestClose() {
    guard !window.isDestroyed else { return }
    onCloseRequest(self)
  }

  /// Closes the window and destroys its views. Later calls do nothing.
  public func destroy() {
    guard !window.isDestroyed else { return }
    host.destroy()
    header.destroy()
    window.destroy()
    keepAlive = nil
  }
}

extension ViewWindow: AppWindow {}

/// Connects the dismiss action in the environment to the window, which is made later.
private final class WindowDismissal {
  var action: () -> Void = {}

  init() {}

  deinit {}
}
