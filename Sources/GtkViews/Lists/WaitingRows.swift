import GtkKit

/// The rows out of sight that have yet to show their elements.
///
/// GTK keeps about two hundred rows around those in sight. If all of them show other elements at
/// once, the user waits for a frame that is hardly about what can be seen.
struct WaitingRows {
  private var rows: [ObjectIdentifier: ListRow] = [:]
  private var frame: FrameWork?

  var isEmpty: Bool { rows.isEmpty }

  mutating func insert(_ new: some Sequence<ListRow>) {
    for row in new { rows[ObjectIdentifier(row)] = row }
  }

  mutating func remove(_ row: ListRow) {
    rows[ObjectIdentifier(row)] = nil
  }

  /// Returns the rows, which are no longer among them, when the next frame has come.
  mutating func takeAll() -> [ListRow] {
    frame = nil
    defer { rows = [:] }
    return Array(rows.values)
  }

  /// Calls a closure in the next frame of a widget, once however often this is called before.
  mutating func atNextFrame(of widget: WidgetPointer, _ body: @escaping () -> Void) {
    if frame == nil { frame = FrameWork(on: widget, body) }
  }

  mutating func cancel() {
    rows = [:]
    frame?.cancel()
    frame = nil
  }
}

extension ListNode {
  /// How many rows show their elements in one frame, unless more are in sight of a list that is on
  /// the screen already.
  private var rowsInOneFrame: Int { 16 }

  /// Shows rows. If the list allows it, rows far out of sight follow in the next frames, nearest
  /// first.
  ///
  /// - Parameter isAtTop: Whether the first rows are about to be scrolled to.
  func show(_ rows: [ListRow], in listView: ListView, isAtTop: Bool = false) {
    guard showsHiddenRowsLater, rows.count > rowsInOneFrame else {
      for row in rows { show(row) }
      return
    }
    let inSight = positionsInSight(of: listView, isAtTop: isAtTop)
    let nearest =
      rows
      .map { (row: $0, distance: inSight.distance(to: $0.position ?? 0)) }
      .sorted { $0.distance < $1.distance }
    let inSightCount = nearest.prefix { $0.distance == 0 }.count
    // Of several updates before a frame, the first has shown what is near.
    let count = waitingRows.isEmpty ? max(inSightCount, rowsInOneFrame) : inSightCount
    for (row, _) in nearest.prefix(count) { show(row) }
    wait(nearest.dropFirst(count).map(\.row), like: nearest[0].row)
  }

  /// Whether a row that GTK has just bound may show its element later: one of the many with which a
  /// list begins.
  var newRowMayWait: Bool {
    guard showsHiddenRowsLater, let listView else { return false }
    return hosts.count >= rowsInOneFrame && gtk_widget_get_mapped(listView.listWidget) == 0
  }

  /// Shows rows in the next frames.
  ///
  /// - Parameter shown: A row that is probably as high as they are.
  func wait(_ rows: [ListRow], like shown: ListRow?) {
    guard let listView else { return }
    if let shown { reserveHeights(of: rows, like: shown) }
    waitingRows.insert(rows)
    rowsWait()
    waitingRows.atNextFrame(of: listView.listWidget) { [weak self] in self?.showWaitingRows() }
  }

  private func showWaitingRows() {
    guard !isDestroyed, let listView else { return }
    isShowingWaitingRows = true
    show(waitingRows.takeAll(), in: listView)
    isShowingWaitingRows = false
  }

  /// Gives rows without views the height that they will probably have, for the others to keep their
  /// places.
  private func reserveHeights(of rows: [ListRow], like shown: ListRow) {
    let rows = rows.filter { $0.child == nil }
    guard !rows.isEmpty, let child = shown.child else { return }
    var height: CInt = 0
    let width = gtk_widget_get_width(child)
    let forWidth = width > 0 ? width : -1
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, forWidth, nil, &height, nil, nil)
    for row in rows {
      let space = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      gtk_widget_set_size_request(space, -1, height)
      row.setChild(space)
    }
  }

  /// The positions of the rows that can be seen, or will be.
  private func positionsInSight(of listView: ListView, isAtTop: Bool) -> Range<Int> {
    let list = listView.listWidget
    let height = Double(gtk_widget_get_height(list))
    var positions: [Int] = []
    listView.forEachBoundRow { row in
      guard let child = row.child, let position = row.position else { return }
      var y = 0.0
      var x = 0.0
      gtk_widget_translate_coordinates(child, list, 0, 0, &x, &y)
      if y + Double(gtk_widget_get_height(child)) > 0, y < height { positions.append(position) }
    }
    // A row that GTK keeps for its focus may be anywhere.
    let inSight = positions.sorted().longestRun
    return isAtTop || inSight.isEmpty ? 0..<max(inSight.count, 1) : inSight
  }
}

extension [Int] {
  /// The longest range of consecutive numbers in ascending ones.
  var longestRun: Range<Int> {
    var longest = 0..<0
    var current = 0..<0
    for number in self {
      current = number == current.upperBound ? current.lowerBound..<number + 1 : number..<number + 1
      if current.count > longest.count { longest = current }
    }
    return longest
  }
}

extension Range<Int> {
  /// How far a position is from the range; 0 inside.
  fileprivate func distance(to position: Int) -> Int {
    Swift.max(lowerBound - position, position - upperBound + 1, 0)
  }
}
