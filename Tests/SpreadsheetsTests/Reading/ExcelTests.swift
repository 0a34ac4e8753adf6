import Testing

@testable import Spreadsheets

@Suite struct ExcelTests {
  private func cells(_ row: String, texts: String = "", styles: String = "") throws
    -> [SpreadsheetCell]
  {
    try readRows(excel(rows: row, texts: texts, styles: styles)).first?.cells ?? []
  }

  @Test func `cells and rows without a place follow each other`() throws {
    let read = try readRows(
      excel(rows: "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>")
    )
    #expect(read.map(\.number) == [1, 2])
    #expect(read.map { $0.cells.map(\.testDescription) } == [["1", "2"], ["3"]])
  }

  @Test func `a cell is where it says, and those before it are empty`() throws {
    let read = try readRows(
      excel(rows: #"<row r="7"><c r="C7"><v>1</v></c><c r="AA7"><v>2</v></c></row>"#)
    )
    #expect(read.first?.number == 7)
    #expect(read.first?.cells.count == 27)
    #expect(read.first?.cells[2] == SpreadsheetCell(.number("1")))
    #expect(read.first?.cells[26] == SpreadsheetCell(.number("2")))
  }

  @Test func `a shared text is put together from its parts, without how it is pronounced`() throws {
    let texts = """
      <si><t>one</t></si>\
      <si><r><t xml:space="preserve">two </t></r><r><rPr><b/></rPr><t>parts</t></r>\
      <rPh sb="0" eb="1"><t>tsu</t></rPh><phoneticPr fontId="1"/></si>
      """
    let read = try cells(
      #"<row><c t="s"><v>1</v></c><c t="s"><v>0</v></c></row>"#,
      texts: texts
    )
    #expect(read == [SpreadsheetCell(.text("two parts")), SpreadsheetCell(.text("one"))])
  }

  @Test func `an inline text can have parts, too`() throws {
    let read = try cells(
      #"<row><c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c></row>"#
    )
    #expect(read == [SpreadsheetCell(.text("ab"))])
  }

  @Test func `characters that XML cannot have are read`() throws {
    let read = try cells(
      """
      <row><c t="inlineStr"><is><t>a_x0007_b_x005F_x0041__xD83D__xDE00_</t></is></c>\
      <c t="str"><v>line_x000D_</v></c><c t="inlineStr"><is><t>_x00G1__xD83D_!</t></is></c></row>
      """
    )
    #expect(
      read == [
        SpreadsheetCell(.text("a\u{7}b_x0041_😀")), SpreadsheetCell(.text("line\r")),
        SpreadsheetCell(.text("_x00G1_\u{FFFD}!")),
      ]
    )
  }

  @Test func `a text for an index that is not there is damage`() throws {
    #expect(throws: SpreadsheetError.damaged(part: "xl/sheet.xml", line: nil)) {
      try cells(#"<row><c t="s"><v>5</v></c></row>"#, texts: "<si><t>one</t></si>")
    }
  }

