/// A message that the desktop shows outside of the application's windows.
///
/// A click on it activates an action of the application, also when the application has ended
/// meanwhile and D-Bus can start it again.
public struct DesktopNotification: Equatable, Sendable {
  public var title: String
  public var body: String
  /// The name of the action of the application that a click activates, without `app.`. It has a
  /// string parameter.
  public var action: String
  /// The parameter of the action.
  public var target: String

  /// - Parameters:
  ///   - title: The title.
  ///   - body: More text, or an empty string.
  ///   - action: The name of the action that a click activates.
  ///   - target: The parameter of the action.
  public init(title: String, body: String = "", action: String, target: String) {
    self.title = title
    self.body = body
    self.action = action
    self.target = target
  }

  func send(by application: UnsafeMutablePointer<GApplication>, id: String) {
    let notification = g_notification_new(Self.plain(title))!
    if !body.isEmpty { g_notification_set_body(notification, Self.markup(body)) }
    g_notification_set_default_action_and_target_value(
      notification,
      "app.\(action)",
      g_variant_new_string(target)
    )
    g_application_send_notification(application, id, notification)
    g_object_unref(UnsafeMutableRawPointer(notification))
  }

  /// The title, in which servers expect plain text, without control characters: some servers write
  /// it to logs and terminals.
  static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
      )
    )
  }

  /// The body, in which servers expect markup.
  static func markup(_ text: String) -> String {
    let escaped = g_markup_escape_text(plain(text), -1)!
    defer { g_free(escaped) }
    return String(cString: escaped)
  }
}
