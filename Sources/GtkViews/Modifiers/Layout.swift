import GtkKit
import IssueReporting

/// The edges of a rectangle.
public struct Edge {
  /// Several edges.
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let top = Set(rawValue: 1)
    public static let bottom = Set(rawValue: 2)
    public static let leading = Set(rawValue: 4)
    public static let trailing = Set(rawValue: 8)
    public static let horizontal: Set = [.leading, .trailing]
    public static let vertical: Set = [.top, .bottom]
    public static let all: Set = [.horizontal, .vertical]
  }
}

/// The leading or the trailing edge.
public enum HorizontalEdge: Hashable, Sendable {
  case leading
  case trailing
}

/// The widths of the space at the edges of a rectangle, in pixels.
public struct EdgeInsets: Equatable, Sendable {
  public var top: Double
  public var leading: Double
  public var bottom: Double
  public var trailing: Double

  /// No space at any edge.
  public init() {
    self.init(top: 0, leading: 0, bottom: 0, trailing: 0)
  }

  public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// The insets as margins of GTK, which are neither negative nor beyond 16 bits. Others are
  /// reported.
  fileprivate var margins: EdgeInsets {
    let lengths = [top, leading, bottom, trailing]
    if let wrong = lengths.first(where: { !$0.isFinite || $0 < 0 }) {
      reportIssue(
        """
        A view has a padding of \(wrong) pixels, which is left out. A padding must be finite, and not \
        negative. To bring views nearer to each other, give the stack around them less spacing.
        """
      )
    }
    func margin(_ length: Double) -> Double { Double(Int32(pixels: length)) }
    return EdgeInsets(
      top: margin(top),
      leading: margin(leading),
      bottom: margin(bottom),
      trailing: margin(trailing)
    )
  }

  fileprivate init(_ length: Double, at edges: Edge.Set) {
    top = edges.contains(.top) ? length : 0
    leading = edges.contains(.leading) ? length : 0
    bottom = edges.contains(.bottom) ? length : 0
    trailing = edges.contains(.trailing) ? length : 0
  }
}

extension View {
  /// Adds space around the view.
  ///
  /// A length that is negative or not finite is reported, and adds no space.
  ///
  /// - Parameters:
  ///   - edges: The edges at which to add space.
  ///   - length: The width of the space in pixels; `nil` for the default of 12.
  public func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> some View {
    PaddedView(content: self, insets: EdgeInsets(length ?? 12, at: edges))
  }

  /// Adds space around the view.
  ///
  /// A length that is negative or not finite is reported, and adds no space.
  ///
  /// - Parameter length: The width of the space in pixels.
  public func padding(_ length: Double) -> some View {
    PaddedView(content: self, insets: EdgeInsets(length, at: .all))
  }

  /// Adds space around the view, of another width at each edge.
  ///
  /// A length that is negative or not finite is reported, and adds no space.
  public func padding(_ insets: EdgeInsets) -> some View {
    PaddedView(content: self, insets: insets)
  }

  /// Gives the view a fixed size, in pixels. If the view itself is smaller, `alignment` determines
  /// its position.
  public func frame(
    width: Double? = nil,
    height: Double? = nil,
    alignment: Alignment = .center
  ) -> some View {
    FramedView(
      content: self,
      frame: Frame(
        width: Frame.Length(min: width, ideal: width, max: width),
        height: Frame.Length(min: height, ideal: height, max: height),
        alignment: alignment
      )
    )
  }

  /// Sets bounds for the size of the view, in pixels. With a maximum, the view takes all the
  /// available space up to it: `maxWidth: .infinity` fills the width.
  public func frame(
    minWidth: Double? = nil,
    idealWidth: Double? = nil,
    maxWidth: Double? = nil,
    minHeight: Double? = nil,
    idealHeight: Double? = nil,
    maxHeight: Double? = nil,
    alignment: Alignment = .center
  ) -> some View {
    FramedView(
      content: self,
      frame: Frame(
        width: Frame.Length(min: minWidth, ideal: idealWidth, max: maxWidth),
        height: Frame.Length(min: minHeight, ideal: idealHeight, max: maxHeight),
        alignment: alignment
      )
    )
  }
}

extension View {
  /// Gives this view its natural size, whatever room there is: texts stay in one line, and nothing
  /// that expands does.
  public func fixedSize() -> some View { fixedSize(horizontal: true, vertical: true) }

