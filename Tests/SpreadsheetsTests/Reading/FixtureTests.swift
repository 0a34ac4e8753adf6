import Foundation
import Spreadsheets
import Testing

/// Files that LibreOffice, openpyxl and XlsxWriter have written: `Tests/Fixtures/Spreadsheets`.
@Suite struct FixtureTests {
  @Test func `there are files`() {
    #expect(Fixtures.names.count >= 10)
  }

  @Test(arguments: Fixtures.names)
  func `each cell of a file of another program is read`(name: String) throws {
    let expected = try Fixtures.bytes(name + ".expected.txt")
    let lines = try dump(Fixtures.bytes(name)).split(separator: "\n")
    #expect(lines == String(decoding: expected, as: UTF8.self).split(separator: "\n"))
  }
}
