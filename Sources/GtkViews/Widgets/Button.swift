import GtkKit

/// The role of a button.
public struct ButtonRole: Equatable, Sendable {
  private let name: String

  /// Leaves without an effect.
  public static let cancel = ButtonRole(name: "cancel")
  /// Removes something permanently.
  public static let destructive = ButtonRole(name: "destructive")
}

/// The appearance of buttons.
public struct ButtonStyle: Equatable, Sendable {
  enum Kind { case automatic, classes, row, navigation }

  let kind: Kind
  let cssClasses: [String]

  /// A button with a frame; flat in header bars and menus; a whole row in a ``Form``.
  public static let automatic = ButtonStyle(kind: .automatic, cssClasses: [])
  /// A button with a frame, everywhere.
  public static let bordered = ButtonStyle(kind: .classes, cssClasses: ["raised"])
  /// The suggested action.
  public static let borderedProminent = ButtonStyle(
    kind: .classes,
    cssClasses: ["suggested-action"]
  )
  /// A button without a frame until the pointer is over it.
  public static let borderless = ButtonStyle(kind: .classes, cssClasses: ["flat"])
  /// Only the content of the button.
  public static let plain = ButtonStyle(kind: .classes, cssClasses: ["flat", "plain-button"])
  /// A button that looks like a link.
  public static let link = ButtonStyle(kind: .classes, cssClasses: ["flat", "link"])
  /// A round button for a single icon.
  public static let circular = ButtonStyle(kind: .classes, cssClasses: ["circular"])
  /// A wide button with rounded ends, for the main action of a page.
  public static let pill = ButtonStyle(kind: .classes, cssClasses: ["pill", "suggested-action"])
  /// A full-width row that opens another page, with an arrow at the trailing edge.
  public static let navigation = ButtonStyle(kind: .navigation, cssClasses: ["flat", "row-button"])
  /// A row of a list or a form.
  static let row = ButtonStyle(kind: .row, cssClasses: ["flat", "row-button"])
  /// A row of a menu.
  static let menu = ButtonStyle(kind: .row, cssClasses: ["flat", "menu-button"])

  /// A custom style.
  ///
  /// - Parameter classes: The CSS classes of the button.
  public static func cssClasses(_ classes: String...) -> ButtonStyle {
    ButtonStyle(kind: .classes, cssClasses: classes)
  }
}

private enum ButtonStyleKey: EnvironmentKey {
  static let defaultValue = ButtonStyle.automatic
}

/// Called by the buttons of a menu or a popover after their action.
struct MenuDismissal: Equatable {
  let close: () -> Void
  let identity: ObjectIdentifier

  static func == (a: MenuDismissal, b: MenuDismissal) -> Bool { a.identity == b.identity }
}

private enum MenuDismissalKey: EnvironmentKey {
  static let defaultValue: MenuDismissal? = nil
}

private enum MenuButtonKey: EnvironmentKey {
  static let defaultValue: WidgetPointer? = nil
}

extension EnvironmentValues {
  /// The button that opens the menu of which the view is an item. It is in the window also while
  /// the menu is closed. `nil` for views that are not in a menu, and for those in a context menu.
  var menuButton: WidgetPointer? {
    get { self[MenuButtonKey.self] }
    set { self[MenuButtonKey.self] = newValue }
  }

  /// The appearance of buttons.
  public var buttonStyle: ButtonStyle {
    get { self[ButtonStyleKey.self] }
    set { self[ButtonStyleKey.self] = newValue }
  }

  var menuDismissal: MenuDismissal? {
    get { self[MenuDismissalKey.self] }
    set { self[MenuDismissalKey.self] = newValue }
  }
}

extension View {
  /// Sets the appearance of the buttons in this view.
  public func buttonStyle(_ style: ButtonStyle) -> some View {
    environment(\.buttonStyle, style)
  }
}

/// A control that performs an action when clicked.
public struct Button<Label: View>: PrimitiveView {
  let role: ButtonRole?
  let action: () -> Void
  let label: Label

  /// - Parameters:
  ///   - role: The role of the button.
  ///   - action: Called when the button is clicked.
  ///   - label: The content of the button.
  public init(
    role: ButtonRole? = nil,
    action: @escaping () -> Void,
    @ViewBuilder label: () -> Label
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { ButtonNode(self, context) }
}

extension Button where Label == Text {
  /// - Parameters:
  ///   - title: The label of the button.
  ///   - role: The role of the button.
  ///   - action: Called when the button is clicked.
  public init(
    _ title: some StringProtocol,
    role: ButtonRole? = nil,
    action: @escaping () -> Void
  ) {
    self.init(role: role, action: action) { Text(title) }
  }
}

extension Button where Label == GtkViews.Label<Text, Image> {
  /// - Parameters:
  ///   - title: The label of the button.
  ///   - systemImage: The symbol before the label; see ``Image/init(systemName:)``.
  ///   - role: The role of the button.
  ///   - action: Called when the button is clicked.
  public init(
    _ title: some StringProtocol,
    systemImage: String,
    role: ButtonRole? = nil,
    action: @escaping () -> Void
  ) {
    self.init(role: role, action: action) {
      GtkViews.Label(title, systemImage: systemImage)
    }
  }
}

private final class ButtonNode<Label: View>: ContainerNode<Button<Label>, Label>,
  AlertActionProviding
{
  private let slot = WidgetSlot()
  private var cssClasses: Set<String> = []

  init(_ view: Button<Label>, _ context: NodeContext) {
    super.init(view, context, widget: gtk_button_new()) { $0.label }
    applyStyle()
    onSignal("clicked") { [unowned self] in
      let dismissal = environment.menuDismissal
      self.view.action()
      dismissal?.close()
    }
  }

  deinit {}

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    environment.placement = .row
    environment.rowBadge = nil
    return environment
  }

