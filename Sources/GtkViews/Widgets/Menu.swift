import GtkKit

/// A button that opens a menu.
///
/// The content consists of ``Button``s, ``Divider``s, ``Toggle``s, ``Picker``s, texts, other menus
/// and ``Section``s of these. A button shows the keys of its
/// ``View/keyboardShortcut(_:modifiers:)``.
public struct Menu<Label: View, Content: View>: PrimitiveView {
  let label: Label
  let content: Content
  private(set) var isPrimary = false
  /// What a click does, beside which a second button opens the menu.
  private(set) var primaryAction: (() -> Void)?

  /// A button beside which a second one opens a menu.
  ///
  /// - Parameters:
  ///   - content: The items of the menu.
  ///   - label: The content of the button.
  ///   - primaryAction: What the button does. In another menu there are only the items.
  public init(
    @ViewBuilder content: () -> Content,
    @ViewBuilder label: () -> Label,
    primaryAction: @escaping () -> Void
  ) {
    self.init(content: content, label: label)
    self.primaryAction = primaryAction
  }

  /// - Parameters:
  ///   - content: The items of the menu.
  ///   - label: The content of the button.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.label = label()
    self.content = content()
  }

  /// Makes this the primary menu of its window, which F10 opens as well.
  public func primaryMenu() -> Menu {
    var copy = self
    copy.isPrimary = true
    return copy
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    if primaryAction == nil || context.environment.placement == .menu {
      return MenuNode(self, context)
    }
    return ForwardingNode(self, context) { $0.buttons }
  }

  private var buttons: some View {
    HStack(spacing: 0) {
      Button(action: primaryAction ?? {}) { label }
      Menu<EmptyView, Content>(content: { content }, label: { EmptyView() })
        .accessibilityLabel(String(translatedByGtk: "Menu"))
        .help(String(translatedByGtk: "Menu"))
    }
    .cssClass("linked")
  }
}

extension Menu where Label == Text {
  /// - Parameters:
  ///   - title: The label of the button.
  ///   - content: The items of the menu.
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }

  /// A button beside which a second one opens a menu.
  ///
  /// - Parameters:
  ///   - title: The label of the button.
  ///   - content: The items of the menu.
  ///   - primaryAction: What the button does. In another menu there are only the items.
  public init(
    _ title: some StringProtocol,
    @ViewBuilder content: () -> Content,
    primaryAction: @escaping () -> Void
  ) {
    self.init(content: content, label: { Text(title) }, primaryAction: primaryAction)
  }
}

extension Menu where Label == GtkViews.Label<Text, Image> {
  /// - Parameters:
  ///   - title: The label of the button.
  ///   - systemImage: The symbol before the label; see ``Image/init(systemName:)``.
  ///   - content: The items of the menu.
  public init(
    _ title: some StringProtocol,
    systemImage: String,
    @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { GtkViews.Label(title, systemImage: systemImage) }
  }

  /// A button beside which a second one opens a menu.
  ///
  /// - Parameters:
  ///   - title: The label of the button.
  ///   - systemImage: The symbol before the label; see ``Image/init(systemName:)``.
  ///   - content: The items of the menu.
  ///   - primaryAction: What the button does. In another menu there are only the items.
  public init(
    _ title: some StringProtocol,
    systemImage: String,
    @ViewBuilder content: () -> Content,
    primaryAction: @escaping () -> Void
  ) {
    self.init(
      content: content,
      label: { GtkViews.Label(title, systemImage: systemImage) },
      primaryAction: primaryAction
    )
  }
}

extension Menu where Label == Image {
  /// - Parameters:
  ///   - systemImage: The symbol on the button; see ``Image/init(systemName:)``.
  ///   - content: The items of the menu.
  public init(systemImage: String, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Image(systemName: systemImage) }
  }
}

private final class MenuNode<Label: View, Content: View>: ContainerNode<Menu<Label, Content>, Label>
{
  private let slot = WidgetSlot()
  private let popover: WidgetPointer = gtk_popover_new()
  private let column: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private var menu: Subtree<Content>?

