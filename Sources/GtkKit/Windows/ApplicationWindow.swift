/// A window of the desktop.
///
/// It is destroyed with this object, or earlier with `destroy()`. GTK itself never closes it when
/// the user asks to: `onCloseRequest` is called and decides.
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
public final class ApplicationWindow: BaseWindow {
  /// Called when the user wants to close the window. The window stays open unless the handler
  /// destroys it.
  ///
  /// Without a handler the window is destroyed.
  public var onCloseRequest: (() -> Void)?

  /// Called when the user has changed the size of the window, or has maximized it. `defaultSize`
  /// and `isMaximized` say what it is now.
  public var onSizeChange: (() -> Void)? {
    didSet { if oldValue == nil { connectSizeChanges() } }
  }

  /// Makes a window; `present()` shows it.
  ///
  /// - Parameter application: The application, which keeps running while it has windows, or `nil`.
  public init(application: Application? = nil) {
    super.init(application.map { gtk_application_window_new($0.pointer) } ?? gtk_window_new())
    // While the program runs, GTK 4.8 tells assistive technologies of a new window before it knows
    // the role: they would not take it for a window.
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_WINDOW, of: widget)
  }

  private func connectSizeChanges() {
    for property in ["default-width", "default-height", "maximized"] {
      Signal.connect(pointer, "notify::\(property)", .pointer) { [weak self] _ in
        guard let self, !isDestroyed else { return }
        onSizeChange?()
      }
    }
  }

  override func closeRequested() {
    if let onCloseRequest { onCloseRequest() } else { destroy() }
  }

  /// The minimum size in pixels. The user cannot make the window smaller, whatever its content.
  public var minimumSize: (width: Int, height: Int) {
    get {
      var width: Int32 = 0
      var height: Int32 = 0
      gtk_widget_get_size_request(widget, &width, &height)
      return (Int(width), Int(height))
    }
    set {
      gtk_widget_set_size_request(
        widget,
        Int32(clamping: newValue.width),
        Int32(clamping: newValue.height)
      )
    }
  }

  /// The content of the window.
  public var child: WidgetPointer? {
    get { gtk_window_get_child(pointer) }
    set { gtk_window_set_child(pointer, newValue) }
  }

  /// The window that this one stays above and is closed with. Must be set before the window is
  /// shown.
  public var transientParent: WindowPointer? {
    get { parent }
    set { parent = newValue }
  }

  /// Whether the windows that this one is above take no input while it is shown. Other windows of
  /// the application do. Must be set before the window is shown.
  public var isModal: Bool {
    get { gtk_window_get_modal(pointer) != 0 }
    set { gtk_window_set_modal(pointer, newValue ? 1 : 0) }
  }

  /// Whether the window covers the screen, below the desktop's panels, or has been asked to.
  public var isMaximized: Bool {
    get { gtk_window_is_maximized(pointer) != 0 }
    set { newValue ? gtk_window_maximize(pointer) : gtk_window_unmaximize(pointer) }
  }

  /// Whether the window covers the whole screen, or has been asked to.
  public var isFullscreen: Bool {
    get { gtk_window_is_fullscreen(pointer) != 0 }
    set { newValue ? gtk_window_fullscreen(pointer) : gtk_window_unfullscreen(pointer) }
  }

  /// Shows the window and raises it.
  public func present() {
    raise()
  }
}
