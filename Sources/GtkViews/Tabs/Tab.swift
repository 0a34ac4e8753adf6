import GtkKit

/// A tab of a ``TabView``: its label in the switcher, and the views of its page.
///
/// ```swift
/// Tab("Letters", systemImage: "envelope", value: .letters) {
///   LettersView(store: store)
/// }
/// .badge(store.unreadCount)
/// ```
///
/// Outside of a ``TabView``, only the views of the page are shown.
public struct Tab<Value: Hashable, Content: View, TabLabel: View>: View {
  let value: AnyHashable?
  let content: () -> Content
  let label: TabLabel
  var tabBadge: String?

  public var body: some View {
    TabItemView(
      content: LazyView(content: content),
      item: label,
      value: value,
      badge: tabBadge
    )
  }

  /// - Parameters:
  ///   - value: The value that the selection has while the tab is shown.
  ///   - content: The views of the page.
  ///   - label: The label, usually a ``Label``.
  public init(
    value: Value,
    @ViewBuilder content: @escaping () -> Content,
    @ViewBuilder label: () -> TabLabel
  ) {
    self.value = AnyHashable(value)
    self.content = content
    self.label = label()
  }

  /// Makes a tab of a ``TabView`` without a selection.
  ///
  /// - Parameters:
  ///   - content: The views of the page.
  ///   - label: The label, usually a ``Label``.
  public init(
    @ViewBuilder content: @escaping () -> Content,
    @ViewBuilder label: () -> TabLabel
  ) where Value == Never {
    value = nil
    self.content = content
    self.label = label()
  }

  /// Shows a number beside the label, such as that of unread letters.
  ///
  /// - Parameter count: The number. Zero is not shown.
  public func badge(_ count: Int) -> Tab { badge(badgeText(count)) }

  /// Shows a short text beside the label.
  ///
  /// - Parameter label: The text; `nil` for none.
  public func badge(_ label: (some StringProtocol)?) -> Tab {
    var tab = self
    tab.tabBadge = label.map { String($0) }
    return tab
  }
}

extension Tab where TabLabel == Label<Text, Image> {
  /// - Parameters:
  ///   - title: The title.
  ///   - systemImage: The symbol; see ``Image/init(systemName:)``.
  ///   - value: The value that the selection has while the tab is shown.
  ///   - content: The views of the page.
  public init(
    _ title: some StringProtocol,
    systemImage: String,
    value: Value,
    @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(value: value, content: content) { Label(title, systemImage: systemImage) }
  }

  /// Makes a tab of a ``TabView`` without a selection.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - systemImage: The symbol; see ``Image/init(systemName:)``.
  ///   - content: The views of the page.
  public init(
    _ title: some StringProtocol,
    systemImage: String,
    @ViewBuilder content: @escaping () -> Content
  ) where Value == Never {
    self.init(content: content) { Label(title, systemImage: systemImage) }
  }
}

extension Tab where TabLabel == Text {
  /// - Parameters:
  ///   - title: The title.
  ///   - value: The value that the selection has while the tab is shown.
  ///   - content: The views of the page.
  public init(
    _ title: some StringProtocol,
    value: Value,
    @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(value: value, content: content) { Text(title) }
  }
}

extension View {
  /// Makes this view the page of a tab of a ``TabView``.
  ///
  /// A ``View/tag(_:)`` is the value that the selection has while the tab is shown. Outside of a
  /// ``TabView``, only this view is shown.
  ///
  /// - Parameter label: The label of the tab, usually a ``Label``.
  public func tabItem<Item: View>(@ViewBuilder _ label: () -> Item) -> some View {
    TabItemView(content: self, item: label(), value: nil, badge: nil)
  }

  /// Shows a number beside the label of the tab whose page this view is, or at the end of the row
  /// of a list or form that this view is.
  ///
  /// - Parameter count: The number. Zero is not shown.
  public func badge(_ count: Int) -> some View {
    BadgedView(content: self, badge: badgeText(count))
  }

  /// Shows a short text beside the label of the tab whose page this view is, or at the end of the
  /// row of a list or form that this view is.
  ///
  /// - Parameter label: The text; `nil` for none.
  public func badge(_ label: (some StringProtocol)?) -> some View {
    BadgedView(content: self, badge: label.map { String($0) })
  }
}

private func badgeText(_ count: Int) -> String? { count == 0 ? nil : "\(count)" }

