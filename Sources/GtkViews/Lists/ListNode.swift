import Foundation
import GtkKit

final class ListNode<Data: RandomAccessCollection, ID: Hashable, Row: View>:
  WidgetNode<VirtualList<Data, ID, Row>>
{
  /// The keys as the model has them, which between two splices is neither the old nor the new
  /// state.
  private final class Keys {
    var keys: [Int64] = []

    init() {}

    deinit {}
  }

  /// The views of a row, which show one element after another.
  private final class RowHost {
    let host: ViewHost<LazyView<Row>>
    /// The row that has them.
    var row: ListRow
    /// The key of the element that is shown.
    var key: Int64?

    init(_ host: ViewHost<LazyView<Row>>, row: ListRow) {
      self.host = host
      self.row = row
    }

    deinit {}
  }

  /// What GTK does with rows while several splices are on their way and positions are in flux.
  private struct Splicing {
    /// Rows that wait to be shown.
    var bound: [ListRow] = []
    /// The views of elements that have lost their row, and may get another one.
    var released: [Int64: RowHost] = [:]
    /// Views whose row has gone.
    var orphans: [RowHost] = []
  }

  private var listKeys = ListKeys<ID>()
  private let modelKeys: Keys
  private var listView: ListView?
  private var placeholder: ViewHost<AnyView>?
  private var hosts: [ObjectIdentifier: RowHost] = [:]
  /// The index in the data of each row; `nil` if it is the row's position, as it is unless ids are
  /// not unique.
  private var indices: [Data.Index]?
  private var splicing: Splicing?

  init(_ view: VirtualList<Data, ID, Row>, _ context: NodeContext) {
    let modelKeys = Keys()
    self.modelKeys = modelKeys
    let rows = RowActions()
    let listView = ListView(
      model: ListModel { modelKeys.keys[$0] },
      selection: view.selection.kind,
      rows: rows.handlers
    )
    self.listView = listView
    super.init(view, context, widget: listView.widget)
    rows.node = self
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    gtk_widget_add_css_class(listView.listWidget, "view-list")
    listView.showsSeparators = true
    gtk_scrolled_window_set_policy(
      listView.scrolledWidget.opaque,
      GTK_POLICY_NEVER,
      GTK_POLICY_AUTOMATIC
    )
    listView.onActivate = { [unowned self] in activate($0) }
    listView.onSelectionChanged = { [unowned self] in selectionChanged() }
    connectKeys(to: listView.listWidget)
    listView.activatesOnSingleClick = activatesOnSingleClick
    showRows()
    showPlaceholder()
    reevaluate()
  }

  deinit {}

  // MARK: Data

  override func update(_ view: VirtualList<Data, ID, Row>) {
    let isSameData = isSameArray(self.view.data, view.data)
    super.update(view)
    if !isSameData { showRows() }
    listView?.activatesOnSingleClick = activatesOnSingleClick
    showPlaceholder()
    // Visible rows may show other values of the same elements.
    listView?.forEachBoundRow { show($0) }
    reevaluate()
  }

  /// Whether two arrays have the same storage, and so the same elements: the old one is still held, so its storage can
  /// not have been changed in place. Of other collections nothing is known.
  private func isSameArray(_ old: Data, _ new: Data) -> Bool {
    Data.self == [Data.Element].self && haveSameBits(old, new)
  }

  private var activatesOnSingleClick: Bool {
    view.onActivate != nil && view.selection.kind == .none
  }

  private func showRows() {
    guard let listView else { return }
    let (splices, duplicates) = listKeys.update(view.data.map(view.id))
    indices =
      duplicates.isEmpty
      ? nil
      : view.data.indices.enumerated().filter { !duplicates.contains($0.offset) }.map(\.element)
    guard !splices.isEmpty else { return }
    splicing = Splicing()
    for splice in splices {
      let range = splice.position..<(splice.position + splice.removed)
      modelKeys.keys.replaceSubrange(range, with: splice.added)
      listView.model.splice(
        at: splice.position,
        removing: splice.removed,
        adding: splice.added.count
      )
    }
    finishSplicing()
  }

  /// Shows the rows that GTK has bound meanwhile. Elements that are in another row now take their
  /// views, and so their state, along.
  private func finishSplicing() {
    guard let splicing else { return }
    self.splicing = nil
    for row in splicing.bound {
      if let key = row.key, let place = splicing.released[key], place.row !== row || !owns(place) {
        exchange(place, to: row)
      }
    }
    for row in splicing.bound { show(row) }
    for place in splicing.released.values where owns(place) && place.row.key != place.key {
      forget(place)
    }
    for place in splicing.orphans where !owns(place) { place.host.destroy() }
  }

  /// Whether the views are in their row, and not on the way to another one.
  private func owns(_ place: RowHost) -> Bool {
    hosts[ObjectIdentifier(place.row)] === place
  }

  private func exchange(_ place: RowHost, to row: ListRow) {
    let other = hosts[ObjectIdentifier(row)]
    let oldRow = owns(place) ? place.row : nil
    row.setChild(nil)
    oldRow?.setChild(nil)
    if let oldRow { hosts[ObjectIdentifier(oldRow)] = other }
    if let other, let oldRow {
      other.row = oldRow
      oldRow.setChild(other.host.widget)
    } else {
      other?.host.destroy()
    }
    place.row = row
    hosts[ObjectIdentifier(row)] = place
    row.setChild(place.host.widget)
  }

  private func forget(_ place: RowHost) {
    place.key = nil
    place.host.prepareForReuse()
  }

  private func element(at position: Int) -> Data.Element? {
    if let indices {
      return indices.indices.contains(position) ? view.data[indices[position]] : nil
    }
    guard position < view.data.count else { return nil }
    return view.data[view.data.index(view.data.startIndex, offsetBy: position)]
  }

  // MARK: Rows

  /// What GTK calls for its rows, connected before there is a node.
  private final class RowActions {
    weak var node: ListNode?

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

  private func bind(_ row: ListRow) {
    if splicing != nil {
      splicing?.bound.append(row)
    } else {
      show(row)
    }
  }

  private func show(_ row: ListRow) {
    guard !isDestroyed, let position = row.position, let element = element(at: position) else {
      return
    }
    let content = LazyView { [view] in view.row(element) }
    if let place = hosts[ObjectIdentifier(row)] {
      if place.key != nil, place.key != row.key { forget(place) }
      place.host.update(content)
      place.key = row.key
      return
    }
    let host = ViewHost(content, environment: rowEnvironment, parent: self, layout: .row)
    let place = RowHost(host, row: row)
    place.key = row.key
    hosts[ObjectIdentifier(row)] = place
    gtk_widget_add_css_class(host.widget, "row-content")
    if host.root.widgets.isEmpty == false, let only = host.widget.children.first,
      gtk_widget_has_css_class(only, "row-button") != 0
    {
      gtk_widget_add_css_class(host.widget, "full-bleed")
    }
    // Rows stay selectable even where nothing can be selected, which is up to the model: GTK 4.8 gives
    // others no focus, and so the keyboard no way to them.
    row.setChild(host.widget)
    // A row is read as the texts in it.
    if let widget = gtk_widget_get_parent(host.widget) {
      Accessibility.setLabelFromContent(of: widget)
    }
  }

  private var rowEnvironment: EnvironmentValues {
    var environment = environment
    environment.placement = .formRow
    return environment
  }

  private func unbind(_ row: ListRow) {
    // Also a row that has no views yet: it may be bound and dropped within one splice.
    splicing?.bound.removeAll { $0 === row }
    guard let place = hosts[ObjectIdentifier(row)] else { return }
    guard splicing != nil else { return forget(place) }
    if let key = place.key { splicing?.released[key] = place }
  }

  private func teardown(_ row: ListRow) {
    splicing?.bound.removeAll { $0 === row }
    guard let place = hosts.removeValue(forKey: ObjectIdentifier(row)) else { return }
    row.setChild(nil)
    if splicing == nil {
      place.host.destroy()
    } else {
      splicing?.orphans.append(place)
    }
  }

  // MARK: Selection and activation

  override func reevaluate() {
    guard let listView else { return }
    let ids = tracked { view.selection.ids }
    let positions: [Int]
    if ids.isEmpty {
      positions = []
    } else {
      positions = listKeys.ids.indices.filter { ids.contains(listKeys.ids[$0]) }
    }
    if listView.selectedPositions != positions { listView.selectedPositions = positions }
  }

  private func selectionChanged() {
    // GTK moves the selection along while rows are replaced; the binding is the truth.
    guard let listView, splicing == nil else { return }
    let ids = Set(listView.selectedPositions.map { listKeys.ids[$0] })
    guard ids != view.selection.ids else { return }
    view.selection.ids = ids
    UpdateScheduler.shared.afterUpdate { [weak self] in
      guard let self, !isDestroyed else { return }
      reevaluate()
    }
  }

  private func activate(_ position: Int) {
    guard let element = element(at: position) else { return }
    view.onActivate?(element)
  }

  private func connectKeys(to list: WidgetPointer) {
    let keys = gtk_event_controller_key_new()!
    signals.connect(keys, "key-pressed", .key) { [unowned self] symbol, _, modifiers in
      if isMenuKey(symbol, modifiers) { return openMenu() }
      return symbol == guint(GDK_KEY_Delete) && deleteRows()
    }
    gtk_widget_add_controller(list, keys)
  }

  private func deleteRows() -> Bool {
    guard let listView, let onDelete = view.onDelete else { return false }
    var positions = listView.selectedPositions
    if positions.isEmpty, let row = focusedRow, let position = row.position {
      positions = [position]
    }
    guard !positions.isEmpty else { return false }
    onDelete(IndexSet(positions))
    return true
  }

  /// Opens the context menu of the row with the focus, which is around the views that have the
  /// menu.
  private func openMenu() -> Bool {
    guard let focusedRow, let place = hosts[ObjectIdentifier(focusedRow)] else { return false }
    func find(_ node: Node) -> (any ContextMenuOpening)? {
      if let menu = node as? any ContextMenuOpening { return menu }
      var found: (any ContextMenuOpening)?
      node.forEachChild { if found == nil { found = find($0) } }
      return found
    }
    guard let menu = find(place.host.root) else { return false }
    menu.openMenu()
    return true
  }

  private var focusedRow: ListRow? {
    var focused: ListRow?
    listView?.forEachBoundRow { row in
      guard let place = hosts[ObjectIdentifier(row)],
        let parent = gtk_widget_get_parent(place.host.widget)
      else { return }
      let flags = gtk_widget_get_state_flags(parent).rawValue
      if flags & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0 { focused = row }
    }
    return focused
  }

  // MARK: The rest

  private func showPlaceholder() {
    guard let listView else { return }
    guard let content = view.placeholder else {
      if let placeholder {
        listView.placeholder = nil
        placeholder.destroy()
        self.placeholder = nil
      }
      return
    }
    if let placeholder { return placeholder.update(content) }
    let placeholder = ViewHost(content, environment: environment, parent: self)
    self.placeholder = placeholder
    listView.placeholder = placeholder.widget
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    let environment = rowEnvironment
    for place in hosts.values { place.host.setEnvironment(environment) }
    placeholder?.setEnvironment(self.environment)
  }

  override func destroy() {
    guard !isDestroyed else { return }
    let places = hosts.values
    hosts = [:]
    for place in places { place.host.destroy() }
    listView?.placeholder = nil
    placeholder?.destroy()
    super.destroy()
    // Last, because with it the rows go.
    listView = nil
  }
}
