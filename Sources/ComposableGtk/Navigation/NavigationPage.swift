import GtkKit
import GtkViews

/// A page of a navigation stack: its root, an element of its path, or a destination that the views of another page present.
final class NavigationPage {
  /// Title and tool-bar items of the page.
  let context = PageContext()
  /// The page whose views present this one, `nil` for the root and for elements of the path.
  let presenter: NavigationPage?
  /// The destination in which the link stands that pushed this element of the path: the element's page lies above it.
  weak var origin: NavigationPage?
  /// Whether the path still has the element that the page is for; `nil` for the root and for destinations.
  var presence: ItemPresence?
  /// Whose page it is.
  weak var navigator: PageNavigator?

  private var host: (any PageHost)?
  private var isFrozen = false
  private let popAction: () -> Void
  /// Kept until the page is gone: its nodes refer to the one above.
  private var parent: Node?

  /// - Parameters:
  ///   - presenter: The page whose views present this one.
  ///   - pop: Asks the owner of the state to take the page away, if it is still there.
  init(presenter: NavigationPage? = nil, pop: @escaping () -> Void = {}) {
    self.presenter = presenter
    popAction = pop
  }

  deinit {}

  /// Gives the page its views; called once.
  func show(in host: some PageHost, parent: Node? = nil) {
    self.host = host
    self.parent = parent
  }

  /// The widget of the page, `nil` once it is gone.
  var widget: WidgetPointer? { host?.widget }

  /// Asks the owner of the state to take the page away. It goes when the state has changed.
  func pop() { popAction() }

  func setEnvironment(_ environment: EnvironmentValues) { host?.setEnvironment(environment) }

  /// Shows its last state from now on.
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

/// What a page is shown in, whatever its view's type.
protocol PageHost: AnyObject {
  var widget: WidgetPointer { get }
  func setEnvironment(_ environment: EnvironmentValues)
  func freeze()
  func destroy()
}

extension ViewHost: PageHost {}

extension EnvironmentValues {
  /// The page of a navigation stack that the view stands on, `nil` outside of stacks.
  var navigationPage: NavigationPage? {
    get { enclosingPage as? NavigationPage }
    set { enclosingPage = newValue }
  }
}
