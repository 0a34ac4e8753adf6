/// Accepts values that are dropped on a widget.
public final class DropTarget: EventController {
  /// The GObject types of the accepted values.
  public var types: [GType] {
    didSet { if types != oldValue { setTypes() } }
  }

  /// Adds a target to a widget.
  ///
  /// - Parameters:
  ///   - widget: The drop target.
  ///   - types: The GObject types of the accepted values.
  ///   - actions: What the target may do with the values.
  ///   - onMove: Called with the position while something is held over the widget. Returns what a
  ///     drop would do there; no action means that it would not be accepted.
  ///   - onLeave: Called when what is dragged is moved away.
  ///   - onDrop: Called with the dropped value and the position. Returns whether the drop is
  ///     accepted.
  public init(
    on widget: WidgetPointer,
    types: [GType],
    actions: GdkDragAction = GDK_ACTION_COPY,
    onMove: ((_ x: Double, _ y: Double) -> GdkDragAction)? = nil,
    onLeave: @escaping () -> Void = {},
    onDrop: @escaping (_ value: UnsafePointer<GValue>, _ x: Double, _ y: Double) -> Bool
  ) {
    self.types = types
    let target = gtk_drop_target_new(types.first ?? FundamentalType.pointer, actions)!
    super.init(target, on: widget, phase: GTK_PHASE_BUBBLE)
    setTypes()
    if let onMove {
      Signal.connect(target, "enter", .dropMotion, onMove)
      Signal.connect(target, "motion", .dropMotion, onMove)
    }
    Signal.connect(target, "leave", onLeave)
    Signal.connect(target, "drop", .drop, onDrop)
  }

  private func setTypes() {
    var types = types
    gtk_drop_target_set_gtypes(pointer, &types, gsize(types.count))
  }
}

extension UnsafePointer where Pointee == GValue {
  /// The string in a value of the type ``FundamentalType/string``.
  public var string: String {
    g_value_get_string(self).map { String(cString: $0) } ?? ""
  }

  /// The URIs of the files in a value of the type `GdkFileList`.
  public var fileURIs: [String] {
    guard let list = g_value_get_boxed(self) else { return [] }
    let files = gdk_file_list_get_files(OpaquePointer(list))
    defer { g_slist_free(files) }
    return sequence(first: files, next: { $0?.pointee.next }).prefix { $0 != nil }.compactMap {
      $0.map { String(taking: g_file_get_uri(OpaquePointer($0.pointee.data))) }
    }
  }
}
