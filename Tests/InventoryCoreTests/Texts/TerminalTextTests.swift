import Foundation
import InventoryCore
import Testing

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("\u{1B}]0;title\u{7}", "\\u{1B}]0;title\\u{7}"), ("a\rb", "a\\u{D}b"),
    ("\u{9B}31m", "\\u{9B}31m"), ("\u{202E}txt", "\\u{202E}txt"), ("\u{2028}", "\\u{2028}"),
    ("\u{7F}\u{8}", "\\u{7F}\\u{8}"), ("\u{200F}1", "\\u{200F}1"),
    ("\u{E0041}", "\\u{E0041}"), ("\u{FFF9}", "\\u{FFF9}"),
  ])
  func `no text controls the terminal`(text: String, escaped: String) {
    #expect(text.escapedForTerminal == escaped)
  }

  @Test(arguments: [
    // The name of an item ends the isolate early, or begins one that does not end.
    ("“\u{2068}שלום\u{2069}” is here", "“\u{2068}שלום\u{2069}” is here"),
    ("\u{200F}CSV: \u{2068}שלום\u{2069}", "\u{200F}CSV: \u{2068}שלום\u{2069}"),
    ("\u{2068}a\u{2069}b\u{2069}", "\u{2068}a\u{2069}b\\u{2069}"),
    ("\u{2068}a\u{2068}b\u{2069}", "\\u{2068}a\u{2068}b\u{2069}"),
    ("\u{2068}a\n\u{2069}b", "\\u{2068}a\n\\u{2069}b"),
    ("\u{2068}\u{202E}a\u{1B}\u{2069}", "\u{2068}\\u{202E}a\\u{1B}\u{2069}"),
    ("\u{2067}a\u{2069}", "\\u{2067}a\\u{2069}"), ("a\u{200F}ש", "a\\u{200F}ש"),
  ])
  func `isolates of names stay, as long as they end in their line`(text: String, escaped: String) {
    #expect(text.escapedForTerminal == escaped)
  }

  @Test func `a message with a name from right to left is printed without codes`() {
    let name = "שלום"
    let message = tr("Delete “\(name)”?")
    #expect(message.contains("\u{2068}"))
    #expect(message.escapedForTerminal == message)
  }

  @Test(arguments: ["", "Säge 🪚", "two\nlines\tand a tab", "שלום"])
  func `what people write stays as it is`(text: String) {
    #expect(text.escapedForTerminal == text)
  }

  @Test func `a name with a line break cannot pretend to be a message of its own`() {
    let message = tr("“\("a\ninventory: 900 items written")” is no number")
    let lines = message.shownInTerminal.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.last == "  inventory: 900 items written” is no number")
    #expect("one line\t".shownInTerminal == "one line\t")
  }

  @Test func `JSON does not control the terminal, and means the same`() throws {
    let texts = ["\u{9B}31m", "\u{202E}txt", "\u{E0041}", "a\u{7F}\nb\tc", "Säge 🪚 \\ \"", "שלום"]
    let json = String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    let shown = json.jsonForTerminal
    #expect(shown.escapedForTerminal == shown)
    #expect(try JSONDecoder().decode([String].self, from: Data(shown.utf8)) == texts)
  }
}
