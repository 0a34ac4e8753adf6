import GtkKit

/// What dragging needs to know about the rows of a list.
///
/// An insertion *at* a position is in front of the row at that position, or after the last row.
protocol RowDraggingOwner: AnyObject {
  /// Returns the row that contains a widget.
  func row(in widget: WidgetPointer) -> (position: Int, widget: WidgetPointer)?
  var rowCount: Int { get }

  /// Returns the keys of the rows that are dragged with the row at a position, or `nil` if it
  /// cannot be dragged.
  func rowsToDrag(from position: Int) -> [Int64]?
  func canMove(_ keys: [Int64], to insertion: Int) -> Bool
  func move(_ keys: [Int64], to insertion: Int)

  func canDrop(_ type: GType, at insertion: Int, near position: Int?) -> Bool
  func drop(_ value: UnsafePointer<GValue>, type: GType, at insertion: Int, near position: Int?)
}

/// Lets the user drag rows of a list to other positions in it, and drop items between them.
///
/// The list has one drag source and one drop target for all its rows. The dragged value is the
/// address of this object, which no other target accepts, so a row can be dropped only in its own
/// list.
final class RowDragging {
  /// Where a drop would insert.
  private struct InsertionPoint {
    let insertion: Int
    /// The position of the row under the pointer.
    var position: Int?
    var widget: WidgetPointer?
    var isBehind = false
  }

  /// The types, besides rows, that can be dropped between rows.
  var acceptedTypes: [GType] = [] {
    didSet { target?.types = [FundamentalType.pointer] + acceptedTypes }
  }

  private let list: WidgetPointer
  private unowned let owner: any RowDraggingOwner
  private var source: DragSource?
  private var target: DropTarget?
  /// The keys of the rows that are being dragged.
  private var keys: [Int64]?
  /// The row that marks where a drop would insert, and its CSS class.
  private var marked: (row: ObjectReference, name: String)?
  private var scrolling: EdgeScrolling?

  init(on list: WidgetPointer, owner: any RowDraggingOwner) {
    self.list = list
    self.owner = owner
    source = DragSource(on: list, actions: GDK_ACTION_MOVE) { [unowned self] x, y in
      prepare(x, y)
    } onEnd: { [weak self] in
      // A compositor may end a drag when the list is gone.
      self?.keys = nil
    }
    target = DropTarget(
      on: list,
      types: [FundamentalType.pointer],
      actions: GdkDragAction(rawValue: GDK_ACTION_MOVE.rawValue | GDK_ACTION_COPY.rawValue),
      onMove: { [unowned self] in moved($0, $1) },
      onLeave: { [unowned self] in unmark() },
      onDrop: { [unowned self] in drop($0, $1, $2) }
    )
  }

  deinit {}

  // MARK: The source

  private func prepare(_ x: Double, _ y: Double) -> DragSource.Content? {
    guard let row = row(at: x, y), let keys = owner.rowsToDrag(from: row.position) else {
      return nil
    }
    self.keys = keys
    var rowX = 0.0
    var rowY = 0.0
    gtk_widget_translate_coordinates(list, row.widget, x, y, &rowX, &rowY)
    return DragSource.Content(
      value: Unmanaged.passUnretained(self).toOpaque(),
      image: (row.widget, rowX, rowY)
    )
  }

  // MARK: The target

  private func moved(_ x: Double, _ y: Double) -> GdkDragAction {
    let point = insertionPoint(at: x, y)
    scroll(at: y)
    let action = action(at: point)
    if action == Self.noAction { unmarkRow() } else { mark(point) }
    return action
  }

  private func action(at point: InsertionPoint) -> GdkDragAction {
    if let keys {
      return owner.canMove(keys, to: point.insertion) ? GDK_ACTION_MOVE : Self.noAction
    }
    let isTaken = acceptedTypes.contains {
      owner.canDrop($0, at: point.insertion, near: point.position)
    }
    return isTaken ? GDK_ACTION_COPY : Self.noAction
  }

