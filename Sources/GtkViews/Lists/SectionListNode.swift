import GtkKit

/// The node of a list with any content. Its rows are the elements of all its ``ForEach``s, the
/// headers and footers of its sections, and all other views in it.
final class SectionListNode<Rows: View, SelectionValue: Hashable>:
  ListNode<RowList<Rows, SelectionValue>, AnyView>
{
  private let counter = RowKeyCounter()
  private var segments: [PlacedSegment] = []
  /// The position of the first row of each segment.
  private var starts: [Int] = []
  private var objects: [Any] = []
  /// The first segment of what has an identity and consists of several.
  private var anchors: [AnyHashable: Int] = [:]
  /// Observes what is read while the content is split into rows, such as the collections in it.
  private var watch: ContentWatch?
  private var bodies: RowBodies?
  private var shownSelection = ShownSelection<SelectionValue>()

  init(_ view: RowList<Rows, SelectionValue>, _ context: NodeContext) {
    super.init(view, context, selection: view.selection.kind)
  }

  deinit {}

  override func forEachChild(_ visit: (Node) -> Void) {
    if let watch { visit(watch) }
    bodies?.forEach(visit)
  }

  // MARK: Rows

  override func updateRows() -> [ListSplice] {
    let watch = watch ?? ContentWatch(childContext) { [unowned self] in refresh() }
    self.watch = watch
    let bodies = bodies ?? RowBodies { [unowned self] in refresh() }
    self.bodies = bodies
    let plan = watch.tracked { bodies.plan(in: childContext) { $0.add(view.content) } }
    var update = SegmentUpdate(old: segments, counter: counter)
    let splices = update.splices(to: plan.parts)
    segments = update.segments
    objects = plan.objects
    anchors = plan.anchors
    starts = []
    var count = 0
    for segment in segments {
      starts.append(count)
      count += segment.rows.count
    }
    return splices
  }

  /// Returns the segment that contains a position. O(log n).
  private func segment(at position: Int) -> (rows: RowSegment, start: Int)? {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= position { low = middle + 1 } else { high = middle }
    }
    guard low > 0, position < starts[low - 1] + segments[low - 1].rows.count else { return nil }
    return (segments[low - 1].rows, starts[low - 1])
  }

  override func content(at position: Int) -> LazyView<AnyView>? {
    guard let (rows, start) = segment(at: position) else { return nil }
    return LazyView { rows.view(at: position - start) ?? AnyView(EmptyView()) }
  }

  override func kind(at position: Int) -> RowKind { segment(at: position)?.rows.kind ?? .row }

  override func limits(at position: Int) -> RowLimits {
    segment(at: position).map { $0.rows.limits(at: position - $0.start) } ?? []
  }

  override var rowsVary: Bool { true }

  override var placeholder: AnyView? { view.placeholder }

  override func position(of id: AnyHashable) -> Int? {
    if let part = anchors[id], part < starts.count { return starts[part] }
    for (segment, start) in zip(segments, starts) {
      if let position = segment.rows.position(of: id) { return start + position }
    }
    return nil
  }

  // MARK: Actions

  private func group(_ rows: RowSegment, start: Int) -> RowGroup? {
    rows.actions.map {
      RowGroup(positions: start..<(start + rows.count), actions: $0, offsets: rows.offsets)
    }
  }

  override func group(at position: Int) -> RowGroup? {
    segment(at: position).flatMap { group($0.rows, start: $0.start) }
  }

  override func groups(at insertion: Int, near position: Int?) -> [RowGroup] {
    // An empty segment is at the same position as the one after it.
    var touching: [RowGroup] = []
    for (segment, start) in zip(segments, starts)
    where start <= insertion && insertion <= start + segment.rows.count {
      if let group = group(segment.rows, start: start) { touching.append(group) }
    }
    guard let position, let nearest = touching.firstIndex(where: { $0.positions ~= position })
    else { return touching }
    touching.swapAt(0, nearest)
    return touching
  }

  override var isActivatable: Bool { segments.contains { $0.rows.actions?.onActivate != nil } }

  override var dropTypes: [GType] {
    Set(segments.compactMap { $0.rows.actions?.drop?.type }).sorted()
  }

  // MARK: Selection

  override func readSelection() -> [Int] {
    let ids = view.selection.ids
    let positions =
      ids.isEmpty
      ? []
      : zip(segments, starts).flatMap { segment, start in
        segment.rows.positions(of: ids).map { start + $0 }
      }
    if selection == .multiple {
      let gone = shownSelection.update(found: values(at: positions), selection: ids)
      leaveSelection(gone) { [unowned self] in view.selection }
    }
    return positions
  }

  private func values(at positions: [Int]) -> Set<SelectionValue> {
    Set(positions.compactMap(value))
  }

  private func value(at position: Int) -> SelectionValue? {
    segment(at: position).flatMap { $0.rows.selectionValue(at: position - $0.start) }
  }

  override func selectionValue(at position: Int) -> AnyHashable? {
    value(at: position).map { AnyHashable($0) }
  }

  override var hasSelectedElement: Bool { !view.selection.ids.isEmpty }

  override func clearSelection() { view.selection.ids = [] }

  override func select(_ positions: [Int]) {
    let ids = values(at: positions)
    if ids != view.selection.ids { view.selection.ids = ids }
  }
}

/// Has an observation scope of its own, for splitting the list's content into rows.
private final class ContentWatch: Node {
  private let onChange: () -> Void

  init(_ context: NodeContext, onChange: @escaping () -> Void) {
    self.onChange = onChange
    super.init(context)
  }

  deinit {}

  override func reevaluate() { onChange() }
}
