import ComposableArchitecture
import GtkKit
import GtkViews

/// A column of a split view: a header bar above the views of the column.
final class SplitColumn {
  /// The number of the column from the leading edge.
  let number: Int
  let column: NavigationSplitViewColumn
  /// The title and the toolbar items of the column.
  let page = PageContext()
  /// What the views of the column tell the split view.
  let context = ColumnContext()
  let backButton = BackButton()
  let sidebarButton = SidebarButton()
  /// The focus that the column had when it was hidden.
  var focus: PageFocus?
  /// Tells whether the user sees another column instead of this one.
  private(set) lazy var coverage = Coverage { [weak self] in self?.isCovered() ?? true }
  /// Returns whether the user sees another column instead of this one.
  var isCovered: () -> Bool = { false }

  private let box = ObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
  private var header: PageHeaderBar?
  private var host: (any PageHost)?

  /// - Parameter isInColumn: Whether the split view is in a column of another one. Its first column
  ///   does not look like a sidebar then.
  init(number: Int, column: NavigationSplitViewColumn, isInColumn: Bool) {
    self.number = number
    self.column = column
    gtk_widget_add_css_class(widget, "split-column")
    let look = isInColumn && column == .sidebar ? .content : column
    gtk_widget_add_css_class(widget, "split-\(look)")
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_GROUP, of: widget)
    PageFocus.setPage(widget, true)
    page.contribute(backButton.contribution, owner: backButton)
    page.contribute(sidebarButton.contribution, owner: sidebarButton)
  }

  deinit {}

  /// The widget of the column, with its header bar.
  var widget: WidgetPointer { box.widget }

  /// The header bar, once there are views.
  var headerBar: HeaderBar? { header?.headerBar }

  /// Sets the views of the column. Called once.
  func show(in host: some PageHost) {
    self.host = host
    let header = PageHeaderBar(page: page) { [weak self] title in
      guard let self else { return }
      Accessibility.setLabel(title, of: widget)
    }
    self.header = header
    gtk_widget_set_vexpand(host.widget, 1)
    gtk_box_append(box.cast(), header.widget)
    gtk_box_append(box.cast(), host.widget)
  }

  func setEnvironment(_ environment: EnvironmentValues) { host?.setEnvironment(environment) }

  func freeze() { host?.freeze() }

  /// Gives the focus to the views of the column, as to a page that comes back.
  func giveFocus() {
    guard let host else { return }
    PageFocus.give(to: host.widget, remembered: focus)
    if hasFocus { focus = nil }
  }

  /// Whether the focus is among the views of the column.
  var hasFocus: Bool { host?.widget.containsFocus ?? false }

  /// Clears the focus if the column has it, and remembers it if it is not in the header bar.
  ///
  /// - Returns: Whether the column had it.
  func takeFocus() -> Bool {
    let isInViews = hasFocus
    guard let focus = PageFocus.take(from: widget) else { return false }
    if isInViews { self.focus = focus }
    return true
  }

  func destroy() {
    header?.destroy()
    header = nil
    host?.destroy()
    host = nil
    PageFocus.setPage(widget, false)
    context.onChange = {}
    context.onUserSelection = {}
    isCovered = { true }
    for child in widget.children { gtk_box_remove(box.cast(), child) }
  }

  /// The widths that the column asks for: what its views say, and what the split view decides for
  /// the rest.
  var widths: SplitViewPlan.Widths {
    let usual: SplitViewPlan.Widths =
      switch column {
      case .sidebar: .init(minimum: 200, ideal: 260, maximum: 400)
      case .content: .init(minimum: 240, ideal: 340, maximum: 640)
      default: .init(minimum: 320, ideal: 480, maximum: Int(Int16.max))
      }
    let needed = Int(widget.measured(GTK_ORIENTATION_HORIZONTAL).minimum)
    guard let own = context.widths else {
      return .init(
        minimum: max(usual.minimum, needed),
        ideal: usual.ideal,
        maximum: usual.maximum
      )
    }
    let ideal = Int(own.ideal.clamped)
    return .init(
      minimum: max(own.minimum.map { Int($0.clamped) } ?? min(usual.minimum, ideal), needed),
      ideal: ideal,
      maximum: own.maximum.map { Int($0.clamped) } ?? max(usual.maximum, ideal)
    )
  }
}

extension Double {
  /// The nearest length in pixels that a widget can have; 0 if this is not a number.
  fileprivate var clamped: Double { isNaN ? 0 : Swift.min(Swift.max(self, 0), 32_000) }
}

/// The button that shows and hides the sidebar.
final class SidebarButton {
  var onActivate: () -> Void = {}
  private let reference: ObjectReference

  init() {
    reference = ObjectReference(gtk_button_new_from_icon_name("sidebar-show-symbolic"))
    let label = String(translatedByGtk: "Sidebar")
    Accessibility.setLabel(label, of: widget)
    gtk_widget_set_tooltip_text(widget, label)
    gtk_widget_set_visible(widget, 0)
    Signal.connect(widget, "clicked") { [weak self] in self?.onActivate() }
  }

  deinit {}

  var widget: WidgetPointer { reference.widget }

  var contribution: PageContribution {
    PageContribution(items: [.init(placement: .navigation, widget: widget)])
  }

  var isVisible: Bool {
    get { gtk_widget_get_visible(widget) != 0 }
    set { widget.setVisibleWithoutFocus(newValue) }
  }
}
