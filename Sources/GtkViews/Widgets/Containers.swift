import GtkKit

/// Views on top of each other, the first one at the back. All of them determine the size.
public struct ZStack<Content: View>: PrimitiveView {
  let alignment: Alignment
  let content: Content

  /// - Parameters:
  ///   - alignment: The position of smaller views.
  ///   - content: The views, from back to front.
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { ZStackNode(self, context) }
}

private final class ZStackNode<Content: View>: ContainerNode<ZStack<Content>, Content> {
  private var shown: [WidgetPointer] = []

  init(_ view: ZStack<Content>, _ context: NodeContext) {
    super.init(view, context, widget: gtk_overlay_new()) { $0.content }
  }

  deinit {}

  override func arrange(_ widgets: [WidgetPointer]) {
    if widgets != shown {
      for old in shown.dropFirst() { gtk_overlay_remove_overlay(widget.opaque, old) }
      gtk_overlay_set_child(widget.opaque, widgets.first)
      for overlay in widgets.dropFirst() {
        gtk_overlay_add_overlay(widget.opaque, overlay)
        gtk_overlay_set_measure_overlay(widget.opaque, overlay, 1)
      }
      shown = widgets
    }
    for child in widgets {
      if gtk_widget_compute_expand(child, GTK_ORIENTATION_HORIZONTAL) == 0 {
        gtk_widget_set_halign(child, view.alignment.horizontal.align)
      }
      if gtk_widget_compute_expand(child, GTK_ORIENTATION_VERTICAL) == 0 {
        gtk_widget_set_valign(child, view.alignment.vertical.align)
      }
    }
  }

  override func update(_ view: ZStack<Content>) {
    let isMoved = view.alignment != self.view.alignment
    super.update(view)
    if isMoved { arrange(contentWidgets) }
  }
}

/// Views in rows and columns. Each ``GridRow`` is a row; any other view spans all columns.
public struct Grid<Content: View>: PrimitiveView {
  let alignment: Alignment?
  let horizontalSpacing: Double
  let verticalSpacing: Double
  let content: Content

  /// - Parameters:
  ///   - alignment: The position of views in their cells. Views that expand fill theirs; `nil` lets
  ///     all views fill their cells.
  ///   - horizontalSpacing: The space between columns, in pixels; `nil` for the default of 12.
  ///   - verticalSpacing: The space between rows, in pixels; `nil` for the default of 6.
  ///   - content: The rows.
  public init(
    alignment: Alignment? = nil,
    horizontalSpacing: Double? = nil,
    verticalSpacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.horizontalSpacing = horizontalSpacing ?? 12
    self.verticalSpacing = verticalSpacing ?? 6
    self.content = content()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { GridNode(self, context) }
}

/// A row of a ``Grid``.
public struct GridRow<Content: View>: PrimitiveView {
  let content: Content

  /// - Parameter content: The cells.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    GridRowNode(self, context) { $0.content }
  }
}

private protocol GridRowMarking: Node {}

private final class GridRowNode<Content: View>: ForwardingNode<GridRow<Content>, Content>,
  GridRowMarking
{
  deinit {}

  override func forEachLeaf(_ visit: (Node) -> Void) { visit(self) }
}

private final class GridNode<Content: View>: ContainerNode<Grid<Content>, Content> {
  private var isAligned = false

  init(_ view: Grid<Content>, _ context: NodeContext) {
    super.init(view, context, widget: gtk_grid_new()) { $0.content }
    applySpacing()
  }

  deinit {}

  private func applySpacing() {
    gtk_grid_set_column_spacing(widget.cast(), guint(Int32(pixels: view.horizontalSpacing)))
    gtk_grid_set_row_spacing(widget.cast(), guint(Int32(pixels: view.verticalSpacing)))
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    for child in widget.children { gtk_grid_remove(widget.cast(), child) }
    var rows: [(cells: [WidgetPointer], isFull: Bool)] = []
    child?.forEachLeaf { leaf in
      rows.append((leaf.widgets, !(leaf is any GridRowMarking)))
    }
    let columns = max(1, rows.map(\.cells.count).max() ?? 1)
    for (row, (cells, isFull)) in rows.enumerated() {
      for (column, cell) in cells.enumerated() {
        gtk_grid_attach(
          widget.cast(),
          cell,
          Int32(column),
          Int32(row),
          isFull ? Int32(columns) : 1,
          1
        )
      }
    }
    align(widgets)
  }

