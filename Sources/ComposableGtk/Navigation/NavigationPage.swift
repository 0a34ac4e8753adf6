import ComposableArchitecture
import GtkKit
import GtkViews

/// A page of a navigation stack: its root, an element of its path, or a destination presented by
/// the views of another page.
final class NavigationPage {
  /// The title and the toolbar items of the page.
  let context = PageContext()
  /// The page whose views present this one; `nil` for the root and for elements of the path.
  let presenter: NavigationPage?
  /// For an element of the path that a link in a destination has pushed: that destination. The
  /// element's page lies above it.
  weak var origin: NavigationPage?
  /// Tells whether the path still contains the element of the page; `nil` for the root and for
  /// destinations.
  var presence: ItemPresence?
  /// The element of the page; `nil` for the root and for destinations.
  var element: StackElementID?
  /// The navigator that shows the page.
  weak var navigator: PageNavigator?
  /// Tells whether something lies above the page. A page that is no longer in its stack counts as
  /// covered.
  private(set) lazy var coverage = Coverage { [weak self] in
    guard let self else { return true }
    return navigator?.isCovered(self) ?? true
  }

  private var host: (any PageHost)?
  private var isFrozen = false
  private let popAction: () -> Void
  /// Retained until the page is destroyed, because the page's nodes refer to it.
  private var parent: Node?

  /// - Parameters:
  ///   - presenter: The page whose views present this one.
  ///   - pop: Asks the owner of the state to remove the page, if it is still there.
  init(presenter: NavigationPage? = nil, pop: @escaping () -> Void = {}) {
    self.presenter = presenter
    popAction = pop
  }

  deinit {}

  /// Sets the views of the page. Called once.
  func show(in host: some PageHost, parent: Node? = nil) {
    self.host = host
    self.parent = parent
  }

  /// The widget of the page; `nil` once the page is destroyed.
  var widget: WidgetPointer? { host?.widget }

  /// Asks the owner of the state to remove the page. The page goes when the state has changed.
  func pop() { popAction() }

  func setEnvironment(_ environment: EnvironmentValues) { host?.setEnvironment(environment) }

  /// Makes the page show its last state from now on.
  func freeze() {
    guard !isFrozen else { return }
    isFrozen = true
    host?.freeze()
  }

  func destroy() {
    host?.destroy()
    host = nil
    parent = nil
  }
}

extension NavigationPage: Hashable {
  nonisolated static func == (a: NavigationPage, b: NavigationPage) -> Bool { a === b }

  nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The host of a page, independent of the type of its view.
protocol PageHost: AnyObject {
  var widget: WidgetPointer { get }
  func setEnvironment(_ environment: EnvironmentValues)
  func freeze()
  func destroy()
}

extension ViewHost: PageHost {}

extension EnvironmentValues {
  /// The page of a navigation stack that contains the view; `nil` outside of stacks.
  var navigationPage: NavigationPage? {
    get { enclosingPage as? NavigationPage }
    set { enclosingPage = newValue }
  }
}
