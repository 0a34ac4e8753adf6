import Testing

@testable import InventoryCore

/// Texts of a megabyte, of which a small spreadsheet can have any number.
@Suite struct LongTextTests {
  private let text = String(repeating: "x y ", count: 250_000)

  @Test func `guesses look at the beginning of a long text only`() {
    let start = ContinuousClock.now
    var facts = ColumnFacts()
    let convention = NumberConvention.plain
    for line in 1...100 { facts.add(text, convention, line: line, row: []) }
    for _ in 1...100 { #expect(ColumnName(text).meanings.isEmpty) }
    // To look at all of it takes minutes.
    #expect(.now - start < .seconds(10))
    #expect(facts.texts == 100)
    #expect(facts.amounts == 0)
  }

  @Test func `a long text is prose, whatever is in it`() {
    var facts = ColumnFacts()
    facts.add(String(repeating: "7", count: 100_000), .plain, line: 1, row: [])
    #expect(facts.barcodes == 0)
    #expect(facts.most(\.texts))
  }
}
