import GtkKit
import Testing

@Suite struct LabelTextTests {
  @Test func `a text of ordinary length is shown as it is`() {
    let text = String(repeating: "é", count: 20_000)
    #expect(text.labelText == text)
    #expect(text.titleText == String(repeating: "é", count: 1_000) + "…")
    #expect("Drill".titleText == "Drill")
  }

  @Test func `of a text of some megabytes the beginning is shown`() {
    let text = String(repeating: "word ", count: 1_000_000)
    #expect(text.labelText == text.prefix(20_000) + "…")
    #expect(text.titleText.count == 1_001)
  }

  // Characters can have any number of accents, so the limit counts scalars.
  @Test func `a character of any size is cut, too`() {
    let text = "a" + String(repeating: "\u{301}", count: 100_000)
    #expect(text.labelText.unicodeScalars.count == 20_001)
  }
}
