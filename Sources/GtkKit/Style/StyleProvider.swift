/// A style sheet in GTK's CSS, for all windows of the display.
///
/// It stays in force until `remove()`, also when this object goes. Mistakes in the sheet are warnings
/// of GTK's on the standard error, and the rest of the sheet is used.
public final class StyleProvider {
  /// Which of several sheets wins.
  public struct Priority: Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Above the theme, below the application: for libraries.
    public static let library = Priority(rawValue: 300)
    public static let application = Priority(rawValue: 600)
    /// What the user has written; nothing should be above it.
    public static let user = Priority(rawValue: 800)
  }

  private let reference = ObjectReference(owning: gtk_css_provider_new())
  private var display: OpaquePointer?

  /// Puts a style sheet in force. Without a display nothing happens.
  ///
  /// - Parameters:
  ///   - css: The sheet.
  ///   - priority: Which of several sheets wins.
  public init(css: String = "", priority: Priority = .application) {
    load(css)
    display = gdk_display_get_default()
    guard let display else { return }
    gtk_style_context_add_provider_for_display(display, reference.opaque, priority.rawValue)
  }

  /// Replaces the whole sheet.
  public func load(_ css: String) {
    gtk_css_provider_load_from_data(
      reference.instance.assumingMemoryBound(to: GtkCssProvider.self),
      css,
      -1
    )
  }

  /// Takes the sheet out of force. Later calls do nothing.
  public func remove() {
    guard let display else { return }
    self.display = nil
    gtk_style_context_remove_provider_for_display(display, reference.opaque)
  }
}
