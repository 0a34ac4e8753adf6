import GtkKit

/// A column of a ``LazyVGrid``, or as many as there is room for.
nonisolated public struct GridItem: Equatable, Sendable {
  /// How wide columns are, in pixels.
  public enum Size: Equatable, Sendable {
    case fixed(Double)
    /// A share of the width that is left.
    case flexible(minimum: Double = 10, maximum: Double = .infinity)
    /// As many columns as have room in a share of the width that is left.
    case adaptive(minimum: Double, maximum: Double = .infinity)
  }

  public var size: Size
  /// The space behind each of the columns, in pixels; `nil` for 12.
  public var spacing: Double?
  /// The position of views that are smaller than their place.
  public var alignment: Alignment?

  public init(_ size: Size = .flexible(), spacing: Double? = nil, alignment: Alignment? = nil) {
    self.size = size
    self.spacing = spacing
    self.alignment = alignment
  }
}

/// Views in columns, row after row. How many columns there are may depend on the width.
///
/// ```swift
/// ScrollView {
///   LazyVGrid(columns: [GridItem(.adaptive(minimum: 120))]) {
///     ForEach(store.photos) { PhotoTile(photo: $0) }
///   }
/// }
/// ```
///
/// Unlike in SwiftUI, all of its views exist. Show thousands of elements in a ``List``.
public struct LazyVGrid<Content: View>: PrimitiveView {
  let columns: [GridItem]
  let alignment: HorizontalAlignment
  let spacing: Double
  let content: Content

  /// - Parameters:
  ///   - columns: The columns; one if there are none.
  ///   - alignment: Where the columns stand if the grid is wider.
  ///   - spacing: The space between two rows, in pixels; `nil` for 12.
  ///   - content: The views.
  public init(
    columns: [GridItem],
    alignment: HorizontalAlignment = .center,
    spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.columns = columns
    self.alignment = alignment
    self.spacing = spacing ?? 12
    self.content = content()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { TileGridNode(self, context) }

  fileprivate var plan: TilePlan {
    TilePlan(
      items: columns.isEmpty ? [GridItem()] : columns,
      alignment: alignment,
      rowSpacing: Int32(pixels: spacing)
    )
  }
}

private final class TileGridNode<Content: View>: ContainerNode<LazyVGrid<Content>, Content> {
  init(_ view: LazyVGrid<Content>, _ context: NodeContext) {
    super.init(view, context, widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)) { $0.content }
    gtk_widget_set_hexpand(widget, 1)
    TileLayout.install(view.plan, in: widget)
  }

  deinit {}

  override func update(_ view: LazyVGrid<Content>) {
    let old = self.view.plan
    super.update(view)
    if view.plan != old { TileLayout.set(view.plan, of: widget) }
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    GtkViews.arrange(widgets, inBox: widget)
  }
}

/// How the columns of a grid share its width.
struct TilePlan: Equatable {
  /// A column at a place.
  struct Column: Equatable {
    var x: Int32
    var width: Int32
    var alignment: Alignment
  }

  var items: [GridItem]
  var alignment: HorizontalAlignment
  var rowSpacing: Int32

  private func spacing(_ item: GridItem) -> Double { Double(Int32(pixels: item.spacing ?? 12)) }

  /// Returns the least width that the columns need, in pixels.
  ///
  /// - Parameter content: The least width of a view.
  func minimumWidth(content: Int32) -> Int32 {
    let gaps = items.dropLast().reduce(0) { $0 + spacing($1) }
    return Int32(pixels: items.reduce(gaps) { $0 + minimum($1, content: content) })
  }

