import InventoryCore
import Testing

@Suite struct ShownTextTests {
  @Test(arguments: ["", "18 V", "Line\n\nLine", String(repeating: "word and ", count: 2_000)])
  func `a text that people write is shown as it is`(text: String) {
    #expect(text.shownOnPage == text)
  }

  @Test func `a run without spaces can be broken`() {
    let text = String(repeating: "x", count: 5_000)
    let shown = text.shownOnPage
    #expect(shown.split(separator: "\u{200B}").map(\.count) == [2_000, 2_000, 1_000])
    #expect(shown.filter { $0 != "\u{200B}" } == text)
  }

  @Test func `marks that are stacked on a letter count one by one`() {
    let text = "a" + String(repeating: "\u{301}", count: 30_000)
    #expect(text.count == 1)
    #expect(text.shownOnPage.unicodeScalars.count < 20_020)
  }

  @Test func `a long text, and one of many lines, end with an ellipsis`() {
    let long = String(repeating: "word ", count: 10_000)
    #expect(long.shownOnPage == long.prefix(20_000) + "…")
    let lines = String(repeating: "a\n", count: 10_000)
    #expect(lines.shownOnPage.split(separator: "\n").count == 500)
    #expect(lines.shownInRow == "a\na\na\na…")
  }

  @Test func `a row shows less`() {
    let text = String(repeating: "x", count: 4_000)
    #expect(text.shownInRow == String(repeating: "x", count: 400) + "…")
  }
}