  /// Gives this view its natural width or height, whatever room there is.
  ///
  /// - Parameters:
  ///   - horizontal: Whether the width is the natural one.
  ///   - vertical: Whether the height is the natural one for the width.
  public func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
    FramedView(
      content: self,
      frame: Frame(
        width: Frame.Length(isFixed: horizontal),
        height: Frame.Length(isFixed: vertical)
      )
    )
  }
}

struct PaddedView<Content: View>: PrimitiveView {
  let content: Content
  let insets: EdgeInsets

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { PaddingNode(self, context) }
}

private final class PaddingNode<Content: View>: ContainerNode<PaddedView<Content>, Content>,
  Forwarding
{
  private var insets: EdgeInsets

  init(_ view: PaddedView<Content>, _ context: NodeContext) {
    insets = view.insets.margins
    super.init(view, context, widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)) { $0.content }
  }

  deinit {}

  var forwarded: Node? { child }

  override func update(_ view: PaddedView<Content>) {
    let isChanged = view.insets != self.view.insets
    if isChanged { insets = view.insets.margins }
    super.update(view)
    if isChanged { applyMargins(contentWidgets) }
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    gtk_box_set_homogeneous(widget.cast(), gbool(widgets.count == 1))
    GtkViews.arrange(widgets, inBox: widget)
    applyMargins(widgets)
  }

  /// Sets margins so that the space surrounds the content as a whole: the first widget has the top
  /// margin, the last one the bottom margin.
  private func applyMargins(_ widgets: [WidgetPointer]) {
    for content in widgets {
      gtk_widget_set_margin_start(content, Int32(insets.leading))
      gtk_widget_set_margin_end(content, Int32(insets.trailing))
      gtk_widget_set_margin_top(content, content == widgets.first ? Int32(insets.top) : 0)
      gtk_widget_set_margin_bottom(content, content == widgets.last ? Int32(insets.bottom) : 0)
    }
  }
}

/// Bounds for the size of a view.
struct Frame: Equatable {
  struct Length: Equatable {
    var min: Double?
    var ideal: Double?
    var max: Double?
    /// Whether the content gets what it asks for, neither more nor less.
    var isFixed = false

    /// Returns the bounded size for what the content asks for.
    func bounded(minimum: Int32, natural: Int32) -> (minimum: Int32, natural: Int32) {
      if isFixed { return (natural, natural) }
      let low = Swift.max(minimum, pixels(min) ?? 0)
      var wanted = pixels(ideal) ?? natural
      if let high = pixels(max) { wanted = Swift.min(wanted, high) }
      return (low, Swift.max(low, wanted))
    }

    /// Returns how much of the available space the content gets.
    func fitting(_ available: Int32) -> Int32 {
      pixels(max).map { Swift.min($0, available) } ?? available
    }

    private func pixels(_ length: Double?) -> Int32? {
      guard let length, length.isFinite else { return nil }
      return Int32(pixels: length)
    }
  }

  var width: Length
  var height: Length
  var alignment = Alignment.center

  func length(_ orientation: GtkOrientation) -> Length {
    orientation == GTK_ORIENTATION_HORIZONTAL ? width : height
  }
}

struct FramedView<Content: View>: PrimitiveView {
  let content: Content
  let frame: Frame

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { FrameNode(self, context) }
}

private final class FrameNode<Content: View>: ContainerNode<FramedView<Content>, Content>,
  Forwarding
{
  private let bin = FrameBin()

  init(_ view: FramedView<Content>, _ context: NodeContext) {
    super.init(view, context, widget: bin.widget) { $0.content }
    bin.frame = view.frame
    expand()
  }

  deinit {}

  var forwarded: Node? { child }

  override func update(_ view: FramedView<Content>) {
    super.update(view)
    guard view.frame != bin.frame else { return }
    bin.frame = view.frame
    expand()
    align(contentWidgets)
  }

  private func expand() {
    let frame = view.frame
    if frame.width.max != nil, frame.width.min != frame.width.max {
      gtk_widget_set_hexpand(widget, 1)
    } else if frame.width.max != nil || frame.width.isFixed {
      gtk_widget_set_hexpand(widget, 0)
    }
    if frame.height.max != nil, frame.height.min != frame.height.max {
      gtk_widget_set_vexpand(widget, 1)
    } else if frame.height.max != nil || frame.height.isFixed {
      gtk_widget_set_vexpand(widget, 0)
    }
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    GtkViews.arrange(widgets, inBox: widget)
    align(widgets)
  }

  private func align(_ widgets: [WidgetPointer]) {
    let alignment = view.frame.alignment
    for content in widgets {
      if gtk_widget_compute_expand(content, GTK_ORIENTATION_HORIZONTAL) == 0 {
        gtk_widget_set_halign(content, alignment.horizontal.align)
      }
      if gtk_widget_compute_expand(content, GTK_ORIENTATION_VERTICAL) == 0 {
        gtk_widget_set_valign(content, alignment.vertical.align)
      }
    }
  }
}