// MARK: - Nodes

/// What a tab shows in the switcher, and its page.
protocol TabEntry: Node {
  /// The value of the tab; `nil` if the view has none itself.
  var value: AnyHashable? { get }
  var badge: String? { get }
  var labelWidgets: [WidgetPointer] { get }
  /// The text of the label, for reports and menus.
  var title: String { get }
  var page: TabPage { get }
  /// Makes the views of the page, unless they are there.
  func makePage()
}

/// What the tabs of a view of tabs tell it.
final class TabContainer {
  /// Called when what a tab shows in the switcher has changed.
  var onChange: () -> Void = {}
  /// Called after a page has gone that had the focus.
  var onFocusLoss: () -> Void = {}

  init() {}

  deinit {}
}

private enum TabContainerKey: EnvironmentKey {
  static let defaultValue: TabContainer? = nil
}

private enum TabPageKey: EnvironmentKey {
  static let defaultValue = false
}

extension EnvironmentValues {
  /// The view of tabs of which the view is a tab; `nil` in the pages and outside.
  var tabContainer: TabContainer? {
    get { self[TabContainerKey.self] }
    set { self[TabContainerKey.self] = newValue }
  }

  /// Whether the view is in a page of a view of tabs in the same window.
  var isInTabPage: Bool {
    get { self[TabPageKey.self] }
    set { self[TabPageKey.self] = newValue }
  }
}

/// A view that says something about the tab whose page it is.
private protocol TabAttribute {
  var tabTag: AnyHashable? { get }
  var tabBadge: String? { get }
  var attributedView: any View { get }
}

extension TaggedView: TabAttribute {
  var tabTag: AnyHashable? { tag }
  var tabBadge: String? { nil }
  var attributedView: any View { content }
}

extension BadgedView: TabAttribute {
  var tabTag: AnyHashable? { nil }
  var tabBadge: String? { badge }
  var attributedView: any View { content }
}

private protocol TabItem {}

struct TabItemView<Content: View, Item: View>: PrimitiveView, TabItem {
  let content: Content
  let item: Item
  let value: AnyHashable?
  let badge: String?

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { TabItemNode(self, context) }

  /// Reports a second ``View/tabItem(_:)`` in front of this one.
  fileprivate func reportOtherItems() {
    var view: any View = content
    while let attribute = view as? any TabAttribute { view = attribute.attributedView }
    guard view is any TabItem else { return }
    reportRepeatedModifier("tabItem", "The tab shows the label of the outer one.")
  }

  /// The attributes in front of ``View/tabItem(_:)``, whose nodes come only with the page.
  fileprivate var attributes: (tag: AnyHashable?, badge: String?) {
    var attributes: (tag: AnyHashable?, badge: String?) = (value, badge)
    var view: any View = content
    while let attribute = view as? any TabAttribute {
      attributes.tag = attributes.tag ?? attribute.tabTag
      attributes.badge = attributes.badge ?? attribute.tabBadge
      view = attribute.attributedView
    }
    return attributes
  }
}

/// Provides no widgets: the label is in the switcher, and the page among the pages.
private final class TabItemNode<Content: View, Item: View>:
  ViewNode<TabItemView<Content, Item>>, TabEntry
{
  let page = TabPage()
  private let container: TabContainer?
  private var label: Subtree<Item>?
  private var host: ViewHost<Content>?
  /// The views, outside of a view of tabs.
  private var child: ViewNode<Content>?

  override init(_ view: TabItemView<Content, Item>, _ context: NodeContext) {
    container = context.environment.tabContainer
    super.init(view, context)
    view.reportOtherItems()
    guard let container else {
      child = Content._makeNode(view.content, childContext)
      return
    }
    let label = Subtree(view.item, parent: self, environment: labelEnvironment)
    label.onWidgetsChange = { [weak container] in container?.onChange() }
    self.label = label
  }

  deinit {}

  var value: AnyHashable? { view.attributes.tag }
  var badge: String? { view.attributes.badge }
  var labelWidgets: [WidgetPointer] { label?.widgets ?? [] }
  var title: String { label.flatMap { plainText(of: $0) } ?? "" }

  func makePage() {
    guard host == nil, !isDestroyed else { return }
    page.coverage.outer = environment.coverage
    let host = ViewHost(view.content, environment: pageEnvironment, parent: self)
    self.host = host
    page.widget = ObjectReference(host.widget)
  }

  private var labelEnvironment: EnvironmentValues {
    var environment = environment
    environment.automaticLabelStyle = .parts
    environment.textLayout.lines = LineLimit(maximum: 1)
    return environment
  }

  private var pageEnvironment: EnvironmentValues {
    var environment = environment
    environment.tabContainer = nil
    environment.isInTabPage = true
    environment.pageContext = page.context
    environment.coverage = page.coverage
    return environment
  }

  override func update(_ view: TabItemView<Content, Item>) {
    super.update(view)
    child?.update(view.content)
    label?.update(view.item)
    host?.update(view.content)
    container?.onChange()
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    label?.setEnvironment(labelEnvironment)
    page.coverage.outer = environment.coverage
    host?.setEnvironment(pageEnvironment)
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    // The node itself passes on environments to the label and the page.
    if let child { visit(child) }
  }

  override func freeze() {
    super.freeze()
    label?.freeze()
    host?.freeze()
  }

  override func destroy() {
    guard !isDestroyed else { return }
    if page.leave() { container?.onFocusLoss() }
    host?.destroy()
    label?.destroy()
    super.destroy()
  }
}

