import Foundation

@testable import Spreadsheets

/// The files that other programs have written.
enum Fixtures {
  static let folder = URL(filePath: #filePath)
    .appending(path: "../../../Fixtures/Spreadsheets").standardized

  /// The names of the files with another file beside them, which says what is in them.
  static let names: [String] = {
    let ending = ".expected.txt"
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false)
    )
    return (names ?? []).filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
      .sorted()
  }()

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }
}

/// Opens a file of bytes for as long as something is done with it.
func withFile<Value>(
  _ bytes: [UInt8],
  _ body: (Int32) throws -> Value
) throws -> Value {
  let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try Data(bytes).write(to: path)
  defer { try? FileManager.default.removeItem(at: path) }
  let file = try FileHandle(forReadingFrom: path)
  defer { try? file.close() }
  return try body(file.fileDescriptor)
}

/// Reads all rows of a sheet.
func readRows(
  _ bytes: [UInt8],
  sheet: String? = nil,
  limits: SpreadsheetLimits = SpreadsheetLimits()
) throws -> [SpreadsheetRow] {
  try withFile(bytes) { descriptor in
    let spreadsheet = try Spreadsheet(descriptor: descriptor, limits: limits)
    var rows: [SpreadsheetRow] = []
    let sheet = try Spreadsheet.sheet(sheet, of: spreadsheet.sheets())
    try spreadsheet.read(sheet) { rows.append($0) }
    return rows
  }
}

/// All sheets of a spreadsheet as a text with a line for each row.
func dump(_ bytes: [UInt8]) throws -> String {
  try withFile(bytes) { descriptor in
    let spreadsheet = try Spreadsheet(descriptor: descriptor)
    var text = ""
    for sheet in try spreadsheet.sheets() {
      text += "\(sheet.name)\(sheet.isHidden ? ", hidden" : "")"
      text += "\(sheet.hasContent ? "" : ", empty")\n"
      let findings = try spreadsheet.read(sheet) { row in
        let cells = row.cells.map(\.testDescription).joined(separator: " | ")
        text += "  \(row.number)\(row.isHidden ? " hidden" : ""): \(cells)\n"
      }
      if findings != SpreadsheetFindings() {
        text += "  hidden columns \(findings.hiddenColumns), rows \(findings.hiddenRows)"
        text += " from \(findings.firstHiddenRow ?? 0)"
        text += ", merged \(findings.mergedRanges) from \(findings.firstMergedRange ?? "none")\n"
      }
    }
    return text
  }
}

extension SpreadsheetCell {
  /// The cell as the files with expectations have it.
  var testDescription: String {
    switch value {
    case .empty: ""
    case .text(let text):
      "\""
        + text.replacing("\n", with: "\\n").replacing("\t", with: "\\t")
        .replacing("\u{7}", with: "\\u{7}") + "\""
    case .number(let number): currency.map { "\(number) \($0)" } ?? number
    case .boolean(let value): value ? "TRUE" : "FALSE"
    case .date(let date): "date \(date)"
    case .error(let error): "error \(error)"
    case .formulaWithoutResult: "formula"
    }
  }
}

/// An archive with some parts.
func archive(_ parts: KeyValuePairs<String, String>) throws -> [UInt8] {
  let folder = try TemporaryFolder()
  let writer = try ZipWriter(folder.file("archive"))
  for (name, text) in parts { try writer.add(name, Array(text.utf8)) }
  var bytes: [UInt8] = []
  try writer.finish(checkCancellation: {}) { bytes += $0 }
  return bytes
}

/// A workbook of Excel with one sheet.
///
/// - Parameters:
///   - rows: What is between `<sheetData>` and its end.
///   - more: What comes behind it.
///   - texts: The texts that cells share.
func excel(
  rows: String,
  more: String = "",
  before: String = "",
  workbook: String = "",
  texts: String = "",
  styles: String = ""
) throws -> [UInt8] {
  let main = #"xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main""#
  let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  return try archive([
    "_rels/.rels": """
    <Relationships><Relationship Id="a" Type="\(office)/officeDocument" Target="xl/workbook.xml"/>\
    </Relationships>
    """,
    "xl/workbook.xml": """
    <workbook \(main) xmlns:r="\(office)">\(workbook)<sheets>\
    <sheet name="Sheet" sheetId="1" r:id="a"/></sheets></workbook>
    """,
    "xl/_rels/workbook.xml.rels": """
    <Relationships><Relationship Id="a" Type="\(office)/worksheet" Target="sheet.xml"/>\
    <Relationship Id="b" Type="\(office)/sharedStrings" Target="/xl/texts.xml"/>\
    <Relationship Id="c" Type="\(office)/styles" Target="../xl/styles.xml"/></Relationships>
    """,
    "xl/texts.xml": "<sst \(main)>\(texts)</sst>",
    "xl/styles.xml": "<styleSheet \(main)>\(styles)</styleSheet>",
    "xl/sheet.xml": "<worksheet \(main)>\(before)<sheetData>\(rows)</sheetData>\(more)</worksheet>",
  ])
}

/// A spreadsheet of OpenDocument.
///
/// - Parameter sheets: What is between `<office:spreadsheet>` and its end.
func openDocument(sheets: String, styles: String = "", manifest: String = "") throws -> [UInt8] {
  func namespaces(_ names: String...) -> String {
    names.map { #"xmlns:\#($0)="urn:oasis:names:tc:opendocument:xmlns:\#($0):1.0""# }
      .joined(separator: " ")
  }
  return try archive([
    "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
    "META-INF/manifest.xml": """
    <manifest:manifest \(namespaces("manifest"))>\(manifest)</manifest:manifest>
    """,
    "content.xml": """
    <office:document-content \(namespaces("office", "style", "table", "text", "drawing"))>\
    <office:automatic-styles>\(styles)</office:automatic-styles><office:body>\
    <office:spreadsheet>\(sheets)</office:spreadsheet></office:body></office:document-content>
    """,
  ])
}
