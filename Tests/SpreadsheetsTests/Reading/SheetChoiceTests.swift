import Testing

@testable import Spreadsheets

@Suite struct SheetChoiceTests {
  private let sheets = [("Empty", false, false), ("Secret", true, true), ("Items", false, true)]
    .enumerated().map { index, sheet in
      Spreadsheet.Sheet(
        name: sheet.0,
        isHidden: sheet.1,
        hasContent: sheet.2,
        index: index,
        size: 0
      )
    }

  @Test func `without a choice the first sheet with content that people see is read`() throws {
    #expect(try Spreadsheet.sheet(nil, of: sheets).name == "Items")
    #expect(try Spreadsheet.sheet(nil, of: Array(sheets[..<2])).name == "Secret")
    #expect(try Spreadsheet.sheet(nil, of: Array(sheets[..<1])).name == "Empty")
  }

  @Test func `a sheet is chosen by its name or else by its number`() throws {
    #expect(try Spreadsheet.sheet("Secret", of: sheets).name == "Secret")
    #expect(try Spreadsheet.sheet("items", of: sheets).name == "Items")
    #expect(try Spreadsheet.sheet("1", of: sheets).name == "Empty")
  }

  @Test func `a sheet that is not there is an error`() {
    for name in ["4", "0", "-1", "Nothing"] {
      #expect(throws: SpreadsheetError.noSuchSheet(name)) {
        try Spreadsheet.sheet(name, of: sheets)
      }
    }
    #expect(throws: SpreadsheetError.noSuchSheet("1")) { try Spreadsheet.sheet(nil, of: []) }
  }
}
