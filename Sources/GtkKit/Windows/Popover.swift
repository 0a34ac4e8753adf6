/// A popover that points at a widget and closes when the user clicks elsewhere.
///
/// It is removed with this object, or earlier with `remove()`.
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
public final class Popover {
  private let reference = ObjectReference(gtk_popover_new())
  private var parentConnection: SignalConnection?
  private var isPoppingDown = false
  /// Waits for the window to become active.
  private var activity: SignalConnection?
  /// The widget that had the focus before the popover was shown, if GTK does not remember it.
  private var formerFocus: WeakReference?

  /// Called when the user has closed the popover by clicking elsewhere or pressing Escape. Not
  /// called by `popdown()` and `remove()`, nor when GTK hides the popover because the widget that
  /// it points at has left the screen.
  public var onClosed: () -> Void = {}

  /// Makes an empty popover; `popup()` shows it.
  ///
  /// - Parameter parent: The widget that it points at. It may be destroyed before the popover.
  public init(parent: WidgetPointer) {
    gtk_widget_set_parent(widget, parent)
    UngrabbedPopover.adapt(widget)
    // A widget must not be finalized while it has children that it does not know about.
    parentConnection = Signal.connect(parent, "destroy") { [weak self] in self?.remove() }
    Signal.connect(pointer, "closed") { [weak self] in
      guard let self else { return }
      moveFocusOut()
      guard !isPoppingDown, gtk_widget_get_mapped(parent) != 0 else { return }
      if UngrabbedPopover.isBehindDialog(widget) { popupWhenActive() } else { onClosed() }
    }
  }

  isolated deinit {
    remove()
  }

  /// The C object.
  public var pointer: UnsafeMutablePointer<GtkPopover> { reference.cast() }

  /// The C object as a widget.
  public var widget: WidgetPointer { reference.widget }

  /// The content of the popover.
  public var child: WidgetPointer? {
    get { gtk_popover_get_child(pointer) }
    set { gtk_popover_set_child(pointer, newValue) }
  }

  /// The side of the parent on which the popover appears, if there is space.
  public var position: GtkPositionType {
    get { gtk_popover_get_position(pointer) }
    set { gtk_popover_set_position(pointer, newValue) }
  }

  /// Sets the part of the parent that the popover points at, in pixels. By default, it points at
  /// the whole parent.
  public func point(atX x: Int, y: Int, width: Int = 1, height: Int = 1) {
    var rectangle = GdkRectangle(
      x: Int32(x),
      y: Int32(y),
      width: Int32(width),
      height: Int32(height)
    )
    gtk_popover_set_pointing_to(pointer, &rectangle)
  }

  /// Whether the popover is shown.
  public var isShown: Bool { gtk_widget_get_visible(widget) != 0 }

  /// Shows the popover.
  public func popup() {
    guard parentConnection != nil else { return }
    waitNoLonger()
    if !isShown, let root = gtk_widget_get_root(widget) {
      let focus = gtk_root_get_focus(root)
      if gtk_popover_get_autohide(pointer) == 0 {
        formerFocus = focus.map { WeakReference($0) }
      } else if focus == nil {
        // If nothing in the popover can have the focus, GTK asks which widget has it, and complains
        // if none does.
        gtk_root_set_focus(root, widget)
      }
    }
    gtk_popover_popup(pointer)
  }

  /// Shows the popover again once its window is active. Some Wayland compositors close the popovers
  /// of a window when a dialog over it takes the focus, which is not what the user wants.
  private func popupWhenActive() {
    guard let root = gtk_widget_get_root(widget) else { return }
    let window: WindowPointer = WidgetPointer(root).cast()
    activity?.disconnect()
    activity = Signal.connect(window, notify: "is-active") { [weak self] in
      guard let self, gtk_window_is_active(window) != 0 else { return }
      // Not while the window is notifying of its state.
      _ = MainLoop.schedule { [weak self] in
        if let self, activity != nil { popup() }
      }
    }
  }

  private func waitNoLonger() {
    activity?.disconnect()
    activity = nil
  }

  /// Hides the popover, without calling `onClosed`.
  public func popdown() {
    waitNoLonger()
    isPoppingDown = true
    gtk_popover_popdown(pointer)
    isPoppingDown = false
  }

  /// Hides the popover, removes its content and detaches it from its parent, permanently. Later
  /// calls do nothing.
  public func remove() {
    guard let parentConnection else { return }
    self.parentConnection = nil
    parentConnection.disconnect()
    moveFocusOut()
    child = nil
    popdown()
    gtk_widget_unparent(widget)
  }

  /// Moves the focus to where GTK would move it at the next frame. GTK 4.8 leaks a popover that is
  /// removed with the focus inside, even if it was hidden before, and a popover around which
  /// something else is hidden before that frame. It also warns about the missing surface.
  private func moveFocusOut() {
    guard widget.containsFocus, let root = gtk_widget_get_root(widget) else { return }
    let former = formerFocus?.instance?.cast(to: GtkWidget.self)
    let ancestors = sequence(first: widget) { gtk_widget_get_parent($0) }.dropFirst()
    let isMoved = (CollectionOfOne(former).compactMap(\.self) + ancestors).contains { next in
      gtk_widget_get_root(next) == root && gtk_widget_get_mapped(next) != 0
        && gtk_widget_grab_focus(next) != 0
    }
    if !isMoved { gtk_root_set_focus(root, nil) }
  }
}