  @Test func `a formula without a result is told, and one with a result is the result`() throws {
    let read = try cells(
      """
      <row><c><f>1+1</f></c><c><f>1+1</f><v>2</v></c><c t="str"><f>"a"</f><v>a</v></c>\
      <c t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="str"><f>""</f><v></v></c><c><v>1</v></c></row>
      """
    )
    #expect(
      read.map(\.testDescription) == ["formula", "2", "\"a\"", "error #DIV/0!", "", "1"]
    )
  }

  @Test(arguments: [
    ("0.00", "46082.00"), ("0.000", "46082.000"), ("dd/mm/yyyy", "date 2026-03-01"),
    ("[$-407]d. mmmm yyyy", "date 2026-03-01"),
    ("m/d/yy h:mm AM/PM", "date 2026-03-01"), ("[h]:mm", "date 1105968:00:00"),
    ("General", "1"), ("0.00E+00", "1"), ("[Red]0", "1"), ("0 \"days\"", "1 days"),
    ("\\d0", "1 d"), ("0.00 \"Kč\"", "1 Kč"), ("[$kr-41D]0", "1 SEK"), ("[$¥-411]0", "1 JPY"),
    ("[$kr.-406]#,##0.00", "1 DKK"), ("\"ca. \"0 \"EUR\"", "1 EUR"), ("mmm", "date 2026-03-01"),
    ("#,##0.00 [$€-407]", "1 €"), ("[$$-409]#,##0", "1 USD"),
    ("[$$-C09]#,##0", "1 AUD"), ("0.00 \"CHF\"", "1 CHF"), ("\"£\"#,##0", "1 £"), ("£0", "1 £"),
    ("$#,##0.00", "1 $"), ("000000", "046082"), ("@", "1"), ("_-* #,##0\\ [$zł-415]_-", "1 zł"),
  ])
  func `a format says what a number means`(code: String, expected: String) throws {
    let code = code.replacing("\"", with: "&quot;")
    let read = try cells(
      #"<row><c s="1"><v>46082</v></c></row>"#,
      styles: """
        <numFmts><numFmt numFmtId="164" formatCode="\(code)"/></numFmts>\
        <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>\
        <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>
        """
    )
    let isNumber = expected.hasPrefix("1 ") || expected == "1"
    let shown = isNumber ? "46082" + expected.dropFirst() : expected
    #expect(read.map(\.testDescription) == [shown])
  }

  @Test(arguments: [
    (14, "date 2026-03-01"), (22, "date 2026-03-01"), (46, "date 1105968:00:00"), (7, "46082"),
    (2, "46082.00"), (49, "46082"), (57, "date 2026-03-01"),
  ])
  func `a format that every program knows says what a number means`(
    id: Int,
    expected: String
  ) throws {
    let read = try cells(
      #"<row><c s="0"><v>46082</v></c></row>"#,
      styles: #"<cellXfs><xf numFmtId="\#(id)"/></cellXfs>"#
    )
    #expect(read.map(\.testDescription) == [expected])
  }

  @Test(arguments: [
    (1.0, "1900-01-01"), (59, "1900-02-28"), (61, "1900-03-01"), (25569, "1970-01-01"),
    (43890, "2020-02-29"), (2_958_465, "9999-12-31"), (0.5, "12:00:00"),
    (46082.395833333336, "2026-03-01T09:30:00"), (46082.999999999, "2026-03-02"),
    (46082.00001, "2026-03-01T00:00:00.864"),
  ])
  func `days are counted from 1900`(serial: Double, expected: String) {
    #expect(ExcelDates.from1900.text(serial) == expected)
  }

  @Test func `a day that is none is no date`() {
    for serial in [-1, 60, 60.5, 2_958_466, .nan, .infinity] {
      #expect(ExcelDates.from1900.text(serial) == nil)
    }
  }

  @Test(arguments: [(0.0, "1904-01-01"), (1, "1904-01-02"), (44_620, "2026-03-01")])
  func `days can be counted from 1904`(serial: Double, expected: String) {
    #expect(ExcelDates.from1904.text(serial) == expected)
  }

  @Test func `hidden rows and columns and merged cells are told`() throws {
    let bytes = try excel(
      rows: """
        <row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>\
        <row r="3" hidden="1"><c r="A3"><v>3</v></c></row><row r="4" hidden="1"/>
        """,
      more: #"<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="C1:D1"/></mergeCells>"#,
      before: #"<cols><col min="2" max="16384" hidden="1"/></cols>"#
    )
    try withFile(bytes) { descriptor in
      let spreadsheet = try Spreadsheet(descriptor: descriptor)
      var hidden: [Int] = []
      let findings = try spreadsheet.read(spreadsheet.sheets()[0]) {
        if $0.isHidden { hidden.append($0.number) }
      }
      #expect(hidden == [3])
      #expect(findings.hiddenRows == 1)
      #expect(findings.firstHiddenRow == 3)
      #expect(findings.hiddenColumns == [1])
      #expect(findings.mergedRanges == 2)
      #expect(findings.firstMergedRange == "A1:A2")
    }
  }

  @Test func `a cell that is merged twice is filled once`() throws {
    let bytes = try excel(
      rows: (1...3_000).map { "<row r='\($0)'><c r='A\($0)'/></row>" }.joined(),
      more: "<mergeCells>"
        + String(repeating: #"<mergeCell ref="A1:A3000"/>"#, count: 50_000) + "</mergeCells>"
    )
    try withFile(bytes) { descriptor in
      let spreadsheet = try Spreadsheet(descriptor: descriptor)
      let sheet = try spreadsheet.sheets()[0]
      let start = ContinuousClock.now
      try spreadsheet.read(sheet, filling: spreadsheet.mergedCells(of: sheet)) { _ in }
      // To fill each row 50,000 times takes minutes.
      #expect(.now - start < .seconds(20))
    }
  }

  @Test func `cells that are merged over rows have the value of the first one`() throws {
    let bytes = try excel(
      rows: """
        <row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>\
        <row r="2"><c r="A2"/><c r="B2"><v>3</v></c></row>\
        <row r="3"><c r="B3"><v>4</v></c></row><row r="4"><c r="A4"/></row>\
        <row r="5"><c r="B5"><v>5</v></c></row>
        """,
      more: """
        <mergeCells count="2"><mergeCell ref="A1:A4"/><mergeCell ref='C1:D1'/>\
        <mergeCell ref="B5:B9"></mergeCell></mergeCells>
        """
    )
    try withFile(bytes) { descriptor in
      let spreadsheet = try Spreadsheet(descriptor: descriptor)
      let sheet = try spreadsheet.sheets()[0]
      let merged = try spreadsheet.mergedCells(of: sheet)
      #expect(
        merged.ranges == [
          MergedCells.Range(column: 0, rows: 1...4), MergedCells.Range(column: 1, rows: 5...9),
        ]
      )
      var rows: [SpreadsheetRow] = []
      try spreadsheet.read(sheet, filling: merged) { rows.append($0) }
      #expect(
        rows.map { $0.cells.map(\.testDescription) } == [
          ["1", "2"], ["1", "3"], ["1", "4"], ["", "5"],
        ]
      )
      #expect(rows.map { $0.cells[0].isCovered } == [false, true, true, false])
    }
  }

  @Test(arguments: [1, 3, 7, 64, 1_000])
  func `merged cells are found however the file comes in pieces`(size: Int) {
    let text =
      "<c><t>mergeCell ref=\"A1:A9\"</t></c><mergeCells><mergeCell ref=\"AB2:AB4\"/></mergeCells>"
    var finder = MergedCellsFinder()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      Array(rest.prefix(size)).withUnsafeBufferPointer { finder.take($0) }
      rest = rest.dropFirst(size)
    }
    #expect(finder.found.ranges == [MergedCells.Range(column: 27, rows: 2...4)])
  }

  @Test func `a workbook of the strict kind, with prefixes, is read`() throws {
    let main = "http://purl.oclc.org/ooxml/spreadsheetml/main"
    let office = "http://purl.oclc.org/ooxml/officeDocument/relationships"
    let bytes = try archive([
      "_rels/.rels": """
      <x:Relationships xmlns:x="http://schemas.openxmlformats.org/package/2006/relationships">\
      <x:Relationship Id="a" Type="\(office)/officeDocument" Target="/XL/Book.xml"/>\
      </x:Relationships>
      """,
      "xl/book.xml": """
      <x:workbook xmlns:x="\(main)" xmlns:rel="\(office)"><x:sheets>\
      <x:sheet name="S" rel:id="a"/></x:sheets></x:workbook>
      """,
      "xl/_rels/book.xml.rels": """
      <Relationships><Relationship Id="a" Type="\(office)/worksheet" Target="s.xml"/>\
      </Relationships>
      """,
      "xl/s.xml": """
      <x:worksheet xmlns:x="\(main)"><x:sheetData><x:row><x:c t="d"><x:v>2026-03-01</x:v></x:c>\
      </x:row></x:sheetData></x:worksheet>
      """,
    ])
    #expect(try readRows(bytes).first?.cells == [SpreadsheetCell(.date("2026-03-01"))])
  }
}
