import Testing

@testable import InventoryCore

@Suite struct ShownTextTests {
  @Test(arguments: ["", "18 V", "Line\n\nLine", String(repeating: "word and ", count: 2_000)])
  func `a text that people write is shown as it is`(text: String) {
    #expect(text.shownOnPage == text)
  }

  @Test func `a paragraph of words that are longer than a line is broken`() {
    let text = String(repeating: "x", count: 5_000)
    #expect(text.shownOnPage.split(separator: "\n").map(\.count) == [2_000, 2_000, 1_000])
    // No word is long enough for that, and all are longer than a line.
    let words = String(repeating: String(repeating: "x", count: 999) + " ", count: 5)
    #expect(words.shownOnPage.split(separator: "\n").allSatisfy { $0.count <= 2_200 })
    #expect(words.shownOnPage.filter { $0 != "\n" } == words)
    // Much of it would take long all the same.
    let long = String(repeating: "x", count: 20_000)
    #expect(long.shownOnPage.filter { $0 == "x" }.count == 6_000)
    #expect(long.shownOnPage.last == "…")
  }

  @Test func `a text in a script without spaces is shown as it is`() {
    let text = String(repeating: "物品の説明", count: 2_000)
    #expect(text.shownOnPage == text)
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

  @Test func `a text with a long line is not edited`() {
    #expect(String(repeating: "word ", count: 4_000).isEditable)
    #expect(!String(repeating: "word ", count: 4_001).isEditable)
    #expect(String(repeating: "word word\n", count: 100_000).isEditable)
    let long = String(repeating: "x", count: 20_001)
    #expect(!"a\n\(long)\na".isEditable)
  }

  @Test func `a row shows less`() {
    let text = String(repeating: "x", count: 4_000)
    #expect(text.shownInRow == String(repeating: "x", count: 400) + "…")
  }
}
