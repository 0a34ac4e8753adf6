import CGtkSupport

/// A scrolling list that makes widgets only for the rows that are visible (GtkListView).
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
public final class ListView {
  /// How many rows the user can select.
  public enum Selection: Equatable, Sendable {
    case none, single, multiple
  }

  /// What to do with the rows as they come and go. GTK makes some two hundred rows (setup), shows
  /// one element after another in each of them (bind, unbind), and drops them (teardown).
  public struct RowHandlers {
    /// Makes the row's widgets.
    public var setup: (ListRow) -> Void
    /// Shows the element that the row now has.
    public var bind: (ListRow) -> Void
    /// Lets go of the element that the row still has.
    public var unbind: (ListRow) -> Void
    /// Lets go of the row's widgets.
    public var teardown: (ListRow) -> Void

    public init(
      setup: @escaping (ListRow) -> Void = { _ in },
      bind: @escaping (ListRow) -> Void,
      unbind: @escaping (ListRow) -> Void = { _ in },
      teardown: @escaping (ListRow) -> Void = { _ in }
    ) {
      self.setup = setup
      self.bind = bind
      self.unbind = unbind
      self.teardown = teardown
    }
  }

  /// Whether the GTK that this was built for has sections (4.12).
  public static let supportsSections = cgtk_has_list_sections() != 0

  /// The rows.
  public let model: ListModel

  /// Called when the user selects or unselects rows.
  public var onSelectionChanged: () -> Void = {}

  /// Called with the position of a row on which the user presses Return or clicks twice, or once
  /// with `activatesOnSingleClick`.
  public var onActivate: (Int) -> Void = { _ in }

  private let selection: Selection
  private let container = ObjectReference(gtk_stack_new())
  private let list = ObjectReference(gtk_list_view_new(nil, nil))
  private let scrolled = ObjectReference(gtk_scrolled_window_new())
  private let selectionModel: ObjectReference
  private var selectionConnection: SignalConnection?
  private var modelConnection: SignalConnection?
  private let rows: Rows
  private let rowFactory: ObjectReference

  /// Makes a list.
  ///
  /// - Parameters:
  ///   - model: The rows.
  ///   - selection: How many of them the user can select.
  ///   - rows: What to do with the rows that are shown.
  ///   - headers: What to do with the headers of the sections that are shown; none where
  ///     `supportsSections` is false.
  public init(
    model: ListModel,
    selection: Selection = .none,
    rows: RowHandlers,
    headers: RowHandlers? = nil
  ) {
    self.model = model
    self.selection = selection
    selectionModel = Self.selectionModel(selection, over: model)
    self.rows = Rows(rows)
    rowFactory = self.rows.factory
    connect()
    gtk_scrolled_window_set_child(scrolled.opaque, list.widget)
    gtk_stack_add_child(container.opaque, scrolled.widget)
    gtk_list_view_set_factory(list.opaque, rowFactory.opaque)
    if let headers {
      cgtk_list_view_set_header_factory(list.opaque, Rows(headers).factory.opaque)
    }
    // Last, because from here on there are rows.
    gtk_list_view_set_model(list.opaque, selectionModel.opaque)
  }

  isolated deinit {
    selectionConnection?.disconnect()
    modelConnection?.disconnect()
    // The widget may be held by others: its rows must not outlive what they show.
    gtk_list_view_set_model(list.opaque, nil)
    gtk_list_view_set_factory(list.opaque, nil)
  }

  private static func selectionModel(
    _ selection: Selection,
    over model: ListModel
  ) -> ObjectReference {
    // The selection models take over a reference to what they are made on.
    g_object_ref(model.pointer.instance)
    switch selection {
    case .none:
      return ObjectReference(owning: gtk_no_selection_new(model.pointer))
    case .single:
      let single = gtk_single_selection_new(model.pointer)!
      gtk_single_selection_set_autoselect(single, 0)
      gtk_single_selection_set_can_unselect(single, 1)
      gtk_single_selection_set_selected(single, guint.max)
      return ObjectReference(owning: single)
    case .multiple:
      return ObjectReference(owning: gtk_multi_selection_new(model.pointer))
    }
  }

  private func connect() {
    Signal.connect(list.instance, "activate", .uint32) { [weak self] position in
      self?.onActivate(Int(position))
    }
    selectionConnection = Signal.connect(
      selectionModel.instance,
      "selection-changed",
      .uint32x2
    ) { [weak self] _, _ in
      self?.onSelectionChanged()
    }
    modelConnection = Signal.connect(
      model.pointer,
      "items-changed",
      .uint32x3,
      after: true
    ) { [weak self] _, _, _ in
      self?.updatePlaceholder()
    }
  }

  /// Splices the model, in one go or several, and shows the rows only then.
  ///
  /// GTK binds each row again whose position changes, hundreds of them, for each splice. Here the rows are
  /// unbound and bound after the closure, and only those that show another element than before.
  public func splice(_ splices: (ListModel) -> Void) {
    cgtk_row_factory_hold(rowFactory.opaque)
    splices(model)
    for row in Array(rows.bound.values) where row.hasLeft { rows.unbind(row) }
    cgtk_row_factory_release(rowFactory.opaque)
  }

  /// The handlers of rows, in an object whose address C can keep.
  private final class Rows {
    let handlers: RowHandlers
    /// The rows that show an element, by its key.
    var bound: [Int64: ListRow] = [:]

    init(_ handlers: RowHandlers) {
      self.handlers = handlers
    }

