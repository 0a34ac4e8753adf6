import InventoryCore
import Testing

@Suite struct SkuPatternTests {
  @Test(arguments: [
    ("ITEM-{0001}", 1, "ITEM-0001"), ("ITEM-{0001}", 12_345, "ITEM-12345"), ("{1}", 7, "7"),
    (" Box {100}/A ", 100, "Box 100/A"), ("Ä{01}", 9, "Ä09"),
  ])
  func `a number is written as the pattern says`(pattern: String, number: Int, sku: String) throws {
    #expect(try #require(SkuPattern(pattern)).sku(number) == sku)
  }

  @Test(arguments: [
    "", "ITEM-0001", "ITEM-{}", "ITEM-{a}", "{1", "1}", "}1{", "{1}{2}", "{1}}", "{{1}",
    "{1234567890}", "A\n{1}", "{١}", "{-1}", String(repeating: "A", count: 100) + "{1}",
  ])
  func `other texts are no pattern, and the standard stands in for them`(text: String) {
    #expect(SkuPattern(text) == nil)
    #expect(SkuPattern.written(text) == .standard)
  }

  @Test func `the standard is what it says`() {
    #expect(SkuPattern(SkuPattern.standardText) == .standard)
  }
}
