import Testing

@testable import InventoryCore

@Suite struct LineOfTextTests {
  @Test(arguments: [
    ("Saw", "Saw"), ("", ""), (" Saw ", "Saw"), ("\u{A0}Saw\n", "Saw"), ("a  b", "a  b"),
    ("a\nb", "a b"), ("a\r\nb", "a b"), ("a \r\n\n\tb", "a b"), ("a\tb", "a b"),
    ("a\u{2028}b\u{2029}c\u{85}d\u{B}e\u{C}f", "a b c d e f"), ("Łódź\nä", "Łódź ä"), ("\n", ""),
    ("\u{7}", "\u{7}"),
  ])
  func `a line has no white space around it and a space for each break in it`(
    text: String,
    line: String
  ) {
    #expect(text.asLine == line)
    #expect(text.asLine.asLine == line)
  }

  @Test(arguments: [
    ("Saw", false), (" Saw\n", false), ("\n", false), ("a\nb", true), ("ä\tb", true), ("ä", false),
    ("a\u{2028}b", true),
  ])
  func `breaks at the ends make no text several lines`(text: String, isSeveral: Bool) {
    #expect(text.isSeveralLines == isSeveral)
  }

  @Test(arguments: [
    ("Saw", nil), ("a\tb\r\nc\u{B}\u{C}\u{85}", nil), ("Łódź 👩‍🔧 \u{200F}", nil),
    ("a\u{7}", "U+0007"),
    ("\0", "U+0000"), ("a\u{1B}[1m\u{7}", "U+001B"), ("ä\u{7F}", "U+007F"), ("\u{9B}", "U+009B"),
  ])
  func `a control character is one that nobody sees`(text: String, code: String?) {
    #expect(text.controlCharacter?.code == code)
  }
}
