import Testing

@testable import InventoryCore

/// Whole numbers that programs have written with a decimal.
@Suite struct WholeFloatTests {
  @Test func `a column whose cells all end in a zero decimal has whole numbers`() throws {
    let file = try ReadFile(
      """
      Name,Quantity,Barcode,SKU,Shelf,Year
      Bolt,12.0,4006381333931.0,1002.0,3.0,1999.0
      Nut,3.0,,1003.0,,
      Cap,0.0,0.0,1004.0,4.0,2001.0
      """
    )
    #expect(file.problems == [])
    #expect(file.items.map(\.barcode) == ["4006381333931", "", ""])
    #expect(file.items.map(\.sku) == ["1002", "1003", "1004"])
    #expect(file.items.map(\.location) == ["3", "", "4"])
    #expect(file.items.map(\.quantity) == [12, 3, 0])
    #expect(file.items.map(\.notes) == ["Year: 1999", "", "Year: 2001"])
    let note = "All cells of “SKU” end in “.0”, which is left out: “1002.0” is 1002."
    #expect(file.notes.contains(note), "\(file.notes)")
  }

  @Test func `a code with a zero decimal among others is what it says`() throws {
    let file = try ReadFile("Name,Quantity,SKU\nBolt,1,1002.0\nNut,2,1002.5\nCap,2,A-1\n")
    #expect(file.items.map(\.sku) == ["1002.0", "1002.5", "A-1"])
    #expect(!file.notes.contains { $0.contains("left out: “1002.0”") })
  }

  @Test func `numbers of rows with a zero decimal are no SKUs`() throws {
    let file = try ReadFile("No.,Name,Quantity\n1.0,Bolt,4\n2.0,Nut,5\n3.0,Cap,6\n")
    #expect(file.items.map(\.sku) == ["", "", ""])
  }
}
