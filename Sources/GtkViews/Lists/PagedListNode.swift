import Foundation
import GtkKit
import PagedArrays

/// The node of a list of which only some elements are loaded.
final class PagedListNode<Element: Identifiable, Row: View>:
  ListNode<PagedList<Element, Row>, Row>
{
  private var rows: PagedRows<Element>
  /// Whether the last two views had the same row closure, which makes equal rows for equal
  /// elements.
  private var isSameRow = false
  private var isAboutToLoad = false
  /// The positions that were last asked for, and those of them that were not loaded.
  private var requested: (pages: Range<Int>, unloaded: Range<Int>?)?
  /// A row that the user has selected before its element was loaded, and the selection at that
  /// time.
  private var awaitedSelection: (position: Int, selected: Set<Element.ID>)?

  init(_ view: PagedList<Element, Row>, _ context: NodeContext) {
    rows = PagedRows(counter: RowKeyCounter())
    super.init(view, context, selection: view.selection.kind)
  }

  deinit {}

  // MARK: Rows

  override func update(_ view: PagedList<Element, Row>) {
    isSameRow = haveSameBits(self.view.row, view.row)
    super.update(view)
  }

  override func updateRows() -> [ListSplice] {
    let splices = rows.update(
      view.elements,
      startsAgain: isOtherSearch,
      inSight: rangeInSight,
      key: { self.key(at: $0) }
    )
    if !rows.changedPositions.isEmpty { requested?.unloaded = nil }
    if !splices.isEmpty { awaitedSelection = nil }
    if let position = awaitedSelection?.position, view.elements[position] != nil {
      UpdateScheduler.shared.afterUpdate { [weak self] in self?.selectAwaited() }
    }
    return splices
  }

  override var startsAgain: Bool { rows.areReplaced }

  override var hasFirstElement: Bool { view.elements.count > 0 && view.elements[0] != nil }

  override var showsHiddenRowsLater: Bool { true }

  override func rowsWait() {
    if !isShowingWaitingRows { loadLater() }
  }

  override var changedPositions: Range<Int> {
    isSameRow ? rows.changedPositions : super.changedPositions
  }

  override func content(at position: Int) -> LazyView<Row>? {
    guard 0..<view.elements.count ~= position else { return nil }
    let element = view.elements[position]
    // What rows that waited need was asked for when they began to.
    if !isShowingWaitingRows { loadLater() }
    return LazyView { [row = view.row] in row(element) }
  }

  override func limits(at position: Int) -> RowLimits {
    view.elements[position] == nil ? [.delete, .move] : []
  }

  override func group(at position: Int) -> RowGroup? {
    let elements = view.elements
    var actions = RowActions()
    if let onActivate = view.onActivate {
      actions.onActivate = { if let element = elements[$0] { onActivate(element) } }
    }
    if let onActivateElsewhere = view.onActivateElsewhere {
      actions.onActivateElsewhere = {
        if let element = elements[$0] { onActivateElsewhere(element) }
      }
    }
    if let onDelete = view.onDelete {
      actions.onDelete = { for element in $0.compactMap({ elements[$0] }) { onDelete(element) } }
    }
    if let keyPress = view.keyPress {
      actions.onKeyPress = { character, offset in
        guard keyPress.characters.contains(character), let element = elements[offset] else {
          return false
        }
        keyPress.action(element, character)
        return true
      }
    }
    return RowGroup(positions: 0..<elements.count, actions: actions, offsets: nil)
  }

  override var isActivatable: Bool { view.onActivate != nil }

  override var placeholder: AnyView? { view.placeholder }

  // MARK: Loading

  /// The longest range of consecutive rows that have widgets. GTK has some at other places as well:
  /// the selected one and the one with the focus.
  private var rangeInSight: Range<Int> { boundPositions.longestRun }

  private func loadLater() {
    guard !isAboutToLoad else { return }
    isAboutToLoad = true
    UpdateScheduler.shared.afterUpdate { [weak self] in self?.load() }
  }

  private func load() {
    isAboutToLoad = false
    guard !isDestroyed, !isInert else { return }
    let inSight = rangeInSight
    guard !inSight.isEmpty else { return }
    let pages = view.elements.wholePages(around: inSight).clamped(to: 0..<view.elements.count)
    let unloaded = view.elements.unloadedPages(in: pages)
    let isNew = requested?.pages != pages || (unloaded != nil && requested?.unloaded != unloaded)
    guard isNew else { return }
    requested = (pages, unloaded)
    view.load(pages)
  }

  // MARK: Selection

  /// The selection of several elements; `nil` if the list has none.
  private var pagedSelection: Binding<PagedSelection<Element.ID>>? {
    if case .paged(let binding) = view.selection { binding } else { nil }
  }

  override func showSelection(in listView: ListView) {
    guard let pagedSelection else { return super.showSelection(in: listView) }
    let selection = tracked {
      revealLater()
      return pagedSelection.wrappedValue
    }
    switch selection {
    case .only(let ids):
      let positions = positions(of: ids)
      if listView.selectedPositions != positions { listView.selectedPositions = positions }
    case .allBut(let ids):
      listView.selectAll(but: positions(of: ids))
    }
  }

  /// The positions of loaded elements, in order.
  private func positions(of ids: Set<Element.ID>) -> [Int] {
    ids.isEmpty ? [] : loadedPositions.filter { ids.contains($0.id) }.map(\.position)
  }

  private var loadedPositions: [(position: Int, id: Element.ID)] {
    view.elements.loadedRanges.flatMap { range in
      range.compactMap { position in view.elements[position].map { (position, $0.id) } }
    }
  }

  /// Takes what the user has selected into the state.
  ///
  /// GTK knows only what is selected now. The elements that are not loaded are in the state alone:
  /// they stay there unless the user has selected something else instead.
  override func selectionChangedByUser(in listView: ListView) {
    guard let pagedSelection else { return super.selectionChangedByUser(in: listView) }
    defer { reevaluateLater() }
    let loaded = loadedPositions
    let old = pagedSelection.wrappedValue
    var new = old
    if input == .selectAll {
      new = .all
    } else if input == .unselectAll {
      new = .none
    } else {
      let selected = Set(loaded.filter { listView.isSelected($0.position) }.map(\.id))
      let shown = Set(loaded.map(\.id).filter(old.contains))
      if input == .more {
        for id in selected.subtracting(shown) { new.insert(id) }
        for id in shown.subtracting(selected) { new.remove(id) }
        // What GTK has selected besides is not loaded.
        guard listView.selectedCount <= shownCount(of: old) + selected.count - shown.count else {
          return
        }
      } else {
        guard listView.selectedCount == selected.count else { return }
        new = .only(selected)
      }
    }
    if new != old { pagedSelection.wrappedValue = new }
  }

  /// The number of rows that are shown as selected.
  private func shownCount(of selection: PagedSelection<Element.ID>) -> Int {
    switch selection {
    case .only(let ids): positions(of: ids).count
    case .allBut(let ids): view.elements.count - positions(of: ids).count
    }
  }

  override var knowsSelection: Bool {
    guard let pagedSelection else { return true }
    switch pagedSelection.wrappedValue {
    case .only(let ids): return positions(of: ids).count == ids.count
    case .allBut: return loadedPositions.count == view.elements.count
    }
  }

  override func position(of id: AnyHashable) -> Int? {
    (id.base as? Element.ID).flatMap { view.elements.position(of: $0) }
  }

  override func selectionValue(at position: Int) -> AnyHashable? {
    guard 0..<view.elements.count ~= position else { return nil }
    return view.elements[position].map { AnyHashable($0.id) }
  }

  override var pagedSelectionValue: Any? { pagedSelection?.wrappedValue }

  private func revealLater() {
    if view.revealedRow?.wrappedValue != nil {
      UpdateScheduler.shared.afterUpdate { [weak self] in self?.revealRow() }
    }
  }

  override func readSelection() -> [Int] {
    revealLater()
    let ids = view.selection.ids
    if let awaitedSelection, awaitedSelection.selected == ids { return [awaitedSelection.position] }
    awaitedSelection = nil
    return ids.first.flatMap { view.elements.position(of: $0) }.map { [$0] } ?? []
  }

  override var isSelectionAwaited: Bool { awaitedSelection != nil }

  override var hasSelectedElement: Bool {
    pagedSelection.map { !$0.wrappedValue.isEmpty } ?? !view.selection.ids.isEmpty
  }

  override func clearSelection() {
    if let pagedSelection {
      pagedSelection.wrappedValue = .none
    } else {
      view.selection.ids = []
    }
  }

  override func select(_ positions: [Int]) {
    let selected = view.selection.ids
    awaitedSelection = nil
    guard let position = positions.first else {
      if !selected.isEmpty { view.selection.ids = [] }
      return
    }
    guard let element = view.elements[position] else {
      awaitedSelection = (position, selected)
      return
    }
    if selected != [element.id] { view.selection.ids = [element.id] }
  }

  private func revealRow() {
    guard !isDestroyed, !isInert, let position = view.revealedRow?.wrappedValue,
      0..<view.elements.count ~= position
    else { return }
    view.revealedRow?.wrappedValue = nil
    reveal(position)
  }

  private func selectAwaited() {
    guard !isDestroyed, !isInert, let position = awaitedSelection?.position else { return }
    select([position])
    tellColumn(of: [position])
  }
}