  /// Returns the columns of a grid with a width, from the leading edge.
  ///
  /// - Parameters:
  ///   - width: The width.
  ///   - content: The least width of a view, which columns have unless theirs is fixed.
  func columns(width: Int32, content: Int32 = 0) -> [Column] {
    var free = Double(width) - items.dropLast().reduce(0) { $0 + spacing($1) }
    var widths = [[Double]](repeating: [], count: items.count)
    var remaining = Array(items.indices)
    while !remaining.isEmpty {
      let share = max(0, free / Double(remaining.count))
      // Those that cannot have the share come first: what they leave is for the others.
      let next =
        remaining.first { minimum(items[$0], content: content) > share }
        ?? remaining.first { isFixed(items[$0]) }
        ?? remaining.min { maximum(items[$0]) < maximum(items[$1]) }
        ?? remaining[0]
      widths[next] = self.widths(items[next], share: share, content: content)
      free -= widths[next].reduce(0, +) + spacing(items[next]) * Double(widths[next].count - 1)
      remaining.removeAll { $0 == next }
    }
    var columns: [Column] = []
    var x = 0.0
    for (item, widths) in zip(items, widths) {
      for width in widths {
        // Rounded places, not rounded widths: the columns together are as wide as the grid.
        let (start, end) = (x.rounded(), (x + width).rounded())
        columns.append(
          Column(
            x: Int32(clamping: Int(start)),
            width: Int32(clamping: Int(end - start)),
            alignment: item.alignment ?? .center
          )
        )
        x += width + spacing(item)
      }
    }
    let used = columns.last.map { $0.x + $0.width } ?? 0
    let offset = max(0, width - used) * Int32(alignment.halvesBefore) / 2
    for index in columns.indices { columns[index].x += offset }
    return columns
  }

  private func isFixed(_ item: GridItem) -> Bool {
    if case .fixed = item.size { true } else { false }
  }

  private func minimum(_ item: GridItem, content: Int32) -> Double {
    switch item.size {
    case .fixed(let width): Double(Int32(pixels: width))
    case .flexible(let minimum, _), .adaptive(let minimum, _):
      Double(max(Int32(pixels: minimum), content, 1))
    }
  }

  private func maximum(_ item: GridItem) -> Double {
    switch item.size {
    case .fixed(let width): width
    case .flexible(_, let maximum): maximum.isNaN ? .infinity : maximum
    case .adaptive: .infinity
    }
  }

  /// Returns the widths of the columns that an item makes of its share of the width.
  private func widths(_ item: GridItem, share: Double, content: Int32) -> [Double] {
    let minimum = minimum(item, content: content)
    switch item.size {
    case .fixed: return [minimum]
    case .flexible: return [max(minimum, min(share, maximum(item)))]
    case .adaptive(_, let maximum):
      let gap = spacing(item)
      // Never so many that their layout takes long.
      let count = min(max(1, ((share + gap) / (minimum + gap)).rounded(.down)), 1_000)
      let width = min((share - gap * (count - 1)) / count, maximum.isNaN ? .infinity : maximum)
      return [Double](repeating: max(minimum, width), count: Int(count))
    }
  }
}

extension HorizontalAlignment {
  /// How many halves of the free space are before the views.
  fileprivate var halvesBefore: Int {
    switch self {
    case .leading: 0
    case .center: 1
    case .trailing: 2
    }
  }
}

/// The layout of a box whose children are in the columns of a plan.
private enum TileLayout {
  private static let key = "gtkviews-tile-plan"

  private final class PlanBox {
    let plan: TilePlan

    init(_ plan: TilePlan) { self.plan = plan }

    deinit {}
  }

