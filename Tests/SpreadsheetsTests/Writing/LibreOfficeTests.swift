import Foundation
import Testing

@testable import Spreadsheets

/// What LibreOffice reads from files that were written: `make test-office`, which installs it.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["SPREADSHEETS_TEST_OFFICE"] == "1"),
  .serialized
)
struct LibreOfficeTests {
  @Test(arguments: SpreadsheetFormat.allCases)
  func `LibreOffice reads each cell as it was written`(format: SpreadsheetFormat) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    let writer = try SpreadsheetWriter(
      format,
      sheetName: "Items & more",
      header: ["name", "quantity", "price"]
    )
    let rows: [[SpreadsheetCell.Value]] = [
      [.text("=1+1"), .number("12"), .number("12.30")],
      [.text("two\nlines"), .number("-2.5"), .empty],
      // Without a tab: LibreOffice 7.4 does not read those of OpenDocument, its own neither.
      [.text("  spaces  between "), .text("0042"), .number("0.0023")],
      [.text("<&>\"' Größe 日本 😀"), .boolean(true), .number("1234567.89")],
      [.text("+1"), .text("-1"), .text("@a")],
      [.text("2026-03-01"), .text("1,5"), .text("'x")],
    ]
    for row in rows { try writer.write(row.map { SpreadsheetCell($0) }) }
    var bytes: [UInt8] = []
    try writer.finish { bytes += $0 }
    let file = folder.appending(path: "written.\(format.rawValue)")
    try Data(bytes).write(to: file)

    let office = Process()
    office.executableURL = URL(filePath: "/usr/bin/env")
    office.arguments = [
      "soffice", "-env:UserInstallation=file://\(folder.path(percentEncoded: false))/profile",
      "--headless", "--convert-to",
      // Commas, quotation marks, UTF-8, cells as they are shown, formulas as formulas.
      "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,true",
      "--outdir", folder.path(percentEncoded: false), file.path(percentEncoded: false),
    ]
    office.standardOutput = FileHandle.nullDevice
    office.standardError = FileHandle.nullDevice
    try office.run()
    office.waitUntilExit()
    #expect(office.terminationStatus == 0)
    let read = try String(contentsOf: folder.appending(path: "written.csv"), encoding: .utf8)
    #expect(
      read == """
        name,quantity,price
        =1+1,12,12.30
        "two
        lines",-2.5,
          spaces  between ,0042,0.0023
        "<&>""' Größe 日本 😀",TRUE,1234567.89
        +1,-1,@a
        2026-03-01,"1,5",'x

        """
    )
  }
}