  init(_ view: Menu<Label, Content>, _ context: NodeContext) {
    super.init(view, context, widget: gtk_menu_button_new()) { $0.label }
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_BUTTON, of: widget)
    gtk_menu_button_set_primary(widget.opaque, gbool(view.isPrimary))
    // A menu in a menu is an item like the others, with an arrow at its end.
    if isItem { gtk_widget_add_css_class(widget, "menu-item") }
    UngrabbedPopover.adapt(popover)
    gtk_widget_add_css_class(popover, "menu")
    gtk_popover_set_child(popover.cast(), column)
    gtk_menu_button_set_popover(widget.opaque, popover)
    signals.connect(popover, "map") { [unowned self] in focusFirstItem(of: column) }
    let menu = Subtree(view.content, parent: self, environment: menuEnvironment)
    menu.onWidgetsChange = { [unowned self] in showMenu() }
    self.menu = menu
    showMenu()
  }

  deinit {}

  /// Whether the menu is an item of another one.
  private var isItem: Bool { environment.placement == .menu }

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    environment.placement = .row
    return environment
  }

  private var menuEnvironment: EnvironmentValues {
    var environment = environment.inMenu(owner: self) { [weak self] in
      guard let self, !isDestroyed else { return }
      gtk_popover_popdown(popover.cast())
      self.environment.menuDismissal?.close()
    }
    if environment.menuButton == nil { environment.menuButton = widget }
    return environment
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    let only = widgets.count == 1 ? widgets[0] : nil
    if let only, only.isA(gtk_image_get_type()) {
      gtk_widget_add_css_class(widget, "image-button")
    }
    let label = slot.fill(widgets, startAligned: isItem)
    if isItem, let label { gtk_widget_set_hexpand(label, 1) }
    gtk_menu_button_set_child(widget.opaque, label)
    // A symbol, such as the three lines, needs no arrow to indicate a menu.
    let isSymbol = only.map { $0.isA(gtk_image_get_type()) } ?? false
    gtk_menu_button_set_always_show_arrow(widget.opaque, gbool(!isSymbol))
    // GTK centres the label and the arrow together.
    if isItem, let label, let both = gtk_widget_get_parent(label) {
      gtk_widget_set_halign(both, GTK_ALIGN_FILL)
    }
    if let node = child, let name = plainText(of: node) { Accessibility.setLabel(name, of: widget) }
    describeIcon(on: widget, content: child, widgets)
  }

  private func showMenu() {
    arrangeMenu(menu?.widgets ?? [], in: column)
  }

  override func update(_ view: Menu<Label, Content>) {
    super.update(view)
    gtk_menu_button_set_primary(widget.opaque, gbool(view.isPrimary))
    menu?.update(view.content)
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    menu?.setEnvironment(menuEnvironment)
  }

  override func destroy() {
    guard !isDestroyed else { return }
    gtk_popover_set_child(popover.cast(), nil)
    gtk_menu_button_set_popover(widget.opaque, nil)
    menu?.destroy()
    super.destroy()
  }
}

extension EnvironmentValues {
  /// Returns the environment of the content of a menu.
  ///
  /// - Parameters:
  ///   - owner: The owner of the menu.
  ///   - close: Closes the menu after an action.
  func inMenu(owner: AnyObject, close: @escaping () -> Void) -> EnvironmentValues {
    var environment = self
    environment.placement = .menu
    environment.menuShortcut = nil
    environment.automaticLabelStyle = .titleAndIcon
    environment.buttonStyle = .automatic
    environment.menuDismissal = MenuDismissal(close: close, identity: ObjectIdentifier(owner))
    return environment
  }
}

/// Gives the focus to the first item of a menu that has come onto the screen. GTK itself would sort
/// the items by their places, which they do not have yet.
private func focusFirstItem(of column: WidgetPointer) {
  _ = column.children.first { gtk_widget_child_focus($0, GTK_DIR_TAB_FORWARD) != 0 }
}