/// The rows of a list of which only some elements are loaded.
struct PagedRows<Element: Identifiable> {
  private var elements = PagedArray<Element>()
  private let counter: RowKeyCounter

  /// The positions whose rows may show something else than before the last update.
  private(set) var changedPositions = 0..<0

  /// Whether the last update was to another list, in which rows have nothing to do with those that
  /// had their positions.
  private(set) var areReplaced = false

  /// - Parameter counter: The source of new keys.
  init(counter: RowKeyCounter) {
    self.counter = counter
  }

  /// Updates the rows to other elements.
  ///
  /// Only the ids of loaded elements near the rows in sight are compared. What lies above and below
  /// is known by its length alone.
  ///
  /// In another list, rows keep the keys of their positions: GTK would destroy two hundred rows and
  /// make as many. The list is another one if none of the elements that were in sight is in it.
  ///
  /// - Parameters:
  ///   - new: The elements.
  ///   - startsAgain: Whether elements that differ are those of another list in any case.
  ///   - inSight: The positions of the rows in sight. Not evaluated if nothing has changed.
  ///   - key: Returns the key of the row at an old position.
  /// - Returns: The splices that, applied in order, turn the old rows into the new ones.
  /// - Complexity: O(m log m) for m loaded elements near the rows in sight.
  mutating func update(
    _ new: PagedArray<Element>,
    startsAgain: Bool = false,
    inSight: @autoclosure () -> Range<Int>,
    key: (Int) -> Int64
  ) -> [ListSplice] {
    let old = elements
    elements = new
    changedPositions = new.positionsDiffering(from: old)
    areReplaced = false
    guard old.count != new.count || !changedPositions.isEmpty else { return [] }
    let inSight = inSight()
    if old.count == new.count, inSight.allSatisfy({ isSame(old[$0], new[$0]) }) { return [] }
    guard let oldRange = old.loadedRange(around: inSight) else {
      areReplaced = startsAgain
      return lengthSplices(from: old.count, to: new.count)
    }
    changedPositions = 0..<new.count
    let newRange = new.loadedRange(around: inSight) ?? new.loadedRange(around: 0..<new.count)
    let ends = newRange.flatMap { commonRanges(old, oldRange, new, $0) }
    guard let ends, !startsAgain else {
      areReplaced = true
      return lengthSplices(from: old.count, to: new.count)
    }
    return splices(from: old, ends.old, to: new, ends.new, key: key)
  }

