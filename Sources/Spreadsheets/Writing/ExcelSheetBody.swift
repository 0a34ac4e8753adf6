/// Writes rows as Office Open XML.
struct ExcelSheetBody: SheetBody {
  private let sheetName: String

  /// The styles in `styles.xml`, by their place.
  private enum Style {
    static let header = 1
    static let text = 2
    /// Numbers with so many decimals, from one on.
    static func number(decimals: Int) -> Int { decimals == 0 ? 0 : text + min(decimals, most) }
    static let most = 10
  }

  init(_ sheetName: String) {
    self.sheetName = sheetName
  }

  let mediaType: String? = nil
  let partName = "xl/worksheets/sheet1.xml"

  private static let declaration = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let package = "http://schemas.openxmlformats.org/package/2006"
  private static let type = "application/vnd.openxmlformats-officedocument.spreadsheetml"

  func start(widths: [Int]) -> String {
    var text = """
      \(Self.declaration)
      <worksheet xmlns="\(Self.main)"><sheetViews><sheetView workbookViewId="0">\
      <pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>\
      <selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>
      """
    if !widths.isEmpty {
      text += "<cols>"
      for (index, width) in widths.enumerated() {
        text += #"<col min="\#(index + 1)" max="\#(index + 1)" width="\#(width)" customWidth="1"/>"#
      }
      text += "</cols>"
    }
    return text + "<sheetData>\n"
  }

  let end = "</sheetData></worksheet>\n"

  func row(_ cells: [SpreadsheetCell], number: Int) throws -> String {
    var text = #"<row r="\#(number)">"#
    for (index, cell) in cells.enumerated() {
      let place = "\(SpreadsheetRow.columnName(index))\(number)"
      switch cell.value {
      case .empty, .formulaWithoutResult:
        break
      case .number(let value) where SpreadsheetCell.isExact(value):
        let style = Style.number(decimals: SpreadsheetCell.decimals(of: value))
        text += #"<c r="\#(place)" s="\#(style)"><v>\#(value)</v></c>"#
      case .boolean(let value):
        text += #"<c r="\#(place)" t="b"><v>\#(value ? 1 : 0)</v></c>"#
      case .text(let value), .number(let value), .date(let value), .error(let value):
        guard value.utf16.count <= SpreadsheetWriter.excelTextLimit else {
          throw SpreadsheetError.textTooLong(row: number)
        }
        if value.isEmpty { continue }
        let content = XmlText.escape(ExcelEscapes.encode(value))
        let style = number == 1 ? Style.header : Style.text
        text += #"<c r="\#(place)" s="\#(style)" t="inlineStr"><is><t xml:space="preserve">"#
        text += content
        text += "</t></is></c>"
      }
    }
    return text + "</row>\n"
  }

  var otherParts: [(name: String, text: String)] {
    [
      (
        "[Content_Types].xml",
        """
        \(Self.declaration)
        <Types xmlns="\(Self.package)/content-types">\
        <Default Extension="rels" \
        ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
        <Default Extension="xml" ContentType="application/xml"/>\
        <Override PartName="/xl/workbook.xml" ContentType="\(Self.type).sheet.main+xml"/>\
        <Override PartName="/xl/styles.xml" ContentType="\(Self.type).styles+xml"/>\
        <Override PartName="/\(partName)" ContentType="\(Self.type).worksheet+xml"/></Types>
        """
      ),
      (
        "_rels/.rels",
        """
        \(Self.declaration)
        <Relationships xmlns="\(Self.package)/relationships">\
        <Relationship Id="rId1" Type="\(Self.office)/officeDocument" Target="xl/workbook.xml"/>\
        </Relationships>
        """
      ),
      (
        "xl/workbook.xml",
        """
        \(Self.declaration)
        <workbook xmlns="\(Self.main)" xmlns:r="\(Self.office)">\
        <bookViews><workbookView/></bookViews>\
        <sheets><sheet name="\(XmlText.escape(sheetName))" sheetId="1" r:id="rId1"/></sheets>\
        </workbook>
        """
      ),
      (
        "xl/_rels/workbook.xml.rels",
        """
        \(Self.declaration)
        <Relationships xmlns="\(Self.package)/relationships">\
        <Relationship Id="rId1" Type="\(Self.office)/worksheet" Target="worksheets/sheet1.xml"/>\
        <Relationship Id="rId2" Type="\(Self.office)/styles" Target="styles.xml"/>\
        </Relationships>
        """
      ),
      ("xl/styles.xml", styles),
    ]
  }

  private var styles: String {
    let decimals = 1...Style.most
    // The numbers of a workbook's own formats begin at 164.
    let formats = decimals.map {
      let zeros = String(repeating: "0", count: $0)
      return #"<numFmt numFmtId="\#(163 + $0)" formatCode="0.\#(zeros)"/>"#
    }
    let numbers = decimals.map {
      #"<xf numFmtId="\#(163 + $0)" fontId="0" fillId="0" borderId="0" xfId="0" "#
        + #"applyNumberFormat="1"/>"#
    }
    return """
      \(Self.declaration)
      <styleSheet xmlns="\(Self.main)"><numFmts count="\(formats.count)">\(formats.joined())\
      </numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>\
      <font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>\
      <fills count="2"><fill><patternFill patternType="none"/></fill>\
      <fill><patternFill patternType="gray125"/></fill></fills>\
      <borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
      <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
      <cellXfs count="\(numbers.count + 3)">\
      <xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
      <xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" \
      applyFont="1"/>\
      <xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
      \(numbers.joined())</cellXfs>\
      <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>\
      </styleSheet>
      """
  }
}