/// Stacks the items of a menu vertically.
func arrangeMenu(_ items: [WidgetPointer], in column: WidgetPointer) {
  arrange(items, inBox: column)
  MenuSection.showLines(of: items)
  column.setCSSClass("with-marks", hasMarks(items))
}

/// Returns whether marks stand before some of the items, or before those of their sections.
private func hasMarks(_ items: [WidgetPointer]) -> Bool {
  items.contains {
    gtk_widget_has_css_class($0, "menu-picker") != 0
      || gtk_widget_has_css_class($0, "menu-toggle") != 0
      || MenuSection.isOne($0) && hasMarks($0.children)
  }
}

extension View {
  /// Adds a context menu, opened by a secondary click, a long press, or the menu key.
  ///
  /// Where a view has several context menus, one menu has the items of all of them, in the order in
  /// which they are written.
  ///
  /// - Parameter menuItems: The items of the menu, as in a ``Menu``.
  public func contextMenu<Items: View>(@ViewBuilder menuItems: () -> Items) -> some View {
    ContextMenuView(content: self, items: menuItems())
  }
}

struct ContextMenuView<Content: View, Items: View>: PrimitiveView {
  let content: Content
  let items: Items

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { ContextMenuNode(self, context) }
}

/// A node with a context menu that can be opened from the keyboard, and by the row that contains
/// the node.
protocol ContextMenuOpening: Node {
  /// The first widget that has the menu.
  var attachedWidget: WidgetPointer? { get }
  /// The items of the menus of this view, from the innermost menu to this one.
  var menuItems: AnyView { get }
  /// Shows the present items, if the menu is open.
  func updateMenu()
  func openMenu()
  /// Opens the menu at a point of a widget around the views.
  func openMenu(at point: (x: Double, y: Double), of widget: WidgetPointer)
}

extension Node {
  /// Returns the first context menu that meets a condition, of this node or of those below it.
  func contextMenu(
    where isWanted: (any ContextMenuOpening) -> Bool = { _ in true }
  ) -> (any ContextMenuOpening)? {
    if let menu = self as? any ContextMenuOpening, isWanted(menu) { return menu }
    var found: (any ContextMenuOpening)?
    forEachChild { if found == nil { found = $0.contextMenu(where: isWanted) } }
    return found
  }
}

/// Returns whether a key opens the context menu.
package func isMenuKey(_ symbol: UInt32, _ modifiers: GdkModifierType) -> Bool {
  symbol == UInt32(GDK_KEY_Menu)
    || (symbol == UInt32(GDK_KEY_F10) && modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0)
}

extension EventController {
  /// Handles the gestures that open a context menu: a secondary click, and a long press of a
  /// finger.
  ///
  /// - Parameters:
  ///   - widget: The widget that has the menu.
  ///   - open: Called with the position.
  /// - Returns: The controllers of the gestures.
  @discardableResult
  static func menuGestures(
    on widget: WidgetPointer,
    _ open: @escaping (_ x: Double, _ y: Double) -> Void
  ) -> [EventController] {
    [
      // On release rather than on press: the menu would take the release, and GTK would send it to
      // the menu item under the pointer.
      click(on: widget, button: Int(GDK_BUTTON_SECONDARY)) { _, x, y in open(x, y) },
      longPress(on: widget, claims: false, phase: GTK_PHASE_BUBBLE, open),
    ]
  }
}

/// The items of a context menu, after those of the menus inside it.
private struct ContextMenuItems<Items: View>: View {
  let inner: AnyView?
  let items: Items

  var body: some View {
    if let inner {
      inner
      Divider()
    }
    items
  }
}

