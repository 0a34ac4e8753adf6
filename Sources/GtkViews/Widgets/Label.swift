import GtkKit

/// What labels show.
public enum LabelStyle: Equatable, Sendable {
  /// The symbol alone in a header bar, the symbol and the title elsewhere.
  case automatic
  /// The symbol. The title is the tooltip and the accessible name.
  case iconOnly
  case titleOnly
  case titleAndIcon
}

private enum LabelStyleKey: EnvironmentKey {
  static let defaultValue = LabelStyle.automatic
}

/// The style of labels that have no other.
enum AutomaticLabelStyle: Equatable, Sendable {
  case titleAndIcon
  /// As in header bars.
  case iconOnly
  /// A large symbol above a large title, as on pages without content.
  case stacked
  /// The symbol and the title as widgets of their own, for a container that arranges them.
  case parts
}

private enum AutomaticLabelStyleKey: EnvironmentKey {
  static let defaultValue = AutomaticLabelStyle.titleAndIcon
}

extension EnvironmentValues {
  var labelStyle: LabelStyle {
    get { self[LabelStyleKey.self] }
    set { self[LabelStyleKey.self] = newValue }
  }

  /// The style of labels that have no other. Header bars and what opens from them set it.
  var automaticLabelStyle: AutomaticLabelStyle {
    get { self[AutomaticLabelStyleKey.self] }
    set { self[AutomaticLabelStyleKey.self] = newValue }
  }
}

extension View {
  /// Sets what the labels in this view show.
  public func labelStyle(_ style: LabelStyle) -> some View {
    environment(\.labelStyle, style)
  }
}

/// A title with a symbol before it. In a header bar, the symbol alone, whose title is its tooltip.
public struct Label<Title: View, Icon: View>: View {
  let title: Title
  let icon: Icon

  @Environment(\.labelStyle) private var style
  @Environment(\.automaticLabelStyle) private var automaticStyle

  /// - Parameters:
  ///   - title: The title.
  ///   - icon: The symbol before the title.
  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
    self.icon = icon()
  }

  public var body: some View {
    switch style {
    case .iconOnly:
      IconOnlyLabel(title: title, icon: icon)
    case .titleOnly:
      title
    case .titleAndIcon:
      sideBySide
    case .automatic:
      switch automaticStyle {
      case .iconOnly:
        IconOnlyLabel(title: title, icon: icon)
      case .titleAndIcon:
        sideBySide
      case .stacked:
        VStack(spacing: 12) {
          icon.imageScale(96).cssClass("empty-icon")
          title.font(.title)
        }
      case .parts:
        icon
        title
      }
    }
  }

  private var sideBySide: some View {
    HStack(spacing: 6) {
      icon
      title
    }
  }
}

extension Label where Title == Text, Icon == Image {
  /// - Parameters:
  ///   - title: The title.
  ///   - systemImage: The symbol; see ``Image/init(systemName:)``.
  public init(_ title: some StringProtocol, systemImage: String) {
    self.init(title: { Text(title) }, icon: { Image(systemName: systemImage) })
  }

  /// - Parameters:
  ///   - title: The title.
  ///   - icon: The name of the symbol in the icon theme.
  public init(_ title: some StringProtocol, icon: String) {
    self.init(title: { Text(title) }, icon: { Image(icon: icon) })
  }
}

/// The symbol of a label.
private struct IconOnlyLabel<Title: View, Icon: View>: PrimitiveView {
  let title: Title
  let icon: Icon

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { IconOnlyNode(self, context) }
}

private protocol IconOnly: TextProviding {}

/// Provides the widgets of the symbol. Those of the title exist, so that its text is known, and are
/// not shown.
private final class IconOnlyNode<Title: View, Icon: View>:
  ForwardingNode<IconOnlyLabel<Title, Icon>, Icon>, IconOnly
{
  private var title: Subtree<Title>?
  private var shownText: String?

  init(_ view: IconOnlyLabel<Title, Icon>, _ context: NodeContext) {
    super.init(view, context) { $0.icon }
    title = Subtree(view.title, parent: self, environment: childEnvironment)
    describe()
  }

  deinit {}

  var plainText: String { title.flatMap { GtkViews.plainText(of: $0) } ?? "" }

  private func describe() {
    shownText = plainText
    for widget in widgets { widget.describeAsIcon(plainText) }
  }

  override func update(_ view: IconOnlyLabel<Title, Icon>) {
    super.update(view)
    title?.update(view.title)
    // What is around the label has its text as well.
    if plainText != shownText { widgetsDidChange() }
  }

  override func widgetsDidChange() {
    guard child != nil else { return }
    describe()
    super.widgetsDidChange()
  }

  override func appendWidgets(to widgets: inout [WidgetPointer]) {
    child?.appendWidgets(to: &widgets)
  }

  override func forEachLeaf(_ visit: (Node) -> Void) { visit(self) }

  override func forEachChild(_ visit: (Node) -> Void) {
    super.forEachChild(visit)
    if let title { visit(title) }
  }
}

extension Node {
  /// Names a control by its content, if that is the symbol of a label without its title.
  ///
  /// - Parameters:
  ///   - widget: The control.
  ///   - content: The node of its content.
  ///   - widgets: The widgets of its content.
  func describeIcon(on widget: WidgetPointer, content: Node?, _ widgets: [WidgetPointer]) {
    guard widgets.count == 1, !widgets[0].isA(gtk_label_get_type()) else { return }
    var leaves: [Node] = []
    content?.forEachLeaf { leaves.append($0) }
    guard leaves.count == 1, let label = leaves[0] as? any IconOnly else { return }
    widget.describeAsIcon(label.plainText)
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Shows the text of a symbol in the tooltip, unless there is another one, and uses it as the
  /// accessible name.
  fileprivate func describeAsIcon(_ text: String) {
    let key = "gtkviews-icon-text"
    let isOwn = g_object_get_data(cast(), key) != nil
    if isOwn || gtk_widget_get_tooltip_text(self) == nil {
      gtk_widget_set_tooltip_text(self, text)
      g_object_set_data(cast(), key, UnsafeMutableRawPointer(self))
    }
    Accessibility.setLabel(text, of: self)
  }
}
