/// A window of the desktop.
///
/// It is destroyed with this object, or earlier with `destroy()`. GTK itself never closes it when
/// the user asks to: `onCloseRequest` is called and decides.
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
public final class Window {
  private let reference: ObjectReference

  /// Called when the user wants to close the window. The window stays open unless the handler
  /// destroys it.
  ///
  /// Without a handler the window is destroyed.
  public var onCloseRequest: (() -> Void)?

  /// Makes a window; `present()` shows it.
  ///
  /// - Parameter application: The application, which keeps running while it has windows, or `nil`.
  public init(application: Application? = nil) {
    reference = ObjectReference(
      application.map { gtk_application_window_new($0.pointer) } ?? gtk_window_new()
    )
    // This handler runs before GTK's own, which would destroy the window, and always stops the
    // emission.
    Signal.connect(pointer, "close-request", .returnsBool) { [weak self] in
      guard let self else { return true }
      if let onCloseRequest { onCloseRequest() } else { destroy() }
      return true
    }
  }

  isolated deinit {
    destroy()
  }

  /// The C object.
  public var pointer: WindowPointer { reference.cast() }

  /// The C object as a widget.
  public var widget: WidgetPointer { reference.widget }

  /// Whether `destroy()` has been called.
  public private(set) var isDestroyed = false

  /// The title: in the title bar, in task lists, and for screen readers.
  public var title: String {
    get { gtk_window_get_title(pointer).map { String(cString: $0) } ?? "" }
    set { gtk_window_set_title(pointer, newValue) }
  }

  /// The initial size of the window in pixels; -1 means the natural size.
  public var defaultSize: (width: Int, height: Int) {
    get {
      var width: Int32 = 0
      var height: Int32 = 0
      gtk_window_get_default_size(pointer, &width, &height)
      return (Int(width), Int(height))
    }
    set { gtk_window_set_default_size(pointer, Int32(newValue.width), Int32(newValue.height)) }
  }

  /// The minimum size in pixels. The user cannot make the window smaller, whatever its content.
  public var minimumSize: (width: Int, height: Int) {
    get {
      var width: Int32 = 0
      var height: Int32 = 0
      gtk_widget_get_size_request(widget, &width, &height)
      return (Int(width), Int(height))
    }
    set { gtk_widget_set_size_request(widget, Int32(newValue.width), Int32(newValue.height)) }
  }

  /// The content of the window.
  public var child: WidgetPointer? {
    get { gtk_window_get_child(pointer) }
    set { gtk_window_set_child(pointer, newValue) }
  }

  /// The widget in place of the title bar. Must be set before the window is shown.
  public var titlebar: WidgetPointer? {
    get { gtk_window_get_titlebar(pointer) }
    set { gtk_window_set_titlebar(pointer, newValue) }
  }

  /// The window that this one stays above and is closed with. Must be set before the window is
  /// shown.
  public var transientParent: WindowPointer? {
    get { gtk_window_get_transient_for(pointer) }
    set { gtk_window_set_transient_for(pointer, newValue) }
  }

  /// Whether other windows of the application take no input while this one is shown. Must be set
  /// before the window is shown.
  public var isModal: Bool {
    get { gtk_window_get_modal(pointer) != 0 }
    set { gtk_window_set_modal(pointer, newValue ? 1 : 0) }
  }

  /// Whether the window covers the whole screen, or has been asked to.
  public var isFullscreen: Bool {
    get { gtk_window_is_fullscreen(pointer) != 0 }
    set { newValue ? gtk_window_fullscreen(pointer) : gtk_window_unfullscreen(pointer) }
  }

  /// Shows the window and raises it.
  public func present() {
    gtk_window_present(pointer)
  }

  /// Closes the window at once, without calling handlers. Later calls do nothing.
  public func destroy() {
    guard !isDestroyed else { return }
    isDestroyed = true
    gtk_window_destroy(pointer)
  }
}
