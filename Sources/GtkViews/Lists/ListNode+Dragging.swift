import GtkKit

extension ListNode: RowDraggingOwner {
  func row(in widget: WidgetPointer) -> (position: Int, widget: WidgetPointer)? {
    guard let views = views(of: widget), let row = gtk_widget_get_parent(views.host.widget),
      let position = views.row.position
    else { return nil }
    return (position, row)
  }

  /// Returns the position of the row at a point of the list.
  func position(atX x: Double, y: Double) -> Int? {
    guard let list = listView?.listWidget,
      let picked = gtk_widget_pick(list, x, y, GTK_PICK_DEFAULT)
    else { return nil }
    return row(in: picked)?.position
  }

  /// Returns the views of the row that contains a widget.
  func views(of widget: WidgetPointer) -> RowViews<Row>? {
    hosts.values.first { views in
      gtk_widget_get_parent(views.host.widget).map(widget.isInside) ?? false
    }
  }

  var rowCount: Int { modelKeys.keys.count }

  func rowsToDrag(from position: Int) -> [Int64]? {
    guard !ignoresInput, let group = group(at: position), group.actions.onMove != nil else {
      return nil
    }
    let positions = rowsMoved(with: position, in: group)
    return positions.isEmpty ? nil : positions.map { modelKeys.keys[$0] }
  }

  func canMove(_ keys: [Int64], to insertion: Int) -> Bool {
    groupMoving(keys)?.group.takes(insertionAt: insertion) ?? false
  }

  func move(_ keys: [Int64], to insertion: Int) {
    guard let (group, positions) = groupMoving(keys), group.takes(insertionAt: insertion) else {
      return
    }
    move(positions, to: insertion, in: group)
  }

  /// Returns the current positions of rows that are being dragged. Rows may come and go during a
  /// drag.
  func groupMoving(_ keys: [Int64]) -> (group: RowGroup, positions: [Int])? {
    let positions = positions(of: keys)
    guard let first = positions.first, let group = group(at: first) else { return nil }
    return (group, positions.filter(group.positions.contains))
  }

  func positions(of keys: [Int64]) -> [Int] {
    let wanted = Set(keys)
    return modelKeys.keys.indices.filter { wanted.contains(modelKeys.keys[$0]) }
  }

  func canDrop(_ type: GType, at insertion: Int, near position: Int?) -> Bool {
    groups(at: insertion, near: position).contains { $0.actions.drop?.type == type }
  }

  func drop(_ value: UnsafePointer<GValue>, type: GType, at insertion: Int, near position: Int?) {
    guard !ignoresInput else { return }
    for group in groups(at: insertion, near: position) {
      guard let drop = group.actions.drop, drop.type == type else { continue }
      return drop.perform(value, group.offset(ofPosition: insertion))
    }
  }
}
