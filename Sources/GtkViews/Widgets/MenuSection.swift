import GtkKit

/// The node of a section of a menu: a heading and the items below it, between lines.
final class MenuSectionNode<Header: View, Content: View, Footer: View>:
  ContainerNode<Section<Header, Content, Footer>, Content>
{
  private var header: Subtree<Header>?
  /// The lines above and below.
  private let lines = (0..<2).map { _ in
    ObjectReference(gtk_separator_new(GTK_ORIENTATION_HORIZONTAL))
  }
  private var items: [WidgetPointer] = []

  init(_ view: Section<Header, Content, Footer>, _ context: NodeContext) {
    super.init(view, context, widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)) { $0.content }
    gtk_widget_add_css_class(widget, MenuSection.cssClass)
    let header = Subtree(view.header, parent: self, environment: headingEnvironment)
    header.onWidgetsChange = { [unowned self] in arrangeAll() }
    self.header = header
    arrangeAll()
  }

  deinit {}

  private var headingEnvironment: EnvironmentValues {
    var environment = environment
    environment.placement = .plain
    return environment
  }

  override func update(_ view: Section<Header, Content, Footer>) {
    super.update(view)
    header?.update(view.header)
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    items = widgets
    arrangeAll()
  }

  private func arrangeAll() {
    let headings = header?.widgets ?? []
    for heading in headings {
      gtk_widget_add_css_class(heading, "menu-heading")
      gtk_widget_set_halign(heading, GTK_ALIGN_START)
    }
    arrangeMenu([lines[0].widget] + headings + items + [lines[1].widget], in: widget)
    if let title = headings.first, title.isA(gtk_label_get_type()) {
      Accessibility.setLabel(String(gtk: gtk_label_get_text(title.opaque)), of: widget)
    }
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    header?.setEnvironment(headingEnvironment)
  }

  override func destroy() {
    guard !isDestroyed else { return }
    header?.destroy()
    GtkViews.arrange([], inBox: widget)
    super.destroy()
  }
}

enum MenuSection {
  fileprivate static let cssClass = "menu-section"

  static func isOne(_ widget: WidgetPointer) -> Bool {
    gtk_widget_has_css_class(widget, cssClass) != 0
  }

  /// Shows the lines of the sections where something else is above or below, one in each place.
  static func showLines(of items: [WidgetPointer]) {
    for (index, section) in items.enumerated() where isOne(section) {
      let before = index > 0 ? items[index - 1] : nil
      let after = index + 1 < items.count ? items[index + 1] : nil
      // A section has the line below it itself, and a divider is one.
      let needsLineAbove = before.map { !isOne($0) && !$0.isA(gtk_separator_get_type()) } ?? false
      let needsLineBelow = after.map { !$0.isA(gtk_separator_get_type()) } ?? false
      section.children.first.map { gtk_widget_set_visible($0, gbool(needsLineAbove)) }
      section.children.last.map { gtk_widget_set_visible($0, gbool(needsLineBelow)) }
    }
  }
}

private enum MenuShortcutKey: EnvironmentKey {
  static let defaultValue: KeyboardShortcut? = nil
}

extension EnvironmentValues {
  /// The keys of an item of a menu, which it shows.
  var menuShortcut: KeyboardShortcut? {
    get { self[MenuShortcutKey.self] }
    set { self[MenuShortcutKey.self] = newValue }
  }
}

extension KeyboardShortcut {
  /// The keys as people know them, such as "Ctrl+N".
  var text: String {
    guard let text = gtk_accelerator_get_label(key.symbol, modifiers.gdk) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