/// A box that bounds the size of its children, which are placed on top of each other.
///
/// It has a layout manager of its own, because GTK has minimum sizes but no maximum sizes.
final class FrameBin {
  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)

  var frame: Frame {
    get { state.frame }
    set {
      state.frame = newValue
      gtk_widget_queue_resize(widget)
    }
  }

  private let state = FrameState()

  init(_ frame: Frame = Frame(width: Frame.Length(), height: Frame.Length())) {
    state.frame = frame
    g_object_set_data_full(
      widget.cast(),
      FrameState.key,
      Unmanaged.passRetained(state).toOpaque()
    ) { state in
      if let state { Unmanaged<FrameState>.fromOpaque(state).release() }
    }
    gtk_widget_set_layout_manager(
      widget,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
        { measure($0, $1, forSize: $2, minimum: $3, natural: $4, baselines: ($5, $6)) },
        { widget, width, height, _ in allocate(widget, width: width, height: height) }
      )
    )
  }

  deinit {}
}

private final class FrameState {
  static let key = "gtkviews-frame"

  var frame = Frame(width: Frame.Length(), height: Frame.Length())

  init() {}

  deinit {}

  static func of(_ widget: WidgetPointer) -> Frame {
    guard let data = g_object_get_data(widget.cast(), key) else {
      return Frame(width: Frame.Length(), height: Frame.Length())
    }
    return Unmanaged<FrameState>.fromOpaque(data).takeUnretainedValue().frame
  }
}

private func measure(
  _ widget: WidgetPointer?,
  _ orientation: GtkOrientation,
  forSize: Int32,
  minimum: UnsafeMutablePointer<Int32>?,
  natural: UnsafeMutablePointer<Int32>?,
  baselines: (UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?)
) {
  guard let widget else { return }
  let frame = FrameState.of(widget)
  let across =
    orientation == GTK_ORIENTATION_HORIZONTAL ? frame.height : frame.width
  var size: (minimum: Int32, natural: Int32) = (0, 0)
  for child in widget.laidOutChildren {
    var available = forSize < 0 ? forSize : across.fitting(forSize)
    if across.isFixed, orientation == GTK_ORIENTATION_VERTICAL {
      available = child.measured(GTK_ORIENTATION_HORIZONTAL).natural
    }
    let own = child.measured(orientation, forSize: available)
    size = (max(size.minimum, own.minimum), max(size.natural, own.natural))
  }
  let bounded = frame.length(orientation).bounded(minimum: size.minimum, natural: size.natural)
  minimum?.pointee = bounded.minimum
  natural?.pointee = bounded.natural
  baselines.0?.pointee = -1
  baselines.1?.pointee = -1
}

private func allocate(_ widget: WidgetPointer?, width: Int32, height: Int32) {
  guard let widget else { return }
  let frame = FrameState.of(widget)
  for child in widget.laidOutChildren {
    let widths = child.measured(GTK_ORIENTATION_HORIZONTAL)
    let childWidth =
      frame.width.isFixed ? widths.natural : max(widths.minimum, frame.width.fitting(width))
    let heights = child.measured(GTK_ORIENTATION_VERTICAL, forSize: childWidth)
    let childHeight =
      frame.height.isFixed ? heights.natural : max(heights.minimum, frame.height.fitting(height))
    var allocation = GtkAllocation(
      x: (width - childWidth) / 2,
      y: (height - childHeight) / 2,
      width: childWidth,
      height: childHeight
    )
    gtk_widget_size_allocate(child, &allocation, -1)
  }
}
