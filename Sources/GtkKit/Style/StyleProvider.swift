/// A style sheet in GTK's CSS, for all windows of the display.
///
/// It stays in effect until `remove()`, even after this object is released. GTK prints a warning to
/// standard error for each mistake in the sheet, and uses the rest of it.
public final class StyleProvider {
  /// Determines which of several style sheets wins.
  public struct Priority: Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Above the theme, which GTK installs with 400, and below the application: for libraries.
    public static let library = Priority(rawValue: 500)
    public static let application = Priority(rawValue: 600)
    /// The user's own style sheet; nothing should be above it.
    public static let user = Priority(rawValue: 800)
  }

  private let reference = ObjectReference(owning: gtk_css_provider_new())
  private var display: OpaquePointer?

  /// Makes a style sheet and puts it into effect. Without a display nothing happens.
  ///
  /// - Parameters:
  ///   - css: The style sheet.
  ///   - priority: Determines which of several style sheets wins.
  public init(css: String = "", priority: Priority = .application) {
    load(css)
    display = gdk_display_get_default()
    guard let display else { return }
    gtk_style_context_add_provider_for_display(display, reference.opaque, priority.rawValue)
  }

  /// Replaces the whole style sheet.
  public func load(_ css: String) {
    gtk_css_provider_load_from_data(
      reference.instance.assumingMemoryBound(to: GtkCssProvider.self),
      css,
      -1
    )
  }

  /// Removes the style sheet from the display. Later calls do nothing.
  public func remove() {
    guard let display else { return }
    self.display = nil
    gtk_style_context_remove_provider_for_display(display, reference.opaque)
  }
}
