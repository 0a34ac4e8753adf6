import CGtkSupport

/// A scrolling list that makes widgets only for its visible rows (GtkListView).
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
public final class ListView {
  /// How many rows the user can select.
  public enum Selection: Equatable, Sendable {
    case none, single, multiple
  }

  /// The callbacks for the life cycle of rows. GTK makes about two hundred rows (setup), shows one
  /// element after another in each of them (bind, unbind), and releases them (teardown).
  public struct RowHandlers {
    /// Makes the widgets of a row.
    public var setup: (ListRow) -> Void
    /// Shows the element that the row has now.
    public var bind: (ListRow) -> Void
    /// Releases the element that the row still has.
    public var unbind: (ListRow) -> Void
    /// Releases the widgets of the row.
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

  /// The model of the rows.
  public let model: ListModel

  /// Called when the user selects or unselects rows.
  public var onSelectionChanged: () -> Void = {}

  /// Called with the position of the row that the user activates: with Return, with a double click,
  /// or, with `activatesOnSingleClick`, with a single click.
  public var onActivate: (Int) -> Void = { _ in }

  private let selection: Selection
  private let container = ObjectReference(gtk_stack_new())
  private let list = ObjectReference(gtk_list_view_new(nil, nil))
  private let scrolled = ObjectReference(gtk_scrolled_window_new())
  private let clamp: ObjectReference
  private let selectionModel: ObjectReference
  private var selectionConnection: SignalConnection?
  private var modelConnection: SignalConnection?
  private let rows: Rows
  private let rowFactory: ObjectReference

  /// Makes a list.
  ///
  /// - Parameters:
  ///   - model: The model of the rows.
  ///   - selection: How many rows the user can select.
  ///   - rows: The callbacks for rows.
  public init(
    model: ListModel,
    selection: Selection = .none,
    rows: RowHandlers
  ) {
    self.model = model
    self.selection = selection
    selectionModel = Self.selectionModel(selection, over: model)
    self.rows = Rows(rows)
    rowFactory = self.rows.factory
    clamp = ObjectReference(cgtk_scroll_clamp_new(list.widget))
    connect()
    gtk_scrolled_window_set_child(scrolled.opaque, clamp.widget)
    gtk_stack_add_child(container.opaque, scrolled.widget)
    gtk_list_view_set_factory(list.opaque, rowFactory.opaque)
    // Last, because this creates the first rows.
    gtk_list_view_set_model(list.opaque, selectionModel.opaque)
  }

  isolated deinit {
    selectionConnection?.disconnect()
    modelConnection?.disconnect()
    // Others may retain the widget, but its rows must not outlive the handlers. When one of them
    // goes from under the pointer, another one may come under it, and GTK selects that. GTK 4.18
    // then crashes if the model still has items, because it looks for their places, which are gone.
    // So the items go first.
    switch selection {
    case .none: gtk_no_selection_set_model(selectionModel.opaque, nil)
    case .single: gtk_single_selection_set_model(selectionModel.opaque, nil)
    case .multiple: gtk_multi_selection_set_model(selectionModel.opaque, nil)
    }
    gtk_list_view_set_model(list.opaque, nil)
    gtk_list_view_set_factory(list.opaque, nil)
  }

