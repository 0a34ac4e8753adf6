import GtkKit

/// The keys of the rows as the GTK model has them at present. Between two splices of an update
/// this is neither the old nor the new state.
final class ModelKeys {
  var keys = RowKeys()

  init() {}

  deinit {}
}

/// The rows and views that GTK touches during a series of splices, while positions are
/// unreliable.
struct RowSplicing<Row: View> {
  /// Rows that were bound and have yet to be shown.
  var bound: [ListRow] = []
  /// The views of elements that have lost their row, and may get another one, by key.
  var released: [Int64: RowViews<Row>] = [:]
  /// Views whose row was torn down.
  var orphans: [RowViews<Row>] = []
}

/// The callbacks for GTK's rows. The list view needs them before the node is initialized.
final class RowHandlers<Content: View, Row: View> {
  weak var node: ListNode<Content, Row>?

  init() {}

  deinit {}

  var handlers: ListView.RowHandlers {
    ListView.RowHandlers(
      setup: { _ in },
      bind: { [self] in node?.bind($0) },
      unbind: { [self] in node?.unbind($0) },
      teardown: { [self] in node?.teardown($0) }
    )
  }
}

// MARK: -

extension ListNode {
  func bind(_ row: ListRow) {
    if splicing != nil {
      splicing?.bound.append(row)
    } else if newRowMayWait {
      wait([row], like: hosts.first?.value.row)
    } else {
      show(row)
    }
  }

  func show(_ row: ListRow) {
    waitingRows.remove(row)
    guard !isDestroyed, let position = row.position, let content = content(at: position) else {
      return
    }
    let kind = kind(at: position)
    if let views = hosts[ObjectIdentifier(row)] {
      if views.isOutdated || (views.key != nil && views.key != row.key) { forget(views) }
      if views.kind != kind {
        views.kind = kind
        views.host.setEnvironment(environment(of: kind))
      }
      views.host.update(content)
      views.key = row.key
      views.applyKind()
      if rowsVary { views.fit() }
      return
    }
    let host = ViewHost(content, environment: environment(of: kind), parent: self, layout: .row)
    let views = RowViews(host, row: row)
    views.key = row.key
    views.kind = kind
    hosts[ObjectIdentifier(row)] = views
    gtk_widget_add_css_class(host.widget, "row-content")
    row.setChild(host.widget)
    views.applyKind()
    views.fit()
  }

  func environment(of kind: RowKind) -> EnvironmentValues {
    var environment = environment
    environment.placement = kind == .row ? .formRow : .plain
    return environment.outsideOfLists
  }

  func unbind(_ row: ListRow) {
    // A row may be bound and unbound within one splice, before it has views.
    splicing?.bound.removeAll { $0 === row }
    waitingRows.remove(row)
    guard let views = hosts[ObjectIdentifier(row)] else { return }
    guard splicing != nil else { return forget(views) }
    if let key = views.key { splicing?.released[key] = views }
  }

  func teardown(_ row: ListRow) {
    splicing?.bound.removeAll { $0 === row }
    waitingRows.remove(row)
    guard let views = hosts.removeValue(forKey: ObjectIdentifier(row)) else { return }
    row.setChild(nil)
    closeMenu(of: views)
    if splicing == nil {
      views.host.destroy()
    } else {
      splicing?.orphans.append(views)
    }
  }

  /// Shows the rows that GTK bound during the splices, and those whose elements have changed. If an
  /// element is in another row now, its views, and with them its state, move to that row.
  func finishSplicing(in listView: ListView) {
    guard let splicing else { return }
    self.splicing = nil
    for row in splicing.bound {
      if let key = row.key, let views = splicing.released[key], views.row !== row || !owns(views) {
        exchange(views, to: row)
      }
    }
    var rows: [ListRow] = []
    listView.forEachBoundRow(in: changedPositions) { rows.append($0) }
    let changed = Set(rows.map(ObjectIdentifier.init))
    rows += splicing.bound.filter {
      !changed.contains(ObjectIdentifier($0)) && hosts[ObjectIdentifier($0)]?.key != $0.key
    }
    show(rows, in: listView, isAtTop: startsAgain || isOtherSearch)
    for views in splicing.released.values where owns(views) && views.row.key != views.key {
      forget(views)
    }
    for views in splicing.orphans where !owns(views) { views.host.destroy() }
  }

  /// Returns whether the views are in their row, rather than on the way to another one.
  func owns(_ views: RowViews<Row>) -> Bool {
    hosts[ObjectIdentifier(views.row)] === views
  }

  func exchange(_ views: RowViews<Row>, to row: ListRow) {
    let other = hosts[ObjectIdentifier(row)]
    let oldRow = owns(views) ? views.row : nil
    row.setChild(nil)
    oldRow?.setChild(nil)
    if let oldRow { hosts[ObjectIdentifier(oldRow)] = other }
    if let other, let oldRow {
      other.row = oldRow
      oldRow.setChild(other.host.widget)
    } else {
      other?.host.destroy()
    }
    views.row = row
    hosts[ObjectIdentifier(row)] = views
    row.setChild(views.host.widget)
  }

  func forget(_ views: RowViews<Row>) {
    views.key = nil
    views.isOutdated = false
    closeMenu(of: views)
    views.host.prepareForReuse()
  }

  /// Makes the views of a row those of no element, until they show another one.
  func outdate(_ row: ListRow) {
    guard let views = hosts[ObjectIdentifier(row)] else { return }
    views.key = nil
    views.isOutdated = true
    closeMenu(of: views)
  }
}
