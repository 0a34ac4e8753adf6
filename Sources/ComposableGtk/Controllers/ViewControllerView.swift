import GtkKit
import GtkViews
import IssueReporting

/// Shows a ``ViewController`` among declarative views: as the content of a window, as a page, or in
/// a sheet.
///
/// ```swift
/// ViewWindow("App", application: application) {
///   ViewControllerView { AppController(store: store) }
/// }
/// ```
///
/// A controller can be shown only once at a time. Showing it a second time reports an issue, and
/// the second view stays empty.
public struct ViewControllerView: View {
  private let id: AnyHashable
  private let make: () -> ViewController
  @State private var cache = ControllerCache()

  /// - Parameter make: Makes the controller. Called once in the life of the view.
  public init(_ make: @escaping () -> ViewController) {
    self.init(id: true, make)
  }

  /// - Parameters:
  ///   - id: The identity of the controller. When it changes, another controller is made.
  ///   - make: Makes the controller. Called once for each id.
  public init(id: some Hashable, _ make: @escaping () -> ViewController) {
    self.id = AnyHashable(id)
    self.make = make
  }

  public var body: some View {
    ForEach([cache.controller(id, make)], id: \.identity) { $0.content }
  }
}

/// The state of a ``ViewControllerView``: its controller.
private final class ControllerCache {
  private var current: (id: AnyHashable, controller: ViewController)?

  init() {}

  deinit {}

  func controller(_ id: AnyHashable, _ make: () -> ViewController) -> ViewController {
    if let current, current.id == id { return current.controller }
    let controller = make()
    current = (id, controller)
    return controller
  }
}

extension ViewController {
  fileprivate var identity: ObjectIdentifier { ObjectIdentifier(self) }
}

/// The widget of a controller, without what it presents.
struct ViewControllerContent: PrimitiveView {
  let controller: ViewController

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { ViewControllerNode(self, context) }
}

final class ViewControllerNode: WidgetNode<ViewControllerContent> {
  /// The controller that this node shows; `nil` if another node shows it already.
  private let controller: ViewController?

  init(_ view: ViewControllerContent, _ context: NodeContext) {
    let isFree = view.controller.node == nil
    controller = isFree ? view.controller : nil
    let widget = isFree ? view.controller.widget : gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    super.init(view, context, widget: widget)
    guard let controller else {
      reportIssue(
        """
        A "\(type(of: view.controller))" is to be shown in a second place while it is shown in the first. Its widgets can \
        be in one place only, so the second one stays empty.

        Make a controller of its own for each page: the "destination" closure of a stack and the "content" closure of a \
        presentation must return a new one each time.
        """
      )
      return
    }
    controller.node = self
    enterPage()
    controller.hostedRoot?.setEnvironment(childEnvironment)
  }

  deinit {}

  private func enterPage() {
    guard let controller, let page = environment.pageContext else { return }
    if page.embedded !== controller.pageContext { page.embedded = controller.pageContext }
  }

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    environment.pageContext = controller?.pageContext
    return environment
  }

  override func environmentDidChange() {
    enterPage()
    super.environmentDidChange()
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    if let root = controller?.hostedRoot { visit(root) }
  }

  override func destroy() {
    guard !isDestroyed else { return }
    if let controller {
      if environment.pageContext?.embedded === controller.pageContext {
        environment.pageContext?.embedded = nil
      }
      controller.node = nil
    }
    super.destroy()
  }
}
