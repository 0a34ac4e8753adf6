/// What the user copies in one application and pastes in another.
public enum Clipboard {
  /// Puts a text on the clipboard.
  public static func setText(_ text: String) {
    guard let display = gdk_display_get_default() else { return }
    gdk_clipboard_set_text(gdk_display_get_clipboard(display), text)
  }
}