  private func drop(_ value: UnsafePointer<GValue>, _ x: Double, _ y: Double) -> Bool {
    let point = insertionPoint(at: x, y)
    unmark()
    let type = value.pointee.g_type
    if type == FundamentalType.pointer {
      // Accepts rows of this list only: other lists in the program use the same type.
      guard g_value_get_pointer(value) == Unmanaged.passUnretained(self).toOpaque(), let keys,
        owner.canMove(keys, to: point.insertion)
      else { return false }
      owner.move(keys, to: point.insertion)
      return true
    }
    guard owner.canDrop(type, at: point.insertion, near: point.position) else { return false }
    owner.drop(value, type: type, at: point.insertion, near: point.position)
    return true
  }

  private func insertionPoint(at x: Double, _ y: Double) -> InsertionPoint {
    guard let row = row(at: x, y) else { return InsertionPoint(insertion: owner.rowCount) }
    var rowX = 0.0
    var rowY = 0.0
    gtk_widget_translate_coordinates(list, row.widget, x, y, &rowX, &rowY)
    let isBehind = rowY > Double(gtk_widget_get_height(row.widget)) / 2
    return InsertionPoint(
      insertion: row.position + (isBehind ? 1 : 0),
      position: row.position,
      widget: row.widget,
      isBehind: isBehind
    )
  }

  private func row(at x: Double, _ y: Double) -> (position: Int, widget: WidgetPointer)? {
    gtk_widget_pick(list, x, y, GTK_PICK_DEFAULT).flatMap { owner.row(in: $0) }
  }

  // MARK: Feedback

  private func mark(_ point: InsertionPoint) {
    unmarkRow()
    guard let widget = point.widget else { return }
    let name = point.isBehind ? "drop-behind" : "drop-before"
    gtk_widget_add_css_class(widget, name)
    marked = (ObjectReference(widget), name)
  }

  private func unmarkRow() {
    guard let marked else { return }
    gtk_widget_remove_css_class(marked.row.widget, marked.name)
    self.marked = nil
  }

  private func unmark() {
    unmarkRow()
    stopScrolling()
  }

  private func stopScrolling() {
    scrolling?.stop()
    scrolling = nil
  }

  /// Scrolls the list while something is held near its upper or lower edge.
  private func scroll(at y: Double) {
    let height = Double(gtk_widget_get_height(list))
    let edge = min(32, height / 4)
    let speed = y < edge ? y - edge : y > height - edge ? y - (height - edge) : 0
    if speed == 0 {
      stopScrolling()
    } else if let scrolling {
      scrolling.speed = speed
    } else {
      scrolling = EdgeScrolling(list, speed: speed)
    }
  }

  /// Ends the dragging when the list is destroyed.
  func end() {
    unmark()
    source?.remove()
    target?.remove()
  }

  private static let noAction = GdkDragAction(rawValue: 0)
}

/// Scrolls a list a little in each frame until it is stopped.
private final class EdgeScrolling {
  /// The speed, in quarter pixels per frame.
  var speed: Double

  private let reference: ObjectReference
  private var list: WidgetPointer { reference.widget }
  private var tick: guint = 0

  init(_ list: WidgetPointer, speed: Double) {
    reference = ObjectReference(list)
    self.speed = speed
    tick = gtk_widget_add_tick_callback(
      list,
      { _, _, data in
        Unmanaged<EdgeScrolling>.fromOpaque(data!).takeUnretainedValue().step()
        return 1  // G_SOURCE_CONTINUE
      },
      Unmanaged.passUnretained(self).toOpaque(),
      nil
    )
  }

  deinit {}

  func stop() {
    gtk_widget_remove_tick_callback(list, tick)
  }

  private func step() {
    guard let adjustment = gtk_scrollable_get_vadjustment(list.opaque) else { return }
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + speed / 4)
  }
}