/// The node of a view with a context menu. The menu is made when it opens: in a list each row has
/// one, and most are never opened.
///
/// Of several nodes with a menu on one widget, the outermost one opens its menu with the items of
/// all.
private final class ContextMenuNode<Content: View, Items: View>:
  InputNode<ContextMenuView<Content, Items>, Content>, ContextMenuOpening
{
  private var menu: OpenMenu<RowMenu<ContextMenuItems<Items>>>?
  /// Deletes the list row that contains the view.
  private var deletion: (() -> Void)?

  init(_ view: ContextMenuView<Content, Items>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
  }

  deinit {}

  override var usesAllWidgets: Bool { true }

  override func attach(to widget: WidgetPointer) -> [any Attachment] {
    let gestures = EventController.menuGestures(on: widget) { [unowned self] x, y in
      open(on: widget, x: x, y: y)
    }
    let keys = EventController.key(on: widget) { [unowned self] symbol, modifiers in
      guard isMenuKey(symbol, modifiers) else { return false }
      openMenu()
      return true
    }
    return gestures + [keys]
  }

  func openMenu() {
    guard let widget = attachedWidget else { return }
    open(on: widget, x: 0, y: Double(gtk_widget_get_allocated_height(widget)))
  }

  func openMenu(at point: (x: Double, y: Double), of widget: WidgetPointer) {
    guard let attachedWidget else { return }
    var x = 0.0
    var y = 0.0
    gtk_widget_translate_coordinates(widget, attachedWidget, point.x, point.y, &x, &y)
    open(on: attachedWidget, x: x, y: y)
  }

  private func open(on widget: WidgetPointer, x: Double, y: Double) {
    if let outermost { return outermost.openMenu(at: (x, y), of: widget) }
    guard !ignoresInput else { return }
    menu?.destroy()
    deletion = deletionOfRow(with: widget)
    menu = OpenMenu(items, parent: self, on: widget, x: x, y: y)
  }

  override func update(_ view: ContextMenuView<Content, Items>) {
    super.update(view)
    updateMenu()
    outermost?.updateMenu()
  }

  func updateMenu() {
    menu?.update(items)
  }

  private var items: RowMenu<ContextMenuItems<Items>> {
    RowMenu(items: allItems, delete: deletion)
  }

  var menuItems: AnyView { AnyView(allItems) }

  private var allItems: ContextMenuItems<Items> {
    let inner = child?.contextMenu { $0.attachedWidget == attachedWidget }
    return ContextMenuItems(inner: inner?.menuItems, items: view.items)
  }

  /// The outermost node with a menu on the same widget; `nil` if it is this one.
  private var outermost: (any ContextMenuOpening)? {
    guard let attachedWidget else { return nil }
    var outermost: (any ContextMenuOpening)?
    var node = parent
    while let current = node {
      if let menu = current as? any ContextMenuOpening, menu.attachedWidget == attachedWidget {
        outermost = menu
      }
      node = current.parent
    }
    return outermost
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    menu?.destroy()
    menu = nil
  }

  override func destroy() {
    guard !isDestroyed else { return }
    menu?.destroy()
    menu = nil
    super.destroy()
  }
}

