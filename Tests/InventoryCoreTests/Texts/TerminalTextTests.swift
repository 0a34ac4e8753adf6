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

  @Test(arguments: ["", "Säge 🪚", "two\nlines\tand a tab", "שלום"])
  func `what people write stays as it is`(text: String) {
    #expect(text.escapedForTerminal == text)
  }
}
