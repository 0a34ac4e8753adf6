import Foundation
import Testing

@testable import Spreadsheets

@Suite struct WritingTests {
  private func write(
    _ format: SpreadsheetFormat,
    _ rows: [[SpreadsheetCell]],
    header: [String] = ["a", "b", "c"],
    name: String = "Items"
  ) throws -> [UInt8] {
    let writer = try SpreadsheetWriter(format, sheetName: name, header: header)
    for row in rows { try writer.write(row) }
    var bytes: [UInt8] = []
    try writer.finish { bytes += $0 }
    return bytes
  }

  private func part(_ name: String, of bytes: [UInt8]) throws -> String {
    try withFile(bytes) { descriptor in
      let archive = try ZipArchive(descriptor, limits: SpreadsheetLimits())
      var content: [UInt8] = []
      try archive.read(archive.neededPart(name), limit: 1 << 20) { content += $0 }
      return String(decoding: content, as: UTF8.self)
    }
  }

  @Test(arguments: SpreadsheetFormat.allCases)
  func `what was written is read again`(format: SpreadsheetFormat) throws {
    let rows: [[SpreadsheetCell.Value]] = [
      [.text("=1+1"), .number("12"), .number("12.3")],
      [.text("  two\n\nlines\t "), .empty, .number("-0.00023")],
      [.text("<&>\"'😀"), .boolean(true), .text("0042")],
      [.text(" "), .number("123456789012345"), .number("0.1234567890123")],
      [.text("a  b"), .empty, .text("_x0041_ é")],
    ]
    let read = try readRows(try write(format, rows.map { $0.map { SpreadsheetCell($0) } }))
    #expect(read.map(\.number) == Array(1...6))
    #expect(read.map { $0.cells.map(\.value) } == [["a", "b", "c"].map { .text($0) }] + rows)
  }

  @Test(arguments: SpreadsheetFormat.allCases)
  func `a number that spreadsheets would round is a text`(format: SpreadsheetFormat) throws {
    let number = "1234567890123456"
    let read = try readRows(write(format, [[SpreadsheetCell(.number(number))]]))
    #expect(read.last?.cells == [SpreadsheetCell(.text(number))])
  }

  @Test func `characters that XML cannot have are kept by Excel's format`() throws {
    let text = "bell \u{7} escape \u{1B} return \r\n"
    let cell = SpreadsheetCell(.text(text))
    #expect(try readRows(write(.xlsx, [[cell]])).last?.cells == [cell])
    let read = try readRows(write(.ods, [[cell]])).last?.cells
    #expect(read == [SpreadsheetCell(.text("bell \u{FFFD} escape \u{FFFD} return \r\n"))])
  }

  @Test(arguments: SpreadsheetFormat.allCases)
  func `many rows are written`(format: SpreadsheetFormat) throws {
    let count = 3_000
    let bytes = try write(
      format,
      (0..<count).map { [SpreadsheetCell(.number(String($0))), SpreadsheetCell(.text("x\($0)"))] }
    )
    let read = try readRows(bytes)
    #expect(read.count == count + 1)
    #expect(
      read.last
        == SpreadsheetRow(
          number: count + 1,
          cells: [SpreadsheetCell(.number("2999")), SpreadsheetCell(.text("x2999"))]
        )
    )
  }

  @Test func `the header is bold and stays, and columns are as wide as what is in them`() throws {
    let rows = [[SpreadsheetCell(.text(String(repeating: "x", count: 30)))]]
    let excel = try part("xl/worksheets/sheet1.xml", of: write(.xlsx, rows))
    #expect(excel.contains(#"<pane ySplit="1" topLeftCell="A2""#))
    #expect(excel.contains(#"<col min="1" max="1" width="32""#))
    #expect(excel.contains(#"<c r="A1" s="1""#))
    let document = try write(.ods, rows)
    #expect(
      try part("settings.xml", of: document)
        .contains(#"<config:config-item config:name="VerticalSplitPosition" config:type="int">1<"#)
    )
    #expect(try part("content.xml", of: document).contains(#"style:column-width="68mm""#))
  }

  @Test func `a spreadsheet of OpenDocument says at its beginning what it is`() throws {
    let type = "application/vnd.oasis.opendocument.spreadsheet"
    // What is before the name of the first part has 30 bytes.
    let start = try write(.ods, []).dropFirst(30)
    #expect(start.starts(with: "mimetype\(type)PK".utf8))
  }

  @Test(arguments: SpreadsheetFormat.allCases)
  func `the name of a sheet has no characters that programs refuse`(
    format: SpreadsheetFormat
  ) throws {
    let bytes = try write(format, [], name: "All: <things> [2026] / and a lot more of them here")
    #expect(try dump(bytes).hasPrefix("All <things> 2026  and a lot mo\n"))
  }

  @Test func `a text that no cell of Excel can have is an error with its row`() throws {
    let cell = SpreadsheetCell(.text(String(repeating: "x", count: 32_768)))
    #expect(throws: SpreadsheetError.textTooLong(row: 2)) { try write(.xlsx, [[cell]]) }
    #expect(try readRows(write(.ods, [[cell]])).last?.cells == [cell])
  }

  @Test(arguments: SpreadsheetFormat.allCases)
  func `writing can be cancelled, and leaves no file`(format: SpreadsheetFormat) throws {
    struct Cancelled: Error {}
    let folder = FileManager.default.temporaryDirectory
      .appending(path: UUID().uuidString, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try {
      let writer = try SpreadsheetWriter(
        format,
        sheetName: "Items",
        header: ["a"],
        temporaryFolder: folder.path(percentEncoded: false)
      )
      try writer.write([SpreadsheetCell(.text("x"))])
      #expect(throws: Cancelled.self) {
        try writer.finish(checkCancellation: { throw Cancelled() }, onPiece: { _ in })
      }
    }()
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left == [])
  }

  @Test func `a folder that nobody can write to is an error`() {
    #expect(throws: SpreadsheetError.unwritable(ENOENT)) {
      try SpreadsheetWriter(.xlsx, sheetName: "", header: [], temporaryFolder: "/nowhere")
    }
  }
}
