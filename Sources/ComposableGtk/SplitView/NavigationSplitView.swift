import ComposableArchitecture
import GtkKit
import GtkViews

/// Shows views in two or three columns beside one another, of which the first ones lead to the
/// last.
///
/// ```swift
/// NavigationSplitView {
///   List(store.shelves, selection: $store.shelfID) { Text($0.name) }
///     .navigationTitle("Shelves")
/// } content: {
///   List(store.books, selection: $store.bookID) { Text($0.title) }
/// } detail: {
///   if let store = store.scope(state: \.book, action: \.book) {
///     BookView(store: store)
///   } else {
///     ContentUnavailableView("No Book Selected", systemImage: "book")
///   }
/// }
/// ```
///
/// Each column has a header bar of its own with its title and its toolbar items, and may contain a
/// ``NavigationStack``.
///
/// **Where there is too little room** for the last two columns, the split view shows one column at
/// a time, as the pages of a stack, with a back button. All columns keep what they have: the focus,
/// the scroll position, typed text, open windows. Which column that is, the state decides:
///
/// - With `preferredCompactColumn`, it is the column that the binding names. When the user selects
///   a row of a list, the binding is set to the next column; ways back set it to the one before.
/// - Without it, it is the last column to which selections lead: the sidebar while its list has no
///   selection, else the next column. A list counts if its selection is a binding to one optional
///   id.
///
/// Ways back are the back button, Alt+Left, Escape, the back button of the mouse and a swipe. First
/// they lead back in the stack of the column. From a column without a stack or at its root, they
/// write `nil` to the selection of the list in the column before. As everywhere, the column changes
/// only when the state does: a reducer that keeps the selection keeps the column.
///
/// **Where there is enough room**, `columnVisibility` says which columns are shown. The button at
/// the beginning of the header bar and F9 hide and show the sidebar, and F6 moves the focus from
/// column to column. The lines between columns are moved with the pointer, or with the arrow keys
/// when they have the focus. A double click gives a column its own width again.
///
/// ``View/navigationSplitViewColumnWidth(min:ideal:max:)`` sets the widths of a column, and with
/// them the width at which the split view collapses. The environment of the columns has the
/// `horizontalSizeClass` `compact` then.
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: PrimitiveView {
  let visibility: Binding<NavigationSplitViewVisibility>?
  let compactColumn: Binding<NavigationSplitViewColumn>?
  var widths: Binding<NavigationSplitViewWidths>?
  var compactRoot = NavigationSplitViewColumn.sidebar
  let sidebar: Sidebar
  /// `nil` for two columns.
  let content: Content?
  let detail: Detail

  /// Makes a split view of three columns.
  ///
  /// - Parameters:
  ///   - columnVisibility: Which columns are shown where there is room for several. Without it, the
  ///     split view itself remembers what the user wants.
  ///   - preferredCompactColumn: The column that is shown where there is room for one. Without it,
  ///     selections decide.
  ///   - sidebar: The views of the first column.
  ///   - content: The views of the second column.
  ///   - detail: The views of the last column.
  public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>? = nil,
    preferredCompactColumn: Binding<NavigationSplitViewColumn>? = nil,
    @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder content: () -> Content,
    @ViewBuilder detail: () -> Detail
  ) {
    visibility = columnVisibility
    compactColumn = preferredCompactColumn
    self.sidebar = sidebar()
    self.content = content()
    self.detail = detail()
  }

  /// Makes a split view of two columns.
  ///
  /// - Parameters:
  ///   - columnVisibility: Which columns are shown where there is room for several. Without it, the
  ///     split view itself remembers what the user wants.
  ///   - preferredCompactColumn: The column that is shown where there is room for one. Without it,
  ///     selections decide.
  ///   - sidebar: The views of the first column.
  ///   - detail: The views of the last column.
  public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>? = nil,
    preferredCompactColumn: Binding<NavigationSplitViewColumn>? = nil,
    @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) where Content == EmptyView {
    visibility = columnVisibility
    compactColumn = preferredCompactColumn
    self.sidebar = sidebar()
    content = nil
    self.detail = detail()
  }

  /// Keeps the widths that the user gives to the columns in the state. Without it, the split view
  /// itself remembers them.
  ///
  /// - Parameter widths: The widths.
  public func columnWidths(_ widths: Binding<NavigationSplitViewWidths>) -> Self {
    var view = self
    view.widths = widths
    return view
  }

  /// Begins the narrow form with another column than the sidebar.
  ///
  /// The columns before it are shown only where there is room for several, and ways back end at it:
  /// a program whose sidebar is a shortcut to places that the other columns lead to as well has no
  /// page for it in a narrow window.
  ///
  /// ```swift
  /// NavigationSplitView {
  ///   PlacesView(store: store)
  /// } detail: {
  ///   NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
  ///     …
  ///   }
  /// }
  /// .compactRoot(.detail)
  /// ```
  ///
  /// - Parameter column: The first column of the narrow form. If the state wants one before it,
  ///   this one is shown.
  public func compactRoot(_ column: NavigationSplitViewColumn) -> Self {
    var view = self
    view.compactRoot = column
    return view
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    NavigationSplitViewNode(self, context)
  }
}

