import Foundation
import Testing

@testable import Spreadsheets

/// Files that are no spreadsheets, damaged, or made to do harm: each has its own error.
@Suite struct HostileFileTests {
  private func expect(
    _ error: SpreadsheetError,
    _ bytes: [UInt8],
    limits: SpreadsheetLimits = SpreadsheetLimits(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: error, sourceLocation: sourceLocation) { try readRows(bytes, limits: limits) }
  }

  // MARK: - Other kinds

  @Test func `other kinds of files are named`() throws {
    expect(.oldExcel, try Fixtures.bytes("old.xls"))
    expect(.html, try Fixtures.bytes("page.xls"))
    expect(.xml, try Fixtures.bytes("flat.fods"))
    expect(.html, Array("\u{FEFF}\n <TABLE><tr><td>1</td></tr></TABLE>".utf8))
    expect(.html, Array(#"<?xml version="1.0"?><!DOCTYPE html><html></html>"#.utf8))
    expect(.pdf, Array("%PDF-1.7\n".utf8))
    expect(.text, Array("name,sku\nHammer,1\n".utf8))
    expect(.text, Array("name;größe\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }))
    expect(.text, [])
    expect(.unknown, [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 3, 4, 5])
    expect(.otherArchive, try archive(["a.txt": "a"]))
    expect(.numbers, try archive(["Index/Document.iwa": "a", "_rels/.rels": ""]))
    expect(
      .otherDocument,
      try archive([
        "mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<a/>",
      ])
    )
    for (target, error) in [
      ("word/document.xml", SpreadsheetError.otherDocument), ("ppt/p.xml", .otherDocument),
      ("xl/workbook.bin", .binaryExcel),
    ] {
      expect(
        error,
        try archive([
          "_rels/.rels":
            #"<R><Relationship Id="a" Type="x/officeDocument" Target="\#(target)"/></R>"#
        ])
      )
    }
  }

  @Test func `an encrypted file is named`() throws {
    let wide = "EncryptedPackage".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let container: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    // Across the border of two pieces that are looked at.
    let padding = [UInt8](repeating: 0, count: (1 << 20) - 12)
    expect(.encrypted, container + padding + wide)
    expect(.unknown, container + padding)
    expect(
      .encrypted,
      try openDocument(
        sheets: "",
        manifest: "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>"
      )
    )
    expect(
      .encrypted,
      try archive([
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet", "encrypted-package": "x",
      ])
    )
  }

  // MARK: - Damage

  @Test func `a file that ends too early is damaged, wherever it ends`() throws {
    for name in ["openpyxl-values.xlsx", "libreoffice-csv.ods"] {
      let whole = try Fixtures.bytes(name)
      for count in stride(from: 100, to: whole.count - 100, by: 97) {
        expect(.truncated, Array(whole.prefix(count)))
      }
    }
  }

  @Test func `bytes that were changed are noticed`() throws {
    var bytes = try excel(rows: "<row><c><v>12345678</v></c></row>")
    let name = Array("xl/sheet.xml".utf8)
    let start = try #require(
      bytes.indices.first { bytes[$0...].starts(with: name) }
    )
    bytes[start + name.count + 20] ^= 0xFF
    let error = #expect(throws: SpreadsheetError.self) { try readRows(bytes) }
    guard case .damaged("xl/sheet.xml", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a part that is missing is named`() throws {
    expect(.missingPart("_rels/.rels"), try archive(["[Content_Types].xml": ""]))
    expect(
      .missingPart("xl/workbook.xml"),
      try archive([
        "_rels/.rels":
          #"<R><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></R>"#
      ])
    )
    expect(
      .missingPart("content.xml"),
      try archive(["mimetype": "application/vnd.oasis.opendocument.spreadsheet"])
    )
  }

  @Test func `XML that is not well-formed is damage at a line`() throws {
    expect(
      .damaged(part: "xl/sheet.xml", line: 3),
      try excel(rows: "<row>\n<c><v>1</v></c>\n</wrong></row>")
    )
  }

  @Test func `a target outside of the file is only a part that is not there`() throws {
    let name = "../../../../../../etc/passwd"
    expect(
      .missingPart("etc/passwd"),
      try archive([
        "_rels/.rels": #"<R><Relationship Id="a" Type="x/officeDocument" Target="\#(name)"/></R>"#,
        name: "x",
      ])
    )
  }

  @Test func `a target of another file is not looked at`() throws {
    expect(
      .missingPart("officeDocument"),
      try archive([
        "_rels/.rels": """
        <R><Relationship Id="a" Type="x/officeDocument" Target="file:///etc/passwd" \
        TargetMode="External"/></R>
        """
      ])
    )
  }

  @Test func `a place that no cell has is damage`() throws {
    for place in ["XFE1", "ZZZZ1", "1", ""] {
      expect(
        .damaged(part: "xl/sheet.xml", line: nil),
        try excel(rows: #"<row><c r="\#(place)"><v>1</v></c></row>"#)
      )
    }
    expect(
      .damaged(part: "xl/sheet.xml", line: nil),
      try excel(rows: #"<row r="0"><c><v>1</v></c></row>"#)
    )
  }

  // MARK: - Limits

  @Test func `entities are refused before they grow`() throws {
    let entities = """
      <?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">\
      <!ENTITY c SYSTEM "file:///etc/passwd">]>
      """
    expect(
      .entities(part: "content.xml"),
      try archive([
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "content.xml": entities + "<a>&b;&c;</a>",
      ])
    )
    expect(.entities(part: "_rels/.rels"), try archive(["_rels/.rels": entities + "<R/>"]))
  }

  @Test func `a part that becomes too large is not unpacked`() throws {
    var limits = SpreadsheetLimits()
    limits.unpackedRows = 100_000
    let spaces = String(repeating: " ", count: 200_000)
    expect(
      .unpackedTooLarge(part: "xl/sheet.xml"),
      try excel(rows: spaces),
      limits: limits
    )
    limits = SpreadsheetLimits()
    limits.sizeWithAnyRatio = 1_000
    limits.ratio = 100
    expect(
      .unpackedTooLarge(part: "xl/sheet.xml"),
      try excel(rows: spaces),
      limits: limits
    )
  }

  @Test func `a text that many cells have gives out no more than a multiple of the file`() throws {
    var limits = SpreadsheetLimits()
    limits.sizeWithAnyRatio = 100_000
    limits.ratio = 1
    let text = String(repeating: "x", count: 1_000)
    let cells = (0..<500).map { _ in #"<row><c t="s"><v>0</v></c></row>"# }.joined()
    expect(
      .unpackedTooLarge(part: "Sheet"),
      try excel(rows: cells, texts: "<si><t>\(text)</t></si>"),
      limits: limits
    )
    let row = """
      <table:table table:name="Sheet"><table:table-row table:number-rows-repeated="1000000">\
      <table:table-cell office:value-type="string"><text:p>\(text)</text:p></table:table-cell>\
      </table:table-row></table:table>
      """
    expect(.unpackedTooLarge(part: "Sheet"), try openDocument(sheets: row), limits: limits)
  }

  @Test func `a workbook of too many sheets, or of sheets with one part, is refused`() throws {
    let sheets = String(repeating: #"<sheet name="S" r:id="a"/>"#, count: 3)
    expect(
      .damaged(part: "xl/workbook.xml", line: nil),
      try excel(rows: "", workbook: "<sheets>\(sheets)</sheets>")
    )
    var limits = SpreadsheetLimits()
    limits.sheets = 2
    expect(
      .tooManyParts,
      try excel(rows: "", workbook: "<sheets>\(sheets)</sheets>"),
      limits: limits
    )
  }

  @Test func `a file that claims too many parts is refused before they are read`() throws {
    var limits = SpreadsheetLimits()
    limits.parts = 5
    expect(.tooManyParts, try excel(rows: ""), limits: limits)
  }

  @Test func `too many rows and columns are refused`() throws {
    var limits = SpreadsheetLimits()
    limits.rows = 10
    limits.columns = 5
    expect(
      .tooManyRows,
      try excel(rows: #"<row r="11"><c><v>1</v></c></row>"#),
      limits: limits
    )
    expect(
      .tooManyColumns(row: 1),
      try excel(rows: #"<row><c r="F1"><v>1</v></c></row>"#),
      limits: limits
    )
    let cell = #"<table:table-cell office:value-type="float" office:value="1""#
    func table(_ row: String) -> String {
      #"<table:table><table:table-row \#(row)></table:table-row></table:table>"#
    }
    expect(
      .tooManyRows,
      try openDocument(
        sheets: table(#"table:number-rows-repeated="999999999999999">\#(cell)/"#)
      ),
      limits: limits
    )
    expect(
      .tooManyColumns(row: 1),
      try openDocument(
        sheets: table(#">\#(cell) table:number-columns-repeated="999999999999999"/"#)
      ),
      limits: limits
    )
  }

  @Test func `texts that are too long are refused`() throws {
    var limits = SpreadsheetLimits()
    limits.row = 1_000
    limits.sharedTexts = 1_000
    let long = String(repeating: "long ", count: 300)
    expect(
      .rowTooLarge(row: 1),
      try excel(rows: #"<row><c t="inlineStr"><is><t>\#(long)</t></is></c></row>"#),
      limits: limits
    )
    expect(
      .rowTooLarge(row: 1),
      try openDocument(
        sheets: """
          <table:table><table:table-row><table:table-cell><text:p>\(long)</text:p>\
          </table:table-cell></table:table-row></table:table>
          """
      ),
      limits: limits
    )
    expect(
      .sharedTextsTooLarge,
      try excel(
        rows: #"<row><c t="s"><v>0</v></c></row>"#,
        texts: "<si><t>\(long)</t></si>"
      ),
      limits: limits
    )
  }

  @Test func `a text that is used in many cells counts in each of them`() throws {
    var limits = SpreadsheetLimits()
    limits.row = 1_000
    let cell = #"<c t="s"><v>0</v></c>"#
    expect(
      .rowTooLarge(row: 1),
      try excel(
        rows: "<row>\(String(repeating: cell, count: 11))</row>",
        texts: "<si><t>\(String(repeating: "x", count: 100))</t></si>"
      ),
      limits: limits
    )
  }

  @Test func `a tag without an end is refused`() throws {
    let attribute = String(repeating: "x", count: 5 << 20)
    let error = #expect(throws: SpreadsheetError.self) {
      try readRows(excel(rows: #"<row a="\#(attribute)"/>"#))
    }
    guard case .damaged("xl/sheet.xml", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `elements that are too deep in each other are refused`() throws {
    let (start, end) = (
      String(repeating: "<a>", count: 300), String(repeating: "</a>", count: 300)
    )
    expect(.tooDeep(part: "xl/sheet.xml"), try excel(rows: "<row>\(start)\(end)</row>"))
  }

  // MARK: - Cancellation

  @Test func `reading ends when what takes the rows has had enough`() throws {
    struct Enough: Error {}
    let row = "<row><c><v>1</v></c></row>"
    let bytes = try excel(rows: String(repeating: row, count: 1_000))
    try withFile(bytes) { descriptor in
      let spreadsheet = try Spreadsheet(descriptor: descriptor)
      let sheet = try spreadsheet.sheets()[0]
      var count = 0
      #expect(throws: Enough.self) {
        try spreadsheet.read(sheet) { _ in
          count += 1
          if count == 3 { throw Enough() }
        }
      }
      #expect(count == 3)
      #expect(throws: Enough.self) {
        try spreadsheet.read(sheet, onPiece: { _ in throw Enough() }, onRow: { _ in })
      }
    }
  }
}