  /// Elements that are not loaded may be the same.
  private func isSame(_ old: Element?, _ new: Element?) -> Bool {
    guard let old, let new else { return true }
    return old.id == new.id
  }

  private func lengthSplices(from old: Int, to new: Int) -> [ListSplice] {
    if old == new { return [] }
    let kept = min(old, new)
    return [replacement(of: kept..<old, by: new - kept)]
  }

  private func replacement(of range: Range<Int>, by count: Int) -> ListSplice {
    ListSplice(
      position: range.lowerBound,
      removed: range.count,
      added: counter.next(count)
    )
  }

  /// Returns the smallest parts of two ranges that contain all elements that both have; `nil` if
  /// there is none.
  private func commonRanges(
    _ old: PagedArray<Element>,
    _ oldRange: Range<Int>,
    _ new: PagedArray<Element>,
    _ newRange: Range<Int>
  ) -> (old: Range<Int>, new: Range<Int>)? {
    let oldIDs = Set(oldRange.compactMap { old[$0]?.id })
    let newPositions = newRange.filter { new[$0].map { oldIDs.contains($0.id) } ?? false }
    guard let newFirst = newPositions.first, let newLast = newPositions.last else { return nil }
    let commonIDs = Set(newPositions.compactMap { new[$0]?.id })
    let oldPositions = oldRange.filter { old[$0].map { commonIDs.contains($0.id) } ?? false }
    guard let oldFirst = oldPositions.first, let oldLast = oldPositions.last else { return nil }
    return (oldFirst..<oldLast + 1, newFirst..<newLast + 1)
  }

  /// Returns splices for what lies above the common part, for the common part, and for what lies
  /// below it.
  private func splices(
    from old: PagedArray<Element>,
    _ oldRange: Range<Int>,
    to new: PagedArray<Element>,
    _ newRange: Range<Int>,
    key: (Int) -> Int64
  ) -> [ListSplice] {
    let oldKeys = oldRange.map(key)
    var offsets: [Element.ID: Int] = Dictionary(minimumCapacity: oldRange.count)
    for (offset, position) in oldRange.enumerated() {
      if let id = old[position]?.id { offsets[id] = offset }
    }
    let rows = newRange.map { position -> (key: Int64, oldOffset: Int?) in
      let offset = new[position].flatMap { offsets.removeValue(forKey: $0.id) }
      return (offset.map { oldKeys[$0] } ?? counter.next(), offset)
    }
    let above = min(oldRange.lowerBound, newRange.lowerBound)
    let below = min(old.count - oldRange.upperBound, new.count - newRange.upperBound)
    let middle = ListKeys<Element.ID>.splices(from: oldKeys, to: rows).map {
      ListSplice(
        position: $0.position + newRange.lowerBound,
        removed: $0.removed,
        added: $0.added
      )
    }
    let first = replacement(
      of: above..<oldRange.lowerBound,
      by: newRange.lowerBound - above
    )
    // At the end, which is seldom near: rows next to the common part may have widgets.
    let end = newRange.upperBound + below
    let last = replacement(
      of: end..<newRange.upperBound + old.count - oldRange.upperBound,
      by: new.count - end
    )
    return ([first] + middle + [last]).filter { $0.removed + $0.added.count > 0 }
  }
}
