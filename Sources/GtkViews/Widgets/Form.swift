import GtkKit

/// Settings and fields in framed groups: the usual page for editing something.
///
/// Rows outside of a ``Section`` form groups of their own. The form scrolls, and its width is
/// limited to stay readable.
public struct Form<Content: View>: PrimitiveView {
  let content: Content

  /// - Parameter content: Rows and ``Section``s.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    FormNode(self, context) { $0.content }
  }
}

/// The node of a form, or of a list of fixed rows.
final class FormNode<Content: View, Child: View>: ContainerNode<Content, Child> {
  private let column: WidgetPointer
  private let bin: FrameBin
  private let focusScrolling: FocusScrolling
  /// Makes the form as high as its rows are in its width. A scrolled window of GTK asks them
  /// without a width, in which no text is wrapped.
  private let layout: ClosureLayout
  /// The groups of rows outside of sections, in order.
  private var loose: [BoxedList] = []

  init(
    _ view: Content,
    _ context: NodeContext,
    content: @escaping (Content) -> Child
  ) {
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_widget_set_hexpand(scroller, 1)
    // Among other views, a form is as high as its rows and scrolls only if they do not fit.
    let isAlone = context.environment.placement != .column
    if isAlone { gtk_widget_set_vexpand(scroller, 1) }
    bin = FrameBin(
      Frame(width: Frame.Length(ideal: 600, max: 600), height: Frame.Length(), alignment: .top)
    )
    column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18)
    gtk_widget_set_valign(column, GTK_ALIGN_START)
    gtk_widget_set_margin_top(column, 24)
    gtk_widget_set_margin_bottom(column, 24)
    gtk_widget_set_margin_start(column, 12)
    gtk_widget_set_margin_end(column, 12)
    gtk_box_append(bin.widget.cast(), column)
    gtk_scrolled_window_set_child(scroller.opaque, bin.widget)
    focusScrolling = FocusScrolling(in: scroller)
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_box_append(box.cast(), scroller)
    layout = ClosureLayout(of: box) { [bin] orientation, size in
      var needed = scroller.measured(orientation, forSize: size)
      if orientation == GTK_ORIENTATION_VERTICAL {
        let rows = bin.widget.measured(orientation, forSize: size).natural
        // A sheet is as high as its form, up to a limit below the height of the screen.
        needed.natural = isAlone ? min(rows, 560) : rows
      }
      return needed
    } allocate: { width, height in
      ClosureLayout.place(scroller, x: 0, y: 0, width: width, height: height)
    }
    super.init(view, context, widget: box, content: content)
  }

  deinit {}

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    environment.placement = .formRow
    return environment
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    var groups: [WidgetPointer] = []
    var rows: [WidgetPointer] = []
    var lists: [(list: BoxedList, rows: [WidgetPointer])] = []
    func closeGroup() {
      guard !rows.isEmpty else { return }
      let index = lists.count
      let list = index < loose.count ? loose[index] : BoxedList()
      list.owner = self
      lists.append((list, rows))
      groups.append(list.widget)
      rows = []
    }
    child?.forEachLeaf { leaf in
      if leaf is any SectionMarking {
        closeGroup()
        groups += leaf.widgets
      } else {
        rows += leaf.widgets
      }
    }
    closeGroup()
    // A row that moves to another list must leave its old one first.
    let old = loose
    loose = lists.map(\.list)
    for list in old.dropFirst(loose.count) { list.destroy() }
    for (list, rows) in lists { list.keepOnly(rows) }
    for (list, rows) in lists { list.arrange(rows) }
    GtkViews.arrange(groups, inBox: column)
  }

  override func destroy() {
    guard !isDestroyed else { return }
    focusScrolling.disconnect()
    for list in loose { list.destroy() }
    GtkViews.arrange([], inBox: column)
    layout.end()
    super.destroy()
  }
}

/// Marks the node of a section, which a form shows directly rather than in a row.
protocol SectionMarking: Node {}

/// A framed group of rows, with a header above and a footer below; in a ``Menu``, items between
/// lines with the header above them.
public struct Section<Header: View, Content: View, Footer: View>: PrimitiveView {
  let header: Header
  let content: Content
  let footer: Footer

  /// - Parameters:
  ///   - content: The rows.
  ///   - header: The header above the rows.
  ///   - footer: The footer below the rows, usually an explanation.
  public init(
    @ViewBuilder content: () -> Content,
    @ViewBuilder header: () -> Header,
    @ViewBuilder footer: () -> Footer
  ) {
    self.content = content()
    self.header = header()
    self.footer = footer()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    context.environment.placement == .menu
      ? MenuSectionNode(self, context) : SectionNode(self, context)
  }
}

