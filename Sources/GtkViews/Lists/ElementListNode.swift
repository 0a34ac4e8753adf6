import Foundation
import GtkKit

/// The node of a list whose rows are the elements of one collection.
final class ElementListNode<Data: RandomAccessCollection, ID: Hashable, Row: View>:
  ListNode<VirtualList<Data, ID, Row>, Row>
{
  private var rows: ElementRows<Data, ID>
  /// Whether the last two views had the same row closure, which makes equal rows for equal
  /// elements.
  private var isSameRow = false
  private var shownSelection = ShownSelection<ID>()

  init(_ view: VirtualList<Data, ID, Row>, _ context: NodeContext) {
    rows = ElementRows(
      view.data,
      id: view.id,
      counter: RowKeyCounter(),
      element: view.element
    )
    super.init(view, context, selection: view.selection.kind)
  }

  deinit {}

  override func update(_ view: VirtualList<Data, ID, Row>) {
    isSameRow = haveSameBits(self.view.row, view.row)
    super.update(view)
  }

  override func updateRows() -> [ListSplice] { rows.update(view.data) }

  override var changedPositions: Range<Int> {
    isSameRow ? rows.changedPositions : super.changedPositions
  }

  override func content(at position: Int) -> LazyView<Row>? {
    guard let element = rows.element(at: position) else { return nil }
    return LazyView { [row = view.row] in row(element) }
  }

  override func limits(at position: Int) -> RowLimits {
    guard Row.self is any RowLimiting.Type, let element = rows.element(at: position) else {
      return []
    }
    return RowLimits(of: view.row(element))
  }

  override func group(at position: Int) -> RowGroup? {
    RowGroup(positions: 0..<rows.count, actions: view.actions, offsets: rows.offsets)
  }

  override func position(of id: AnyHashable) -> Int? {
    if let id = id.base as? ID, let position = rows.keys.ids.firstIndex(of: id) {
      return position
    }
    guard Row.self is any IdentifiedContent.Type else { return nil }
    return rows.keys.ids.indices.first { position in
      rows.element(at: position).flatMap { view.row($0) as? any IdentifiedContent }?.identity == id
    }
  }

  override var isActivatable: Bool { view.actions.onActivate != nil }

  override var dropTypes: [GType] { view.actions.drop.map { [$0.type] } ?? [] }

  override var placeholder: AnyView? { view.placeholder }

  // MARK: Selection

  override func readSelection() -> [Int] {
    let ids = view.selection.ids
    let positions =
      ids.isEmpty ? [] : rows.keys.ids.indices.filter { ids.contains(rows.keys.ids[$0]) }
    if selection == .multiple {
      let gone = shownSelection.update(
        found: Set(positions.map { rows.keys.ids[$0] }),
        selection: ids
      )
      leaveSelection(gone) { [unowned self] in view.selection }
    }
    return positions
  }

  override func selectionValue(at position: Int) -> AnyHashable? {
    rows.keys.ids.indices.contains(position) ? AnyHashable(rows.keys.ids[position]) : nil
  }

  override var hasSelectedElement: Bool { !view.selection.ids.isEmpty }

  override func clearSelection() { view.selection.ids = [] }

  override func select(_ positions: [Int]) {
    let ids = Set(positions.map { rows.keys.ids[$0] })
    if ids != view.selection.ids { view.selection.ids = ids }
  }
}