  private static func selectionModel(
    _ selection: Selection,
    over model: ListModel
  ) -> ObjectReference {
    // The selection model takes ownership of a reference to the model.
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

  /// Splices the model one or more times, and updates the rows afterwards.
  ///
  /// For each splice, GTK binds every row again whose position changes, which may be hundreds. This
  /// function unbinds and binds rows only after the closure, and only those that show another
  /// element than before.
  public func splice(_ splices: (ListModel) -> Void) {
    cgtk_row_factory_hold(rowFactory.opaque)
    splices(model)
    for row in Array(rows.bound.values) where row.hasLeft { rows.unbind(row) }
    cgtk_row_factory_release(rowFactory.opaque)
  }

  /// The handlers of the rows, in an object whose address C can keep.
  private final class Rows {
    let handlers: RowHandlers
    /// The rows that show an element, by the element's key.
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
      // GTK may unbind a row again when it releases a row that has already left its list.
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

  /// The list in its scrolled window, or the placeholder.
  public var widget: WidgetPointer { container.widget }

  /// The GtkListView itself.
  public var listWidget: WidgetPointer { list.widget }

  /// The GtkScrolledWindow around the list.
  public var scrolledWidget: WidgetPointer { scrolled.widget }

  /// The greatest width of the rows in pixels; `nil` for that of the list. In a wider list, the
  /// rows are in its middle.
  public var maximumRowWidth: Int? {
    didSet {
      cgtk_scroll_clamp_set_maximum_width(
        clamp.widget,
        maximumRowWidth.map { Int32(clamping: max(0, $0)) } ?? .max
      )
    }
  }

  /// A widget above the rows, which is scrolled sideways with them; `nil` for none.
  public var header: WidgetPointer? {
    didSet { if header != oldValue { cgtk_scroll_clamp_set_header(clamp.widget, header) } }
  }

  /// The widget shown while the list is empty.
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

  /// Whether a single click activates a row. If so, moving the pointer over a row selects it.
  public var activatesOnSingleClick: Bool {
    get { gtk_list_view_get_single_click_activate(list.opaque) != 0 }
    set { gtk_list_view_set_single_click_activate(list.opaque, newValue ? 1 : 0) }
  }

  /// Whether lines are drawn between the rows.
  public var showsSeparators: Bool {
    get { gtk_list_view_get_show_separators(list.opaque) != 0 }
    set { gtk_list_view_set_show_separators(list.opaque, newValue ? 1 : 0) }
  }

  /// Returns the row that shows the element with a key, if that row has widgets.
  ///
  /// Splicing does not bind a row again if its key stays, even if its element has changed. The
  /// owner of the list has to update such a row, using this function.
  public func boundRow(forKey key: Int64) -> ListRow? { rows.bound[key] }

  /// Calls a closure with each row that shows an element at present.
  public func forEachBoundRow(_ body: (ListRow) -> Void) {
    for row in Array(rows.bound.values) { body(row) }
  }

  /// Calls a closure with each row that shows an element at one of the given positions at present.
  ///
  /// - Parameters:
  ///   - positions: Positions in the model.
  ///   - body: Called with each row.
  /// - Complexity: O(number of positions), but no more than O(number of rows with widgets).
  public func forEachBoundRow(in positions: Range<Int>, _ body: (ListRow) -> Void) {
    if positions.count < rows.bound.count {
      for position in positions { boundRow(forKey: model.key(at: position)).map(body) }
    } else {
      forEachBoundRow { row in
        if row.position.map(positions.contains) ?? false { body(row) }
      }
    }
  }

  /// The positions of the selected rows, in order. Setting it does not call `onSelectionChanged`.
  /// Positions that are out of range are ignored, and so are surplus positions in a list with
  /// single selection.
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

  /// The number of selected rows. O(1), unlike the number of ``selectedPositions``.
  package var selectedCount: Int {
    let selected = gtk_selection_model_get_selection(selectionModel.opaque)!
    defer { gtk_bitset_unref(selected) }
    return Int(gtk_bitset_get_size(selected))
  }

  /// Returns whether the row at a position is selected.
  package func isSelected(_ position: Int) -> Bool {
    gtk_selection_model_is_selected(selectionModel.opaque, guint(position)) != 0
  }

  /// Selects all rows of a list with multiple selection but those at some positions. Does not call
  /// `onSelectionChanged`.
  ///
  /// - Complexity: O(number of positions), however many rows there are.
  package func selectAll(but positions: [Int]) {
    guard selection == .multiple else { return }
    let selected = gtk_bitset_new_range(0, guint(model.count))!
    let mask = gtk_bitset_new_range(0, guint(model.count))!
    for position in positions { gtk_bitset_remove(selected, guint(position)) }
    selectionConnection?.withBlocked {
      _ = gtk_selection_model_set_selection(selectionModel.opaque, selected, mask)
    }
    gtk_bitset_unref(selected)
    gtk_bitset_unref(mask)
  }

  /// Selects a row as well, or no longer, as Ctrl and a click do: Shift and a click go on from it.
  ///
  /// - Parameter position: The position of the row. A position that is out of range is ignored.
  package func toggleSelection(at position: Int) {
    guard 0..<model.count ~= position else { return }
    // GTK does not take over the floating references of the values.
    let parts: [OpaquePointer?] = [
      g_variant_new_uint32(guint(position)), g_variant_new_boolean(1), g_variant_new_boolean(0),
    ]
    let value = parts.withUnsafeBufferPointer {
      g_variant_ref_sink(g_variant_new_tuple($0.baseAddress, gsize($0.count)))
    }
    defer { g_variant_unref(value) }
    gtk_widget_activate_action_variant(list.widget, "list.select-item", value)
  }

  /// Scrolls until a row is visible.
  ///
  /// - Parameter position: The position of the row. A position that is out of range is ignored.
  public func scroll(to position: Int) {
    guard 0..<model.count ~= position else { return }
    Self.scroll(list.widget, to: position)
  }

  /// Scrolls a GtkListView until a row is visible.
  ///
  /// - Parameters:
  ///   - list: The GtkListView.
  ///   - position: The position of an existing row.
  package static func scroll(_ list: WidgetPointer, to position: Int) {
    // GTK does not take over the floating reference of the new value.
    let value = g_variant_ref_sink(g_variant_new_uint32(guint(position)))
    defer { g_variant_unref(value) }
    gtk_widget_activate_action_variant(list, "list.scroll-to-item", value)
  }
}
