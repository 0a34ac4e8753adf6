import GtkKit

/// The position of a view between the leading and the trailing edge.
nonisolated public enum HorizontalAlignment: Sendable {
  case leading
  case center
  case trailing

  var align: GtkAlign {
    switch self {
    case .leading: GTK_ALIGN_START
    case .center: GTK_ALIGN_CENTER
    case .trailing: GTK_ALIGN_END
    }
  }
}

/// The position of a view between the top and the bottom edge.
nonisolated public enum VerticalAlignment: Sendable {
  case top
  case center
  case bottom
  case firstTextBaseline

  var align: GtkAlign {
    switch self {
    case .top: GTK_ALIGN_START
    case .center: GTK_ALIGN_CENTER
    case .bottom: GTK_ALIGN_END
    case .firstTextBaseline: GTK_ALIGN_BASELINE
    }
  }
}

/// The position of a view in both directions.
nonisolated public struct Alignment: Equatable, Sendable {
  public var horizontal: HorizontalAlignment
  public var vertical: VerticalAlignment

  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  public static let center = Alignment(horizontal: .center, vertical: .center)
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  public static let top = Alignment(horizontal: .center, vertical: .top)
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
}

extension Int32 {
  /// A length as GTK has it: a whole number of pixels, not negative, within 16 bits.
  init(pixels length: Double) {
    self = length.isFinite ? Int32(Swift.min(Swift.max(length.rounded(), 0), Double(Int16.max))) : 0
  }
}

/// A direction.
public enum Axis: Equatable {
  case horizontal
  case vertical
}

/// Views side by side.
public struct HStack<Content: View>: PrimitiveView {
  let alignment: VerticalAlignment
  let spacing: Int32
  let content: Content

  /// - Parameters:
  ///   - alignment: The vertical position of views that are lower than the stack. Views that expand
  ///     fill its height.
  ///   - spacing: The space between two views, in pixels; `nil` for the default of 6.
  ///   - content: The views.
  public init(
    alignment: VerticalAlignment = .center,
    spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = Int32(pixels: spacing ?? 6)
    self.content = content()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    StackNode(
      self,
      context,
      axis: .horizontal,
      content: { $0.content },
      style: { StackStyle(spacing: $0.spacing, align: $0.alignment.align) }
    )
  }
}

/// Views stacked vertically.
public struct VStack<Content: View>: PrimitiveView {
  let alignment: HorizontalAlignment
  let spacing: Int32
  let content: Content

  /// - Parameters:
  ///   - alignment: The horizontal position of views that are narrower than the stack. Views that
  ///     expand fill its width.
  ///   - spacing: The space between two views, in pixels; `nil` for the default of 6.
  ///   - content: The views.
  public init(
    alignment: HorizontalAlignment = .center,
    spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = Int32(pixels: spacing ?? 6)
    self.content = content()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    StackNode(
      self,
      context,
      axis: .vertical,
      content: { $0.content },
      style: { StackStyle(spacing: $0.spacing, align: $0.alignment.align) }
    )
  }
}

struct StackStyle: Equatable {
  let spacing: Int32
  let align: GtkAlign
}

private final class StackNode<Content: View, Child: View>: ContainerNode<Content, Child>,
  OptionLabel
{
  private let axis: Axis
  private let style: (Content) -> StackStyle
  private var current: StackStyle

  init(
    _ view: Content,
    _ context: NodeContext,
    axis: Axis,
    content: @escaping (Content) -> Child,
    style: @escaping (Content) -> StackStyle
  ) {
    self.axis = axis
    self.style = style
    current = style(view)
    let box = gtk_box_new(
      axis == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL,
      current.spacing
    )!
    super.init(view, context, widget: box, content: content)
  }

  deinit {}

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    if environment.placement != .options {
      environment.placement = axis == .horizontal ? .row : .column
    }
    return environment
  }

  override func update(_ view: Content) {
    let new = style(view)
    if new != current {
      current = new
      gtk_box_set_spacing(widget.cast(), new.spacing)
      align(contentWidgets)
    }
    super.update(view)
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    GtkViews.arrange(widgets, inBox: widget)
    align(widgets)
  }

  /// Aligns the widgets across the stack. Widgets that expand fill it.
  private func align(_ widgets: [WidgetPointer]) {
    for widget in widgets {
      if axis == .horizontal {
        let isGreedy = isGreedy(widget, GTK_ORIENTATION_VERTICAL)
        gtk_widget_set_valign(widget, isGreedy ? GTK_ALIGN_FILL : current.align)
      } else {
        let isGreedy = isGreedy(widget, GTK_ORIENTATION_HORIZONTAL)
        gtk_widget_set_halign(widget, isGreedy ? GTK_ALIGN_FILL : current.align)
      }
    }
  }
}

/// Returns whether a widget fills a stack in the cross direction: because it expands, or because it
/// is a separator.
func isGreedy(_ widget: WidgetPointer, _ orientation: GtkOrientation) -> Bool {
  gtk_widget_compute_expand(widget, orientation) != 0 || widget.isA(gtk_separator_get_type())
}

/// The kind of container that contains a view. Some views look different in each.
public enum Placement: Equatable {
  /// None of the others.
  case plain
  /// A horizontal stack.
  case row
  /// A vertical stack.
  case column
  /// A row of a ``Form``, which the view fills.
  case formRow
  /// A menu.
  case menu
  /// The header bar of a window or page.
  case headerBar
  /// The options of a picker, of which only the texts are used.
  case options
}

/// Space that fills the rest of a stack and so pushes the other views apart.
public struct Spacer: PrimitiveView {
  let minLength: Int32

  /// - Parameter minLength: The minimum length, in pixels; `nil` for none.
  public init(minLength: Double? = nil) {
    self.minLength = Int32(pixels: minLength ?? 0)
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Spacer> { SpacerNode(self, context) }
}

private final class SpacerNode: WidgetNode<Spacer> {
  init(_ view: Spacer, _ context: NodeContext) {
    super.init(view, context, widget: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    if isHorizontal {
      gtk_widget_set_hexpand(widget, 1)
    } else {
      gtk_widget_set_vexpand(widget, 1)
    }
    applyLength()
  }

  deinit {}

  private var isHorizontal: Bool { environment.placement == .row }

  override func update(_ view: Spacer) {
    super.update(view)
    applyLength()
  }

  private func applyLength() {
    let length = view.minLength
    gtk_widget_set_size_request(widget, isHorizontal ? length : -1, isHorizontal ? -1 : length)
  }
}

/// A line between views: vertical in an ``HStack``, horizontal elsewhere.
public struct Divider: PrimitiveView {
  public init() {}

  public func makeNode(_ context: NodeContext) -> ViewNode<Divider> {
    let isUpright = context.environment.placement == .row
    let separator = gtk_separator_new(
      isUpright ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
    )!
    return WidgetNode(self, context, widget: separator)
  }
}
