import GtkKit
import Synchronization
import Testing

/// Makes warnings of GLib fail the running test.
///
/// `G_DEBUG=fatal-warnings` alone is not enough: the handler with which Swift prints backtraces
/// catches the trap that GLib raises, and the program continues.
enum GLibWarnings {
  private static let context = Mutex<String>("")

  /// Says what to add to reports from now on, such as how to repeat what is going on.
  static func setContext(_ text: String) {
    context.withLock { $0 = text }
  }

  /// Starts listening; later calls do nothing.
  static func failTests() { _ = isInstalled }

  private static let isInstalled: Bool = {
    g_log_set_writer_func(
      { level, fields, count, _ in
        let isWarning =
          level.rawValue & (G_LOG_LEVEL_WARNING.rawValue | G_LOG_LEVEL_CRITICAL.rawValue) != 0
        if isWarning {
          let text = g_log_writer_format_fields(level, fields, count, 0)
          defer { g_free(text) }
          let message = text.map { String(cString: $0) } ?? "no message"
          // sway moves no popovers, which GDK says each time.
          if message.contains("support moving popups") {
            return g_log_writer_default(level, fields, count, nil)
          }
          Issue.record("\(message) \(GLibWarnings.context.withLock { $0 })")
        }
        return g_log_writer_default(level, fields, count, nil)
      },
      nil,
      nil
    )
    return true
  }()
}
