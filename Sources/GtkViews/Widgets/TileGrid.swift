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
  private var layout: ClosureLayout?

  init(_ view: LazyVGrid<Content>, _ context: NodeContext) {
    super.init(view, context, widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)) { $0.content }
    gtk_widget_set_hexpand(widget, 1)
    layout = ClosureLayout(of: widget) { [unowned self] orientation, size in
      let needed = self.view.plan.needed(for: widget.laidOutChildren, orientation, forSize: size)
      return (needed, needed)
    } allocate: { [unowned self] width, _ in
      self.view.plan.place(
        widget.laidOutChildren,
        width: Int32(width),
        isRightToLeft: gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
      )
    }
  }

  deinit {}

  override func update(_ view: LazyVGrid<Content>) {
    let isChanged = view.plan != self.view.plan
    super.update(view)
    if isChanged { gtk_widget_queue_resize(widget) }
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    GtkViews.arrange(widgets, inBox: widget)
  }

  override func destroy() {
    guard !isDestroyed else { return }
    layout?.end()
    super.destroy()
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

  /// The space between the items, without that between the columns of one.
  private var gaps: Double { items.dropLast().reduce(0) { $0 + spacing($1) } }

  /// Returns the least width that the columns need, in pixels.
  ///
  /// - Parameter content: The least width of a view.
  func minimumWidth(content: Int32) -> Int32 {
    Int32(pixels: items.reduce(gaps) { $0 + minimum($1, content: content) })
  }

  /// Returns the columns of a grid with a width, from the leading edge.
  ///
  /// - Parameters:
  ///   - width: The width.
  ///   - content: The least width of a view, which columns have unless theirs is fixed.
  func columns(width: Int32, content: Int32 = 0) -> [Column] {
    var free = Double(width) - gaps
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

extension TilePlan {
  /// Returns the length that views need along an axis, in pixels.
  ///
  /// - Parameters:
  ///   - children: The widgets of the views, in their order.
  ///   - orientation: The axis.
  ///   - forSize: The width; -1 if it is not known.
  fileprivate func needed(
    for children: [WidgetPointer],
    _ orientation: GtkOrientation,
    forSize: Int32
  ) -> Int32 {
    let content = leastWidth(of: children)
    let width = minimumWidth(content: content)
    if orientation == GTK_ORIENTATION_HORIZONTAL { return width }
    let columns = columns(width: max(forSize, width), content: content)
    let heights = rows(of: children, columns).map(\.height)
    return heights.reduce(0, +) + rowSpacing * Int32(clamping: max(heights.count - 1, 0))
  }

  private func leastWidth(of children: [WidgetPointer]) -> Int32 {
    children.map { $0.measured(GTK_ORIENTATION_HORIZONTAL).minimum }.max() ?? 0
  }

  private func rows(
    of children: [WidgetPointer],
    _ columns: [Column]
  ) -> [(children: ArraySlice<WidgetPointer>, height: Int32)] {
    stride(from: 0, to: children.count, by: max(columns.count, 1)).map { start in
      let row = children[start..<min(start + columns.count, children.count)]
      let heights = zip(row, columns).map { child, column in
        let width = child.length(GTK_ORIENTATION_HORIZONTAL, in: column.width)
        return child.measured(GTK_ORIENTATION_VERTICAL, forSize: width).natural
      }
      return (row, heights.max() ?? 0)
    }
  }

  /// Gives views their places, row after row.
  fileprivate func place(_ children: [WidgetPointer], width: Int32, isRightToLeft: Bool) {
    let columns = columns(width: width, content: leastWidth(of: children))
    var y: Int32 = 0
    for row in rows(of: children, columns) {
      for (child, column) in zip(row.children, columns) {
        let (horizontal, vertical) = (column.alignment.horizontal, column.alignment.vertical)
        let childWidth = child.length(GTK_ORIENTATION_HORIZONTAL, in: column.width)
        let childHeight = child.length(
          GTK_ORIENTATION_VERTICAL,
          in: row.height,
          forSize: childWidth
        )
        let x = column.x + (column.width - childWidth) * Int32(horizontal.halvesBefore) / 2
        ClosureLayout.place(
          child,
          x: Int(isRightToLeft ? width - x - childWidth : x),
          y: Int(y + (row.height - childHeight) * Int32(vertical.halvesAbove) / 2),
          width: Int(childWidth),
          height: Int(childHeight)
        )
      }
      y += row.height + rowSpacing
    }
  }
}
