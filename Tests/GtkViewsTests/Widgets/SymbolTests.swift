import GtkKit
import GtkTestSupport
import Synchronization
import Testing

@testable import GtkViews

/// Symbols by the names of other platforms.
extension ViewTests {
  @Test func `each symbol of the table is in the icon theme`() throws {
    // Without the theme, only the icons in GTK itself are there.
    try #require(IconTheme.hasIcon(named: "mail-unread-symbolic"), "install adwaita-icon-theme")
    let missing = SymbolNames.icons.filter { !IconTheme.hasIcon(named: "\($0.value)-symbolic") }
    #expect(missing.isEmpty)
    #expect(SymbolNames.icons.count >= 300)
  }

  @Test func `variants of a symbol look like the symbol`() {
    #expect(SymbolNames.icon(for: "trash.fill") == "user-trash-symbolic")
    #expect(SymbolNames.icon(for: "plus.circle.fill") == "list-add-symbolic")
    #expect(SymbolNames.icon(for: "speaker.wave.2.fill") == "audio-volume-medium-symbolic")
  }

  @Test func `an unknown symbol is reported once, with the nearest names`() {
    let reports = Mutex(0)
    withKnownIssue {
      _ = Image(systemName: "envelop.open")
      _ = Image(systemName: "envelop.open")
    } matching: { issue in
      reports.withLock { $0 += 1 }
      return "\(issue)".contains("There is no symbol 'envelop.open'")
        && "\(issue)".contains("'envelope.open'")
    }
    #expect(reports.withLock { $0 } == 1)
    // A name of the icon theme is no mistake.
    #expect(SymbolNames.icon(for: "folder-symbolic") == "folder-symbolic")
  }
}