  private func align(_ cells: [WidgetPointer]) {
    // Cells keep what they ask for themselves, unless there is an alignment, or was one.
    guard view.alignment != nil || isAligned else { return }
    isAligned = view.alignment != nil
    for cell in cells {
      if !isGreedy(cell, GTK_ORIENTATION_HORIZONTAL) {
        gtk_widget_set_halign(cell, view.alignment?.horizontal.align ?? GTK_ALIGN_FILL)
      }
      if !isGreedy(cell, GTK_ORIENTATION_VERTICAL) {
        gtk_widget_set_valign(cell, view.alignment?.vertical.align ?? GTK_ALIGN_FILL)
      }
    }
  }

  override func update(_ view: Grid<Content>) {
    let old = self.view
    super.update(view)
    if view.horizontalSpacing != old.horizontalSpacing
      || view.verticalSpacing != old.verticalSpacing
    {
      applySpacing()
    }
    if view.alignment != old.alignment { align(contentWidgets) }
  }
}

/// Content that can be expanded below its title.
public struct DisclosureGroup<Label: View, Content: View>: PrimitiveView {
  let isExpanded: Binding<Bool>?
  let label: Label
  let content: Content

  /// - Parameters:
  ///   - isExpanded: Whether the content is shown; `nil` if only the user decides.
  ///   - content: The content to expand.
  ///   - label: The title.
  public init(
    isExpanded: Binding<Bool>? = nil,
    @ViewBuilder content: () -> Content,
    @ViewBuilder label: () -> Label
  ) {
    self.isExpanded = isExpanded
    self.content = content()
    self.label = label()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { DisclosureNode(self, context) }
}

extension DisclosureGroup where Label == Text {
  /// - Parameters:
  ///   - title: The title.
  ///   - isExpanded: Whether the content is shown; `nil` if only the user decides.
  ///   - content: The content to expand.
  public init(
    _ title: some StringProtocol,
    isExpanded: Binding<Bool>? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.init(isExpanded: isExpanded, content: content) { Text(title) }
  }
}

private final class DisclosureNode<Label: View, Content: View>:
  ContainerNode<DisclosureGroup<Label, Content>, Content>
{
  private let box: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
  private let slot = WidgetSlot()
  private var label: Subtree<Label>?

  init(_ view: DisclosureGroup<Label, Content>, _ context: NodeContext) {
    let expander = gtk_expander_new(nil)!
    gtk_expander_set_child(expander.opaque, box)
    super.init(view, context, widget: expander) { $0.content }
    let label = Subtree(view.label, parent: self, environment: labelEnvironment)
    label.onWidgetsChange = { [unowned self] in showLabel() }
    self.label = label
    showLabel()
    signals.connect(widget, notify: "expanded") { [unowned self] in
      guard let isExpanded = self.view.isExpanded else { return }
      handleInput { write(gtk_expander_get_expanded(widget.opaque) != 0, to: isExpanded) }
    }
    reevaluate()
  }

  deinit {}

  private var labelEnvironment: EnvironmentValues {
    var environment = environment
    environment.placement = .row
    return environment
  }

  private func showLabel() {
    gtk_expander_set_label_widget(widget.opaque, slot.fill(label?.widgets ?? []))
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    GtkViews.arrange(widgets, inBox: box)
  }

  override func update(_ view: DisclosureGroup<Label, Content>) {
    super.update(view)
    label?.update(view.label)
    reevaluate()
  }

  override func reevaluate() {
    guard let isExpanded = view.isExpanded else { return }
    let wanted = gbool(tracked { isExpanded.wrappedValue })
    guard gtk_expander_get_expanded(widget.opaque) != wanted else { return }
    apply { gtk_expander_set_expanded(widget.opaque, wanted) }
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    label?.setEnvironment(labelEnvironment)
  }

  override func destroy() {
    guard !isDestroyed else { return }
    label?.destroy()
    GtkViews.arrange([], inBox: box)
    super.destroy()
  }
}