  /// - Parameter box: A box, whose layout manager is replaced.
  static func install(_ plan: TilePlan, in box: WidgetPointer) {
    set(plan, of: box)
    gtk_widget_set_layout_manager(
      box,
      gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
        { box, orientation, forSize, minimum, natural, minimumBaseline, naturalBaseline in
          guard let box else { return }
          let size = TileLayout.measure(box, orientation, forSize: forSize)
          minimum?.pointee = size
          natural?.pointee = size
          minimumBaseline?.pointee = -1
          naturalBaseline?.pointee = -1
        },
        { box, width, _, _ in
          if let box { TileLayout.allocate(box, width: width) }
        }
      )
    )
  }

  static func set(_ plan: TilePlan, of box: WidgetPointer) {
    g_object_set_data_full(box.cast(), key, Unmanaged.passRetained(PlanBox(plan)).toOpaque()) {
      if let plan = $0 { Unmanaged<PlanBox>.fromOpaque(plan).release() }
    }
    gtk_widget_queue_resize(box)
  }

  private static func plan(of box: WidgetPointer) -> TilePlan? {
    g_object_get_data(box.cast(), key).map {
      Unmanaged<PlanBox>.fromOpaque($0).takeUnretainedValue().plan
    }
  }

  private static func measure(
    _ box: WidgetPointer,
    _ orientation: GtkOrientation,
    forSize: Int32
  ) -> Int32 {
    guard let plan = plan(of: box) else { return 0 }
    let children = box.laidOutChildren
    let content = leastWidth(of: children)
    let width = plan.minimumWidth(content: content)
    if orientation == GTK_ORIENTATION_HORIZONTAL { return width }
    let columns = plan.columns(width: max(forSize, width), content: content)
    let heights = rows(of: children, columns).map(\.height)
    let gaps = plan.rowSpacing * Int32(clamping: max(heights.count - 1, 0))
    return heights.reduce(0, +) + gaps
  }

  private static func leastWidth(of children: [WidgetPointer]) -> Int32 {
    children.map { $0.measured(GTK_ORIENTATION_HORIZONTAL).minimum }.max() ?? 0
  }

  private static func rows(
    of children: [WidgetPointer],
    _ columns: [TilePlan.Column]
  ) -> [(children: ArraySlice<WidgetPointer>, height: Int32)] {
    stride(from: 0, to: children.count, by: max(columns.count, 1)).map { start in
      let row = children[start..<min(start + columns.count, children.count)]
      let heights = zip(row, columns).map { child, column in
        child.measured(GTK_ORIENTATION_VERTICAL, forSize: width(of: child, in: column)).natural
      }
      return (row, heights.max() ?? 0)
    }
  }

  /// Returns the width of a view in its column: all of it if the view expands, else its own.
  private static func width(of child: WidgetPointer, in column: TilePlan.Column) -> Int32 {
    let size = child.measured(GTK_ORIENTATION_HORIZONTAL)
    let expands = gtk_widget_compute_expand(child, GTK_ORIENTATION_HORIZONTAL) != 0
    return max(size.minimum, expands ? column.width : min(size.natural, column.width))
  }

  private static func allocate(_ box: WidgetPointer, width: Int32) {
    guard let plan = plan(of: box) else { return }
    let children = box.laidOutChildren
    let columns = plan.columns(width: width, content: leastWidth(of: children))
    let isRightToLeft = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL
    var y: Int32 = 0
    for row in rows(of: children, columns) {
      for (child, column) in zip(row.children, columns) {
        let childWidth = self.width(of: child, in: column)
        let height = child.measured(GTK_ORIENTATION_VERTICAL, forSize: childWidth)
        let expands = gtk_widget_compute_expand(child, GTK_ORIENTATION_VERTICAL) != 0
        let childHeight = max(
          height.minimum,
          expands ? row.height : min(height.natural, row.height)
        )
        let (horizontal, vertical) = (column.alignment.horizontal, column.alignment.vertical)
        let before = (column.width - childWidth) * Int32(horizontal.halvesBefore) / 2
        let x = column.x + before
        let above: Int32 =
          switch vertical {
          case .top, .firstTextBaseline: 0
          case .center: (row.height - childHeight) / 2
          case .bottom: row.height - childHeight
          }
        var allocation = GtkAllocation(
          x: isRightToLeft ? width - x - childWidth : x,
          y: y + above,
          width: childWidth,
          height: childHeight
        )
        gtk_widget_size_allocate(child, &allocation, -1)
      }
      y += row.height + plan.rowSpacing
    }
  }
}