    func bind(_ row: ListRow) {
      row.key = row.itemKey
      if let key = row.key { bound[key] = row }
      handlers.bind(row)
    }

    func unbind(_ row: ListRow) {
      // GTK may tell of it once more, when it lets go of a row that has left its list.
      guard row.key != nil else { return }
      handlers.unbind(row)
      if let key = row.key, bound[key] === row { bound[key] = nil }
      row.key = nil
    }

    func teardown(_ row: ListRow) {
      handlers.teardown(row)
      row.detach()
    }

    static func from(_ data: UnsafeMutableRawPointer?) -> Rows {
      Unmanaged<Rows>.fromOpaque(data!).takeUnretainedValue()
    }

    var factory: ObjectReference {
      ObjectReference(
        owning: cgtk_row_factory_new(
          { Rows.from($1).handlers.setup(.of($0!)) },
          { Rows.from($1).bind(.of($0!)) },
          { Rows.from($1).unbind(.of($0!)) },
          { Rows.from($1).teardown(.of($0!)) },
          Unmanaged.passRetained(self).toOpaque(),
          { Unmanaged<Rows>.fromOpaque($0!).release() }
        )
      )
    }
  }

  /// The list, in the scrolled window that it needs, or the placeholder.
  public var widget: WidgetPointer { container.widget }

  /// The GtkListView itself.
  public var listWidget: WidgetPointer { list.widget }

  /// The GtkScrolledWindow around it.
  public var scrolledWidget: WidgetPointer { scrolled.widget }

  /// What is shown while the list is empty.
  public var placeholder: WidgetPointer? {
    didSet {
      guard placeholder != oldValue else { return }
      if let placeholder { gtk_stack_add_child(container.opaque, placeholder) }
      updatePlaceholder()
      if let oldValue { gtk_stack_remove(container.opaque, oldValue) }
    }
  }

  private func updatePlaceholder() {
    let shown = (model.count == 0 ? placeholder : nil) ?? scrolled.widget
    gtk_stack_set_visible_child(container.opaque, shown)
  }

  /// Whether one click activates a row, and the pointer selects what it is over.
  public var activatesOnSingleClick: Bool {
    get { gtk_list_view_get_single_click_activate(list.opaque) != 0 }
    set { gtk_list_view_set_single_click_activate(list.opaque, newValue ? 1 : 0) }
  }

  /// Whether there are lines between the rows.
  public var showsSeparators: Bool {
    get { gtk_list_view_get_show_separators(list.opaque) != 0 }
    set { gtk_list_view_set_show_separators(list.opaque, newValue ? 1 : 0) }
  }

  /// The row that shows the element of a key, if it is among those that have widgets.
  ///
  /// A row whose element changes while its key stays need not be bound anew, even if it is spliced:
  /// to update it is up to the list's owner, with this.
  public func boundRow(forKey key: Int64) -> ListRow? { rows.bound[key] }

  /// Calls a closure with each row that shows an element at the moment.
  public func forEachBoundRow(_ body: (ListRow) -> Void) {
    for row in Array(rows.bound.values) { body(row) }
  }

  /// Calls a closure with each row that shows an element at some positions at the moment.
  ///
  /// - Parameters:
  ///   - positions: Some positions of the model.
  ///   - body: What to do with a row.
  /// - Complexity: O(number of positions), but not more than O(number of rows with widgets).
  public func forEachBoundRow(in positions: Range<Int>, _ body: (ListRow) -> Void) {
    if positions.count < rows.bound.count {
      for position in positions { boundRow(forKey: model.key(at: position)).map(body) }
    } else {
      forEachBoundRow { row in
        if row.position.map(positions.contains) ?? false { body(row) }
      }
    }
  }

  /// The positions of the selected rows, in order. Setting it does not call `onSelectionChanged`;
  /// positions that are out of range, or too many, are ignored.
  public var selectedPositions: [Int] {
    get {
      switch selection {
      case .none: return []
      case .single:
        let position = gtk_single_selection_get_selected(selectionModel.opaque)
        return position == guint.max ? [] : [Int(position)]
      case .multiple:
        let selected = gtk_selection_model_get_selection(selectionModel.opaque)!
        defer { gtk_bitset_unref(selected) }
        return (0..<gtk_bitset_get_size(selected)).map {
          Int(gtk_bitset_get_nth(selected, guint($0)))
        }
      }
    }
    set {
      let positions = newValue.filter { 0..<model.count ~= $0 }
      selectionConnection?.withBlocked {
        switch selection {
        case .none: break
        case .single:
          gtk_single_selection_set_selected(
            selectionModel.opaque,
            positions.first.map { guint($0) } ?? guint.max
          )
        case .multiple:
          let selected = gtk_bitset_new_empty()!
          let mask = gtk_bitset_new_range(0, guint(model.count))!
          for position in positions { gtk_bitset_add(selected, guint(position)) }
          gtk_selection_model_set_selection(selectionModel.opaque, selected, mask)
          gtk_bitset_unref(selected)
          gtk_bitset_unref(mask)
        }
      }
    }
  }

  /// Scrolls until a row is visible.
  ///
  /// - Parameter position: The row; a position that is out of range is ignored.
  public func scroll(to position: Int) {
    guard 0..<model.count ~= position else { return }
    gtk_widget_activate_action_variant(
      list.widget,
      "list.scroll-to-item",
      g_variant_new_uint32(guint(position))
    )
  }
}
