import Foundation
import GtkKit
import Testing

extension GtkTests {
  @Test(.enabled(if: ProcessInfo.processInfo.environment["GDK_BACKEND"] == "wayland"))
  func `the launcher's token goes to the display, and to no program that is started`() throws {
    let display = try #require(gdk_display_get_default())
    setenv("XDG_ACTIVATION_TOKEN", "token of a launcher", 1)
    Display.takeActivationToken()
    let token = gdk_display_get_startup_notification_id(display)
    #expect(token.map { String(cString: $0) } == "token of a launcher")
    #expect(getenv("XDG_ACTIVATION_TOKEN") == nil)
  }
}
