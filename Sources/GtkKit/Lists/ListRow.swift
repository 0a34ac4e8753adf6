import CGtkSupport

/// A row of a list. It is reused for one element after another while the list scrolls.
public final class ListRow {
  /// The C object, a GtkListItem.
  public let pointer: OpaquePointer

  /// Any object that the owner of the list keeps with the row, such as the handles of its widgets.
  public var content: AnyObject?

  /// The key of the shown element; `nil` if the row shows none.
  public internal(set) var key: Int64?

  private init(_ instance: UnsafeMutableRawPointer) {
    pointer = OpaquePointer(instance)
  }

  /// The key of the element that the C object currently has.
  var itemKey: Int64? {
    gtk_list_item_get_item(pointer).map { Int64(cgtk_list_item_key($0)) }
  }

  /// The position of the shown element; `nil` if the row shows none.
  public var position: Int? {
    let position = gtk_list_item_get_position(pointer)
    return position == guint.max ? nil : Int(position)
  }

  /// Whether the row has left the list and GTK has yet to release it.
  var hasLeft: Bool { cgtk_list_item_has_left(pointer.instance) != 0 }

  /// Whether the element is selected.
  public var isSelected: Bool { gtk_list_item_get_selected(pointer) != 0 }

  /// Sets the widget that the row shows.
  public func setChild(_ child: WidgetPointer?) {
    gtk_list_item_set_child(pointer, child)
  }

  /// The widget that the row shows.
  public var child: WidgetPointer? { gtk_list_item_get_child(pointer) }

  /// Whether the row can be activated, with Return or a click.
  public var isActivatable: Bool {
    get { gtk_list_item_get_activatable(pointer) != 0 }
    set { gtk_list_item_set_activatable(pointer, newValue ? 1 : 0) }
  }

  /// Whether the row can be selected.
  public var isSelectable: Bool {
    get { gtk_list_item_get_selectable(pointer) != 0 }
    set { gtk_list_item_set_selectable(pointer, newValue ? 1 : 0) }
  }

  private static let key = g_quark_from_string("swift-gtkkit-row")

  /// Returns the row of a C object, which owns it.
  static func of(_ instance: UnsafeMutableRawPointer) -> ListRow {
    let object: UnsafeMutablePointer<GObject> = instance.cast()
    if let data = g_object_get_qdata(object, key) {
      return Unmanaged<ListRow>.fromOpaque(data).takeUnretainedValue()
    }
    let row = ListRow(instance)
    g_object_set_qdata_full(object, key, Unmanaged.passRetained(row).toOpaque()) {
      Unmanaged<ListRow>.fromOpaque($0!).release()
    }
    return row
  }

  /// Detaches the row from its C object.
  func detach() {
    content = nil
    g_object_set_qdata(pointer.instance.cast(), ListRow.key, nil)
  }
}