  var role: ButtonRole? { view.role }

  func performAction() { view.action() }

  private var style: ButtonStyle {
    let style = environment.buttonStyle
    guard style == .automatic else { return style }
    switch environment.placement {
    case .formRow: return .row
    case .menu: return .menu
    default: return style
    }
  }

  override func update(_ view: Button<Label>) {
    let isRoleChanged = view.role != self.view.role
    super.update(view)
    if isRoleChanged { applyStyle() }
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    applyStyle()
    arrange(contentWidgets)
  }

  private func applyStyle() {
    let style = style
    var wanted = Set(style.cssClasses)
    if view.role == .destructive {
      wanted.insert(style.kind == .row ? "error" : "destructive-action")
    }
    for name in cssClasses.subtracting(wanted) { gtk_widget_remove_css_class(widget, name) }
    for name in wanted.subtracting(cssClasses) { gtk_widget_add_css_class(widget, name) }
    cssClasses = wanted
    if style.kind == .row || style.kind == .navigation { gtk_widget_set_hexpand(widget, 1) }
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    let style = style
    let child: WidgetPointer?
    switch style.kind {
    case .navigation:
      child = slot.fill(
        widgets,
        startAligned: true,
        trailingIcon: "go-next-symbolic",
        trailingText: environment.rowBadge
      )
    case .row:
      let keys = environment.placement == .menu ? environment.menuShortcut?.text : nil
      child = slot.fill(
        widgets,
        startAligned: true,
        trailingText: keys ?? environment.rowBadge
      )
    case .automatic, .classes:
      child = slot.fill(widgets)
    }
    if gtk_button_get_child(widget.cast()) != child {
      gtk_button_set_child(widget.cast(), child)
    }
    Accessibility.setLabelFromContent(of: widget)
    describeIcon(on: widget, content: self.child, widgets)
    // The theme needs these classes for the padding of icons and texts.
    let only = widgets.count == 1 ? widgets[0] : nil
    widget.setCSSClass("image-button", only.map { $0.isA(gtk_image_get_type()) } ?? false)
    widget.setCSSClass("text-button", only.map { $0.isA(gtk_label_get_type()) } ?? false)
    centerText(only)
  }

  private func centerText(_ only: WidgetPointer?) {
    guard let only, only.isA(gtk_label_get_type()), style.kind != .row, style.kind != .navigation
    else { return }
    gtk_label_set_xalign(only.opaque, 0.5)
    gtk_label_set_wrap(only.opaque, 0)
  }
}

/// Provides the single child of a widget, for content that may have several widgets.
final class WidgetSlot {
  private var box: WidgetPointer?

  init() {}

  deinit {}

  /// Returns the widget to put into the parent: the only content widget itself, or a box with all
  /// of them.
  ///
  /// - Parameters:
  ///   - widgets: The widgets of the content.
  ///   - startAligned: Whether the content starts at the leading edge rather than being centred.
  ///   - trailingIcon: The name of an icon at the trailing edge.
  ///   - trailingText: A text at the trailing edge, which is no part of the accessible name.
  func fill(
    _ widgets: [WidgetPointer],
    startAligned: Bool = false,
    trailingIcon: String? = nil,
    trailingText: String? = nil
  ) -> WidgetPointer? {
    if widgets.count == 1, !startAligned, trailingIcon == nil, trailingText == nil {
      leaveBox()
      return widgets[0]
    }
    let box = box ?? gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)!
    self.box = box
    gtk_widget_set_halign(box, startAligned ? GTK_ALIGN_FILL : GTK_ALIGN_CENTER)
    var all = widgets
    if let trailingText {
      let label = trailing("shortcut-text", of: box) ?? gtk_label_new(nil)!
      gtk_label_set_text(label.opaque, trailingText)
      gtk_widget_set_hexpand(label, 1)
      gtk_widget_set_halign(label, GTK_ALIGN_END)
      gtk_widget_add_css_class(label, "dim-label")
      gtk_widget_add_css_class(label, "shortcut-text")
      all.append(label)
    }
    if let trailingIcon {
      let icon = trailing("trailing-icon", of: box) ?? gtk_image_new_from_icon_name(trailingIcon)!
      // Content that expands, such as a label with its value, extends up to the icon.
      let isWide = widgets.contains {
        gtk_widget_compute_expand($0, GTK_ORIENTATION_HORIZONTAL) != 0
      }
      let isContentWide = isWide || trailingText != nil
      gtk_widget_set_hexpand(icon, gbool(!isContentWide))
      gtk_widget_set_halign(icon, GTK_ALIGN_END)
      gtk_widget_add_css_class(icon, "dim-label")
      gtk_widget_add_css_class(icon, "trailing-icon")
      all.append(icon)
    }
    // A widget can have only one parent, and the content may have been the only child before.
    for widget in widgets {
      if let parent = gtk_widget_get_parent(widget), parent != box {
        detach(widget, from: parent)
      }
    }
    GtkViews.arrange(all, inBox: box)
    return box
  }

  private func trailing(_ cssClass: String, of box: WidgetPointer) -> WidgetPointer? {
    box.children.last.flatMap { gtk_widget_has_css_class($0, cssClass) != 0 ? $0 : nil }
  }

  /// Removes the content from the box, so that it can be the only child.
  private func leaveBox() {
    guard let box else { return }
    for child in box.children { gtk_box_remove(box.cast(), child) }
    self.box = nil
  }

  private func detach(_ widget: WidgetPointer, from parent: WidgetPointer) {
    if parent.isA(gtk_button_get_type()) {
      gtk_button_set_child(parent.cast(), nil)
    } else if parent.isA(gtk_box_get_type()) {
      gtk_box_remove(parent.cast(), widget)
    }
  }
}