private final class NavigationSplitViewNode<Sidebar: View, Content: View, Detail: View>:
  WidgetNode<NavigationSplitView<Sidebar, Content, Detail>>
{
  private let sidebarColumn: SplitColumn
  private let contentColumn: SplitColumn?
  private let detailColumn: SplitColumn
  private var sidebarHost: ViewHost<Sidebar>?
  private var contentHost: ViewHost<Content>?
  private var detailHost: ViewHost<Detail>?
  private var navigator: ColumnNavigator?
  /// What the split view itself remembers for lack of bindings.
  private var own = SplitViewState(
    visibility: .automatic,
    compactColumn: 0,
    widths: NavigationSplitViewWidths()
  )

  init(_ view: NavigationSplitView<Sidebar, Content, Detail>, _ context: NodeContext) {
    let isTriple = view.content != nil
    let isInColumn = context.environment.columnContext != nil
    func column(_ number: Int, _ column: NavigationSplitViewColumn) -> SplitColumn {
      SplitColumn(number: number, column: column, isInColumn: isInColumn)
    }
    sidebarColumn = column(0, .sidebar)
    contentColumn = isTriple ? column(1, .content) : nil
    detailColumn = column(isTriple ? 2 : 1, .detail)
    super.init(view, context, widget: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    sidebarHost = host(view.sidebar, in: sidebarColumn)
    if let contentColumn, let content = view.content {
      contentHost = host(content, in: contentColumn)
    }
    detailHost = host(view.detail, in: detailColumn)
    let navigator = ColumnNavigator(
      columns: columns,
      in: widget,
      column: context.environment.columnContext
    ) { [unowned self] in readState() }
    self.navigator = navigator
    navigator.onBack = { [weak self] in self?.goBack(from: $0) }
    navigator.onVisibilityChange = { [weak self] in self?.setVisibility($0) }
    navigator.onWidthsChange = { [weak self] in self?.setWidths($0) }
    navigator.onCollapseChange = { [weak self] in self?.passEnvironment() }
    for column in columns {
      // The lists in the column may be others, whose selections are to be observed.
      column.context.onChange = { [weak self] in self?.readColumnsLater() }
      column.context.onUserSelection = { [weak self, weak column] in
        if let column { self?.userSelected(in: column) }
      }
    }
    navigator.setOuterPage(environment.pageContext, depth: depth)
    reevaluate()
  }

  deinit {}

  private var columns: [SplitColumn] {
    [sidebarColumn, contentColumn, detailColumn].compactMap(\.self)
  }

  private func host<Views: View>(_ views: Views, in column: SplitColumn) -> ViewHost<Views> {
    let host = ViewHost(views, environment: environment(of: column), parent: self)
    column.show(in: host)
    return host
  }

  // MARK: State

  override func reevaluate() {
    navigator?.show(tracked { readState() })
  }

  private func readState() -> SplitViewState {
    let root = number(of: view.compactRoot)
    return SplitViewState(
      visibility: view.visibility?.wrappedValue ?? own.visibility,
      compactColumn: max(compactColumn, root),
      compactRoot: root,
      widths: view.widths?.wrappedValue ?? own.widths
    )
  }

  /// The number of the column that is shown while there is room for only one.
  private var compactColumn: Int {
    if let column = view.compactColumn?.wrappedValue { return number(of: column) }
    var number = 0
    for column in columns.dropLast() where number == column.number {
      if column.context.hasSelection == true { number += 1 }
    }
    return number
  }

  private func number(of column: NavigationSplitViewColumn) -> Int {
    columns.first { $0.column == column }?.number ?? 0
  }

  override func update(_ view: NavigationSplitView<Sidebar, Content, Detail>) {
    super.update(view)
    sidebarHost?.update(view.sidebar)
    if let content = view.content { contentHost?.update(content) }
    detailHost?.update(view.detail)
    reevaluate()
  }

  /// Reads what the columns ask for and which lists they have once the update is over: views may be
  /// half made or half destroyed now.
  private func readColumnsLater() {
    guard !isReadingColumns else { return }
    isReadingColumns = true
    UpdateScheduler.shared.whenSettled { [weak self] in
      guard let self, !isDestroyed else { return }
      isReadingColumns = false
      reevaluate()
      navigator?.columnsDidChange()
    }
  }

  private var isReadingColumns = false

  // MARK: Input

  private func goBack(from number: Int) {
    guard !ignoresInput else { return }
    let before = columns[number - 1]
    before.context.clearSelection()
    // The state has declined.
    if before.context.hasSelection == true { return }
    if let binding = view.compactColumn, binding.wrappedValue != before.column {
      binding.wrappedValue = before.column
    }
  }

  /// Shows the column that belongs to the selected row.
  private func userSelected(in column: SplitColumn) {
    guard !ignoresInput, let binding = view.compactColumn, column.number + 1 < columns.count
    else { return }
    let next = columns[column.number + 1].column
    // A column further back may be selected in the wide form.
    if binding.wrappedValue != next, column.context.hasSelection == true {
      binding.wrappedValue = next
    }
  }

  private func setVisibility(_ visibility: NavigationSplitViewVisibility) {
    guard !ignoresInput else { return }
    if let binding = view.visibility { return binding.wrappedValue = visibility }
    own.visibility = visibility
    reevaluate()
  }

  private func setWidths(_ widths: NavigationSplitViewWidths) {
    guard !ignoresInput else { return }
    if let binding = view.widths { return binding.wrappedValue = widths }
    own.widths = widths
    reevaluate()
  }

  // MARK: Environment

  private func environment(of column: SplitColumn) -> EnvironmentValues {
    var environment = environment
    environment.pageContext = column.page
    environment.columnContext = column.context
    column.coverage.outer = self.environment.coverage
    environment.coverage = column.coverage
    if navigator?.plan?.isCollapsed == true { environment.horizontalSizeClass = .compact }
    return environment
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    navigator?.setOuterPage(environment.pageContext, depth: depth)
    passEnvironment()
  }

  private func passEnvironment() {
    guard !isDestroyed, !isInert else { return }
    for column in columns { column.setEnvironment(environment(of: column)) }
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    // This node itself destroys the hosts' trees and sets their environments.
  }

  // MARK: End of life

  override func freeze() {
    super.freeze()
    for column in columns { column.freeze() }
  }

  override func destroy() {
    guard !isDestroyed else { return }
    navigator?.destroy()
    sidebarHost = nil
    contentHost = nil
    detailHost = nil
    super.destroy()
  }
}
