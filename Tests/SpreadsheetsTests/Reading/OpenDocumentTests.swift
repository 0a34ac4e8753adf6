import Testing

@testable import Spreadsheets

@Suite struct OpenDocumentTests {
  private func table(_ rows: String) -> String {
    #"<table:table table:name="Sheet">\#(rows)</table:table>"#
  }

  private func cells(_ cells: String) throws -> [String] {
    try readRows(openDocument(sheets: table("<table:table-row>\(cells)</table:table-row>")))
      .first?.cells.map(\.testDescription) ?? []
  }

  @Test func `repeated cells and rows are as many cells and rows`() throws {
    let read = try readRows(
      openDocument(
        sheets: table(
          """
          <table:table-row table:number-rows-repeated="3"><table:table-cell \
          table:number-columns-repeated="2"/><table:table-cell table:number-columns-repeated="2" \
          office:value-type="float" office:value="7"/></table:table-row>
          """
        )
      )
    )
    #expect(read.map(\.number) == [1, 2, 3])
    #expect(read.allSatisfy { $0.cells.map(\.testDescription) == ["", "", "7", "7"] })
  }

  @Test func `a million empty rows and cells take no time`() throws {
    let empty = #"<table:table-cell table:number-columns-repeated="16384"/>"#
    let read = try readRows(
      openDocument(
        sheets: table(
          """
          <table:table-row><table:table-cell office:value-type="float" office:value="1"/>\(empty)\
          </table:table-row>\
          <table:table-row table:number-rows-repeated="1048575">\(empty)</table:table-row>
          """
        )
      )
    )
    #expect(read.map { $0.cells.count } == [1])
  }

  @Test func `each type of value is read`() throws {
    let read = try cells(
      """
      <table:table-cell office:value-type="float" office:value="12.50"/>\
      <table:table-cell office:value-type="percentage" office:value="0.19"/>\
      <table:table-cell office:value-type="currency" office:currency="EUR" office:value="3"/>\
      <table:table-cell office:value-type="date" office:date-value="2026-03-01"/>\
      <table:table-cell office:value-type="date" office:date-value="2026-03-01T00:00:00"/>\
      <table:table-cell office:value-type="date" office:date-value="2026-03-01T09:30:00"/>\
      <table:table-cell office:value-type="time" office:time-value="PT09H30M00S"/>\
      <table:table-cell office:value-type="time" office:time-value="-P1DT1H0M0.5S"/>\
      <table:table-cell office:value-type="boolean" office:boolean-value="true"/>\
      <table:table-cell office:value-type="string" office:string-value="x"/>\
      <table:table-cell office:value-type="float" office:value="42"><text:p>0042</text:p>\
      </table:table-cell>\
      <table:table-cell table:formula="of:=1+1"/>
      """
    )
    #expect(
      read == [
        "12.5", "0.19", "3 EUR", "date 2026-03-01", "date 2026-03-01", "date 2026-03-01T09:30:00",
        "date 09:30:00", "date -25:00:00.500", "TRUE", "\"x\"", "0042", "formula",
      ]
    )
  }

  @Test func `a text has its paragraphs, spaces, tabs and line breaks`() throws {
    let read = try cells(
      """
      <table:table-cell office:value-type="string"><text:p>  one
         <text:span>two</text:span><text:s text:c="3"/>three </text:p>\
      <text:p>a<text:tab/>b<text:line-break/>c<text:s/></text:p><text:p/></table:table-cell>
      """
    )
    #expect(read == [#""one two   three\na\tb\nc \n""#])
  }

  @Test func `comments, shapes and what covered cells have are left out`() throws {
    let read = try cells(
      """
      <table:table-cell office:value-type="string" table:number-columns-spanned="2">\
      <office:annotation><text:p>a comment</text:p></office:annotation>\
      <text:p>text<drawing:frame><text:p>in a shape</text:p></drawing:frame></text:p>\
      </table:table-cell>\
      <table:covered-table-cell office:value-type="string"><text:p>covered</text:p>\
      </table:covered-table-cell>\
      <table:table-cell office:value-type="float" office:value="1"/>
      """
    )
    #expect(read == ["\"text\"", "", "1"])
  }

  @Test func `a covered cell beyond all columns that can be read is left out`() throws {
    let bytes = try openDocument(
      sheets: table(
        """
        <table:table-row><table:table-cell table:number-rows-spanned="2" \
        office:value-type="string"><text:p>A</text:p></table:table-cell></table:table-row>\
        <table:table-row><table:covered-table-cell/>\
        <table:table-cell office:value-type="float" office:value="1"/>\
        <table:table-cell table:number-columns-repeated="1001"/><table:covered-table-cell/>\
        </table:table-row>
        """
      )
    )
    try withFile(bytes) { descriptor in
      let spreadsheet = try Spreadsheet(descriptor: descriptor)
      let sheet = try spreadsheet.sheets()[0]
      let merged = try spreadsheet.mergedCells(of: sheet)
      var rows: [[String]] = []
      try spreadsheet.read(sheet, filling: merged) {
        rows.append($0.cells.map(\.testDescription))
      }
      #expect(rows == [["\"A\""], ["\"A\"", "1"]])
    }
  }

  @Test func `deleted cells and tables inside cells are no sheets`() throws {
    let bytes = try openDocument(
      sheets: """
        <table:tracked-changes><table:deletion><table:table-cell office:value-type="float" \
        office:value="1"/><table:table table:name="deleted"/></table:deletion>\
        </table:tracked-changes>\
        \(table(
          """
          <table:table-header-rows><table:table-row><table:table-cell><text:p>head</text:p>\
          <table:table table:name="inner"><table:table-row/></table:table></table:table-cell>\
          </table:table-row></table:table-header-rows>\
          <table:table-row-group><table:table-row table:visibility="collapse"><table:table-cell>\
          <text:p>row</text:p></table:table-cell></table:table-row></table:table-row-group>
          """
        ))
        """
    )
    #expect(
      try dump(bytes) == """
        Sheet
          1: "head"
          2 hidden: "row"
          hidden columns [], rows 1 from 2, merged 0 from none

        """
    )
  }

  @Test func `a sheet whose style is not displayed is hidden`() throws {
    let bytes = try openDocument(
      sheets: """
        <table:table table:name="A" table:style-name="ta1"/>\
        <table:table table:name="B" table:style-name="ta2"><table:table-row><table:table-cell \
        office:value-type="float" office:value="1"/></table:table-row></table:table>
        """,
      styles: """
        <style:style style:name="ta1" style:family="table"><style:table-properties \
        table:display="false"/></style:style>\
        <style:style style:name="ta2" style:family="table"><style:table-properties \
        table:display="true"/></style:style>
        """
    )
    #expect(try dump(bytes) == "A, hidden, empty\nB\n  1: 1\n")
  }
}
