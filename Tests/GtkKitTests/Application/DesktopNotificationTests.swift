import Testing

@testable import GtkKit

@Suite struct DesktopNotificationTests {
  @Test(arguments: [
    (
      "Only 3 <a href=\"http://evil.example\">left</a>",
      "Only 3 &lt;a href=&quot;http://evil.example&quot;&gt;left&lt;/a&gt;"
    ),
    ("R&D", "R&amp;D"), ("a\u{1B}[31mb\u{7}", "a [31mb "), ("Säge", "Säge"), ("", ""),
  ])
  func `the body of a notification has no markup and no control characters`(
    text: String,
    sent: String
  ) {
    #expect(DesktopNotification.markup(text) == sent)
  }

  @Test(arguments: [
    ("\u{1B}]0;x\u{7}", " ]0;x "), ("a\nb\u{9B}c\u{7F}", "a b c "), ("R&D <b>", "R&D <b>"),
  ])
  func `the title of a notification has no control characters`(text: String, sent: String) {
    #expect(DesktopNotification.plain(text) == sent)
  }
}
