import Testing

@testable import InventoryCore

/// Barcodes that several rows of a file have.
@Suite struct SharedBarcodeTests {
  @Test func `a barcode of things with different names is told, and nothing is merged`() throws {
    let file = try ReadFile(
      """
      Name,Barcode,Qty
      Bolt,4006381333931,2
      Nut,4006381333931,3
      Cap,4006381333924,1
      Screw,4006381333924,1
      """
    )
    #expect(file.items.map(\.name) == ["Bolt", "Nut", "Cap", "Screw"])
    let notes = file.notes.filter { $0.contains("barcode") }
    #expect(
      notes == [
        """
        Lines 2 and 3 have the barcode “4006381333931” and different names: “Bolt” and “Nut” stay \
        two items.
        """,
        "1 more barcode is that of different items.",
      ]
    )
  }

  @Test func `nothing is told of the same thing in two places, or of cells that say nothing`()
    throws
  {
    let same = "Name,Barcode,Place\nBolt,4006381333931,Hall\nbolt,4006381333931,Barn\n"
    #expect(try !ReadFile(same).notes.contains { $0.contains("different names") })
    let none = "Name,Barcode\nBolt,N/A\nNut,N/A\nCap,0\nScrew,0\n"
    #expect(try !ReadFile(none).notes.contains { $0.contains("different names") })
  }
}
