/// What windows and dialogs have in common.
///
/// A window is destroyed with this object, or earlier with `destroy()`. GTK itself never closes it
/// when the user asks to: only its owner does.
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
public class BaseWindow {
  let reference: ObjectReference
  /// Tells of the end of the window below.
  private var parentEnd: SignalConnection?

  init(_ widget: WidgetPointer) {
    reference = ObjectReference(widget)
    // This handler runs before GTK's own, which would destroy the window, and always stops the
    // emission.
    Signal.connect(pointer, "close-request", .returnsBool) { [weak self] in
      self?.closeRequested()
      return true
    }
    LateMotion.keep(from: widget)
    WindowGroups.update(pointer)
    RepeatedInput.drop(in: widget)
    FocusKeeper.keep(in: widget)
    observeActivity()
  }

  isolated deinit {
    destroy()
  }

  /// The C object.
  public final var pointer: WindowPointer { reference.cast() }

  /// The C object as a widget.
  public final var widget: WidgetPointer { reference.widget }

  /// Whether `destroy()` has been called.
  public private(set) final var isDestroyed = false

  /// The title: in the title bar, in task lists, and for screen readers.
  public final var title: String {
    get { gtk_window_get_title(pointer).map { String(cString: $0) } ?? "" }
    set { gtk_window_set_title(pointer, newValue.titleText) }
  }

  /// The initial size of the window in pixels; -1 means the natural size. Once the window is shown,
  /// its size, but for the time when it is maximized or covers the whole screen.
  public final var defaultSize: (width: Int, height: Int) {
    get {
      var width: Int32 = 0
      var height: Int32 = 0
      gtk_window_get_default_size(pointer, &width, &height)
      return (Int(width), Int(height))
    }
    set {
      gtk_window_set_default_size(
        pointer,
        Int32(clamping: max(newValue.width, -1)),
        Int32(clamping: max(newValue.height, -1))
      )
    }
  }

  /// The widget in place of the title bar. Must be set before the window is shown.
  public final var titlebar: WidgetPointer? {
    get { gtk_window_get_titlebar(pointer) }
    set { gtk_window_set_titlebar(pointer, newValue) }
  }

  /// Shows the window and raises it. GTK gives the focus to a widget of a new window.
  final func raise() {
    PageFocus.withoutHeaders(in: widget) { gtk_window_present(pointer) }
  }

  /// The window that this one stays above, or `nil` for a window on its own.
  final var parent: WindowPointer? {
    get { gtk_window_get_transient_for(pointer) }
    set {
      guard newValue != parent else { return }
      parentEnd?.disconnect()
      gtk_window_set_transient_for(pointer, newValue)
      // GTK's own handler is called before this one, and makes this a window on its own.
      parentEnd = newValue.map {
        Signal.connect($0, "destroy") { [weak self] in self?.parentEnded() }
      }
      WindowGroups.update(pointer)
      // The keys of the application's actions work only in its own windows.
      if let newValue, let application = gtk_window_get_application(newValue) {
        gtk_window_set_application(pointer, application)
      }
    }
  }

  /// Handles the end of the window below, which leaves nothing that this one could block.
  private func parentEnded() {
    parentEnd = nil
    gtk_window_set_modal(pointer, 0)
    WindowGroups.update(pointer)
  }

  /// Closes the window at once, without calling handlers. Later calls do nothing.
  public final func destroy() {
    guard !isDestroyed else { return }
    isDestroyed = true
    parentEnd?.disconnect()
    gtk_window_destroy(pointer)
  }

  /// Called when the user wants to close the window. The default implementation does nothing.
  func closeRequested() {}
}
