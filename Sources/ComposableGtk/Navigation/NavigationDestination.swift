import GtkKit
import GtkViews

extension View {
  /// Shows a page of the enclosing ``NavigationStack`` while there is an item.
  ///
  /// ```swift
  /// .navigationDestination(
  ///   item: $store.scope(state: \.detailItem, action: \.detailItem)
  /// ) { store in
  ///   DetailFeatureView(store: store)
  /// }
  /// ```
  ///
  /// The page lies above the page that contains this view, and above the stack's path. Pages
  /// presented by its own views lie above it. Going back writes `nil` to the binding; the page
  /// closes when the item is gone. An item with another id gets a new page.
  ///
  /// Outside of a stack, it reports an issue and shows nothing.
  ///
  /// - Parameters:
  ///   - item: The item of the page.
  ///   - destination: Makes the views for an item.
  public func navigationDestination<Item: Identifiable, Destination: View>(
    item: Binding<Item?>,
    @ViewBuilder destination: @escaping (Item) -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> AnyView {
    presents(
      DestinationPresenter<Item, Destination>.self,
      item: item,
      id: { AnyHashable($0.id) },
      configuration: DestinationConfiguration(
        content: destination,
        location: (fileID, filePath, line, column)
      )
    )
  }

  /// Shows a page of the enclosing ``NavigationStack`` while a condition is true.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the page is shown. `false` is written when the user goes back.
  ///   - destination: Makes the views of the page.
  public func navigationDestination<Destination: View>(
    isPresented: Binding<Bool>,
    @ViewBuilder destination: @escaping () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> AnyView {
    navigationDestination(
      item: isPresented.item,
      destination: { _ in destination() },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

private struct DestinationConfiguration<Item, Content: View> {
  let content: (Item) -> Content
  let location: CallerLocation
}

private final class DestinationPresenter<Item, Content: View>: Presenter {
  static var needsAnchor: Bool { false }
  static var covers: CoveredViews { .page }
  /// A page may present a dialog while it also presents another page.
  static var isExclusive: Bool { false }
  /// A page may be added below others, and before its window is on the screen.
  static var needsWindow: Bool { false }

  private let context: PresentationContext
  private var page: NavigationPage?
  private var host: ViewHost<LazyView<Content>>?
  private var isReported = false

  init(_ context: PresentationContext) {
    self.context = context
  }

  deinit {}

  func show(_ item: Item, _ configuration: DestinationConfiguration<Item, Content>) {
    let view = LazyView { configuration.content(item) }
    if let host {
      host.update(view)
      return
    }
    let presenter = context.parent.environment.navigationPage
    guard let presenter, let navigator = presenter.navigator else {
      report(configuration)
      return
    }
    let page = NavigationPage(presenter: presenter) { [weak context] in context?.dismiss() }
    let host = ViewHost(view, environment: environment(of: page), parent: context.parent)
    page.show(in: host, parent: context.parent)
    self.page = page
    self.host = host
    navigator.present(page)
  }

  private func environment(of page: NavigationPage) -> EnvironmentValues {
    var environment = context.environment
    environment.pageContext = page.context
    environment.navigationPage = page
    // The page is in the same stack as the presenting one, which it covers.
    page.coverage.outer = page.presenter?.coverage.outer
    environment.coverage = page.coverage
    return environment
  }

  private func report(_ configuration: DestinationConfiguration<Item, Content>) {
    guard !isReported else { return }
    isReported = true
    reportIssue(
      """
      A ".navigationDestination" has an item to show, but stands in no navigation stack, so there is nowhere to show it.

      Put the view into the root or a destination of a "NavigationStack"; a sheet, a popover and a cover need a stack of their own. \
      For a dialog instead of a page use ".sheet".
      """,
      at: configuration.location
    )
  }

  func environmentDidChange() {
    if let page { host?.setEnvironment(environment(of: page)) }
  }

  func close() {
    if let page { page.navigator?.dismiss(page) }
    page = nil
    host = nil
  }
}