/// A menu at a point of a widget, from opening to closing.
package final class OpenMenu<Items: View> {
  private let reference = ObjectReference(gtk_popover_new())
  private var popover: WidgetPointer { reference.widget }
  private let column: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private let signals = SignalHandlers()
  private var items: Subtree<Items>?
  /// The widget that had the focus when the menu was opened.
  private let previousFocus: WeakReference?

  package init(_ content: Items, parent: Node, on widget: WidgetPointer, x: Double, y: Double) {
    previousFocus = gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
      .map { WeakReference($0) }
    UngrabbedPopover.adapt(popover)
    gtk_widget_add_css_class(popover, "menu")
    gtk_popover_set_child(popover.cast(), scroller(for: widget))
    gtk_popover_set_has_arrow(popover.cast(), 0)
    // The menu starts at the point. In right-to-left layouts, GTK still takes the start of a
    // popover to be its left side.
    let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    gtk_widget_set_halign(popover, isRightToLeft ? GTK_ALIGN_END : GTK_ALIGN_START)
    var point = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
    gtk_popover_set_pointing_to(popover.cast(), &point)
    gtk_widget_set_parent(popover, widget)
    let environment = parent.environment.inMenu(owner: self) { [weak self] in self?.close() }
    let items = Subtree(content, parent: parent, environment: environment)
    self.items = items
    items.onWidgetsChange = { [unowned self] in show() }
    show()
    let keys = EventController.key(on: popover, phase: GTK_PHASE_CAPTURE) {
      [unowned self] symbol, _ in
      moveFocus(symbol)
    }
    signals.keep(keys)
    signals.connect(popover, "map") { [unowned self] in focusFirstItem(of: column) }
    signals.connect(popover, "closed") { [weak self] in
      // Not while the popover is emitting a signal: an action of the menu may still be running.
      UpdateScheduler.shared.afterUpdate { self?.destroy() }
    }
    gtk_popover_popup(popover.cast())
  }

  deinit {}

  /// Whether there is nothing to choose from.
  package var isEmpty: Bool { items?.widgets.isEmpty ?? true }

  private func show() {
    arrangeMenu(items?.widgets ?? [], in: column)
  }

  /// Returns a scroller for the items, limited to about half the height of the monitor: the space
  /// above or below the widget is at least that. The exact space is unknown, because not every
  /// platform tells a program where its window is.
  private func scroller(for widget: WidgetPointer) -> WidgetPointer {
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_width(scroller.opaque, 1)
    gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
    gtk_scrolled_window_set_child(scroller.opaque, column)
    if let height = monitorHeight(of: widget) {
      gtk_scrolled_window_set_max_content_height(scroller.opaque, Int32(max(height / 2 - 48, 96)))
    }
    return scroller
  }

  private func monitorHeight(of widget: WidgetPointer) -> Int? {
    guard let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native),
      let display = gdk_surface_get_display(surface),
      let monitor = gdk_display_get_monitor_at_surface(display, surface)
    else { return nil }
    var area = GdkRectangle()
    gdk_monitor_get_geometry(monitor, &area)
    return Int(area.height)
  }

  /// Moves the focus from item to item, wrapping around. Otherwise the keys would reach the widget
  /// that has the menu, such as a row, and move the focus from there.
  private func moveFocus(_ symbol: UInt32) -> Bool {
    switch Int32(symbol) {
    case GDK_KEY_Down, GDK_KEY_KP_Down, GDK_KEY_Tab, GDK_KEY_KP_Tab:
      UngrabbedPopover.moveFocus(in: popover, GTK_DIR_TAB_FORWARD)
    case GDK_KEY_Up, GDK_KEY_KP_Up, GDK_KEY_ISO_Left_Tab:
      UngrabbedPopover.moveFocus(in: popover, GTK_DIR_TAB_BACKWARD)
    default: return false
    }
    return true
  }

  func update(_ content: Items) {
    items?.update(content)
  }

  func close() {
    if items != nil { gtk_popover_popdown(popover.cast()) }
  }

  package func destroy() {
    guard let items else { return }
    self.items = nil
    signals.disconnectAll()
    giveFocusBack()
    // Before unparenting the popover, because GTK 4.8 leaks a popover that is removed with the
    // focus inside.
    gtk_popover_set_child(popover.cast(), nil)
    items.destroy()
    gtk_widget_unparent(popover)
  }

  /// Restores the focus: a window keeps the focus on a widget that is removed from it.
  private func giveFocusBack() {
    guard let root = gtk_widget_get_root(popover), let focus = gtk_root_get_focus(root),
      gtk_widget_is_ancestor(focus, popover) != 0
    else { return }
    let previous: WidgetPointer? = previousFocus?.instance?.cast()
    let isThere = previous.map { gtk_widget_get_root($0) == root } ?? false
    gtk_root_set_focus(root, isThere ? previous : nil)
  }
}