private struct BadgedView<Content: View>: PrimitiveView {
  let content: Content
  let badge: String?

  func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    context.environment.placement == .formRow
      ? RowBadgeNode(self, context) : BadgeNode(self, context)
  }
}

private enum RowBadgeKey: EnvironmentKey {
  static let defaultValue: String? = nil
}

extension EnvironmentValues {
  /// The text at the end of the button that is the row.
  var rowBadge: String? {
    get { self[RowBadgeKey.self] }
    set { self[RowBadgeKey.self] = newValue }
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Whether this is the content of a row that is a button, with or without a badge.
  var isRowButton: Bool {
    gtk_widget_has_css_class(self, "row-button") != 0
      || gtk_widget_has_css_class(self, "row-with-badge") != 0
        && gtk_widget_get_first_child(self).map { gtk_widget_has_css_class($0, "row-button") != 0 }
          ?? false
  }
}

/// The content of a row with a text at its end. A button that is the row has the text itself.
private final class RowBadgeNode<Content: View>: ContainerNode<BadgedView<Content>, Content>,
  Forwarding
{
  private let label: WidgetPointer = gtk_label_new(nil)

  init(_ view: BadgedView<Content>, _ context: NodeContext) {
    let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
    gtk_widget_add_css_class(row, "row-with-badge")
    gtk_widget_add_css_class(label, "dim-label")
    gtk_widget_add_css_class(label, "numeric")
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_set_halign(label, GTK_ALIGN_END)
    gtk_box_append(row.cast(), label)
    super.init(view, context, widget: row) { $0.content }
    showBadge()
  }

  deinit {}

  var forwarded: Node? { child }

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    environment.rowBadge = view.badge
    return environment
  }

  private func showBadge() {
    let text = widget.isRowButton ? nil : view.badge
    gtk_label_set_text(label.opaque, text ?? "")
    gtk_widget_set_visible(label, gbool(text != nil))
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    GtkViews.arrange(widgets + [label], inBox: widget)
    // The text is at the end, however short the content is.
    let isWide = widgets.contains { isGreedy($0, GTK_ORIENTATION_HORIZONTAL) }
    gtk_widget_set_hexpand(label, gbool(!isWide))
    showBadge()
  }

  override func update(_ view: BadgedView<Content>) {
    let isChanged = view.badge != self.view.badge
    super.update(view)
    guard isChanged else { return }
    child?.setEnvironment(childEnvironment)
    showBadge()
  }
}

/// A node that says what is beside the label of a tab.
protocol Badging: Node {
  var badge: String? { get }
}

private final class BadgeNode<Content: View>: ForwardingNode<BadgedView<Content>, Content>,
  Badging
{
  init(_ view: BadgedView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    guard let badge = view.badge else { return }
    for case let inner as any Badging in modifiedNodes {
      guard let hidden = inner.badge, hidden != badge else { continue }
      reportRepeatedModifier("badge", "The tab shows “\(badge)”, and not “\(hidden)”.")
    }
  }

  deinit {}

  var badge: String? { view.badge }

  override func update(_ view: BadgedView<Content>) {
    super.update(view)
    environment.tabContainer?.onChange()
  }
}