extension Section where Header == EmptyView, Footer == EmptyView {
  /// - Parameter content: The rows.
  public init(@ViewBuilder content: () -> Content) {
    self.init(content: content, header: { EmptyView() }, footer: { EmptyView() })
  }
}

extension Section where Footer == EmptyView {
  /// - Parameters:
  ///   - content: The rows.
  ///   - header: The header above the rows.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header) {
    self.init(content: content, header: header, footer: { EmptyView() })
  }
}

extension Section where Header == EmptyView {
  /// - Parameters:
  ///   - content: The rows.
  ///   - footer: The footer below the rows, usually an explanation.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
    self.init(content: content, header: { EmptyView() }, footer: footer)
  }
}

extension Section where Header == Text, Footer == EmptyView {
  /// - Parameters:
  ///   - title: The header above the rows.
  ///   - content: The rows.
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content, header: { Text(title) }, footer: { EmptyView() })
  }
}

extension Section where Header == Text {
  /// - Parameters:
  ///   - title: The header above the rows.
  ///   - content: The rows.
  ///   - footer: The footer below the rows, usually an explanation.
  public init(
    _ title: some StringProtocol,
    @ViewBuilder content: () -> Content,
    @ViewBuilder footer: () -> Footer
  ) {
    self.init(content: content, header: { Text(title) }, footer: footer)
  }
}

// Sections with headers and footers that are made already, as older code has them.
extension Section {
  /// - Parameters:
  ///   - header: The header above the rows.
  ///   - footer: The footer below the rows, usually an explanation.
  ///   - content: The rows.
  public init(header: Header, footer: Footer, @ViewBuilder content: () -> Content) {
    self.init(content: content, header: { header }, footer: { footer })
  }
}

extension Section where Footer == EmptyView {
  /// - Parameters:
  ///   - header: The header above the rows.
  ///   - content: The rows.
  public init(header: Header, @ViewBuilder content: () -> Content) {
    self.init(header: header, footer: EmptyView(), content: content)
  }
}

extension Section where Header == EmptyView {
  /// - Parameters:
  ///   - footer: The footer below the rows, usually an explanation.
  ///   - content: The rows.
  public init(footer: Footer, @ViewBuilder content: () -> Content) {
    self.init(header: EmptyView(), footer: footer, content: content)
  }
}

private final class SectionNode<Header: View, Content: View, Footer: View>:
  ContainerNode<Section<Header, Content, Footer>, Content>, SectionMarking
{
  private let list = BoxedList()
  private var header: Subtree<Header>?
  private var footer: Subtree<Footer>?

  init(_ view: Section<Header, Content, Footer>, _ context: NodeContext) {
    super.init(view, context, widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)) { $0.content }
    let header = Subtree(view.header, parent: self, environment: headingEnvironment)
    let footer = Subtree(view.footer, parent: self, environment: headingEnvironment)
    header.onWidgetsChange = { [unowned self] in arrangeAll() }
    footer.onWidgetsChange = { [unowned self] in arrangeAll() }
    (self.header, self.footer) = (header, footer)
    list.owner = self
    gtk_widget_set_hexpand(widget, 1)
    arrangeAll()
  }

  deinit {}

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    environment.placement = .formRow
    return environment
  }

  private var headingEnvironment: EnvironmentValues {
    var environment = environment
    environment.placement = .plain
    return environment
  }

  override func update(_ view: Section<Header, Content, Footer>) {
    super.update(view)
    header?.update(view.header)
    footer?.update(view.footer)
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    list.arrange(widgets)
    gtk_widget_set_visible(list.widget, gbool(!widgets.isEmpty))
  }

  private func arrangeAll() {
    let above = header?.widgets ?? []
    let below = footer?.widgets ?? []
    for header in above {
      gtk_widget_add_css_class(header, "heading")
      gtk_widget_set_halign(header, GTK_ALIGN_START)
    }
    for footer in below {
      gtk_widget_add_css_class(footer, "caption")
      gtk_widget_add_css_class(footer, "dim-label")
      gtk_widget_set_halign(footer, GTK_ALIGN_START)
    }
    GtkViews.arrange(above + [list.widget] + below, inBox: widget)
    // The header is the accessible name of the group.
    if let title = above.first, title.isA(gtk_label_get_type()) {
      Accessibility.setLabel(String(gtk: gtk_label_get_text(title.opaque)), of: list.widget)
    }
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    header?.setEnvironment(headingEnvironment)
    footer?.setEnvironment(headingEnvironment)
  }

  override func destroy() {
    guard !isDestroyed else { return }
    header?.destroy()
    footer?.destroy()
    list.destroy()
    GtkViews.arrange([], inBox: widget)
    super.destroy()
  }
}
