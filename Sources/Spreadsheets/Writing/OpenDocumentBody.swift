/// Writes rows as OpenDocument.
struct OpenDocumentBody: SheetBody {
  private let sheetName: String

  init(_ sheetName: String) {
    self.sheetName = sheetName
  }

  let mediaType: String? = "application/vnd.oasis.opendocument.spreadsheet"
  let partName = "content.xml"

  /// The most decimals that a style has.
  private static let mostDecimals = 10
  private static let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"#

  private static func namespaces(_ names: String...) -> String {
    names.map { name in
      let address = ["number": "datastyle", "fo": "xsl-fo-compatible"][name] ?? name
      return #"xmlns:\#(name)="urn:oasis:names:tc:opendocument:xmlns:\#(address):1.0""#
    }
    .joined(separator: " ")
  }

  func start(widths: [Int]) -> String {
    var text = """
      \(Self.declaration)
      <office:document-content \
      \(Self.namespaces("office", "style", "table", "text", "number", "fo")) office:version="1.2">\
      <office:automatic-styles>
      """
    for (index, width) in widths.enumerated() {
      text += """
        <style:style style:name="co\(index)" style:family="table-column">\
        <style:table-column-properties style:column-width="\(width * 2 + 4)mm"/></style:style>
        """
    }
    for decimals in 1...Self.mostDecimals {
      text += """
        <number:number-style style:name="N\(decimals)"><number:number \
        number:decimal-places="\(decimals)" number:min-decimal-places="\(decimals)" \
        number:min-integer-digits="1"/></number:number-style>\
        <style:style style:name="n\(decimals)" style:family="table-cell" \
        style:data-style-name="N\(decimals)"/>
        """
    }
    text += """
      <number:text-style style:name="T"><number:text-content/></number:text-style>\
      <style:style style:name="t" style:family="table-cell" style:data-style-name="T"/>\
      <style:style style:name="h" style:family="table-cell" style:data-style-name="T">\
      <style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles>\
      <office:body><office:spreadsheet><table:table table:name="\(XmlText.escape(sheetName))">
      """
    for index in widths.indices { text += #"<table:table-column table:style-name="co\#(index)"/>"# }
    return text + "\n"
  }

  let end = "</table:table></office:spreadsheet></office:body></office:document-content>\n"

  func row(_ cells: [SpreadsheetCell], number: Int) -> String {
    var text = "<table:table-row>"
    for cell in cells {
      switch cell.value {
      case .empty, .formulaWithoutResult:
        text += "<table:table-cell/>"
      case .number(let value) where SpreadsheetCell.isExact(value):
        let decimals = min(SpreadsheetCell.decimals(of: value), Self.mostDecimals)
        let style = decimals == 0 ? "" : #" table:style-name="n\#(decimals)""#
        text += #"<table:table-cell\#(style) office:value-type="float" office:value="\#(value)">"#
        text += "<text:p>\(value)</text:p></table:table-cell>"
      case .boolean(let value):
        text += """
          <table:table-cell office:value-type="boolean" office:boolean-value="\(value)">\
          <text:p>\(value ? "TRUE" : "FALSE")</text:p></table:table-cell>
          """
      case .text(let value), .number(let value), .date(let value), .error(let value):
        if value.isEmpty {
          text += "<table:table-cell/>"
        } else {
          text += #"<table:table-cell table:style-name="\#(number == 1 ? "h" : "t")" "#
          text += #"office:value-type="string""#
          if value.utf8.contains(UInt8(ascii: "\r")) {
            text += #" office:string-value="\#(Self.attribute(value))""#
          }
          text += ">"
          text += Self.paragraphs(value)
          text += "</table:table-cell>"
        }
      }
    }
    return text + "</table:table-row>\n"
  }

  /// A text in which all line ends are line feeds.
  static func withPlainLineEnds(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }

  /// A text in an attribute, in which XML would make spaces of line ends and tabs.
  private static func attribute(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\r", "\n", "\t": escaped += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        escaped += "\u{FFFD}"
      default: escaped += XmlText.escape(String(scalar))
      }
    }
    return escaped
  }

  /// A text with an element for each line, and elements for the spaces that XML would leave out.
  static func paragraphs(_ text: String) -> String {
    let bytes = text.utf8
    let isPlain = bytes.allSatisfy {
      $0 > 0x20 || $0 == 0x20 && !text.hasPrefix(" ") && !text.hasSuffix(" ")
    }
    if isPlain, !text.contains("  ") { return "<text:p>\(XmlText.escape(text))</text:p>" }
    // Line ends of all kinds begin another paragraph.
    let text = withPlainLineEnds(text)
    var paragraphs = "<text:p>"
    var spaces = 0
    var isAtStart = true
    func flushed(isAtEnd: Bool) -> String {
      // A single space between words is one; all others are elements.
      let isSingle = spaces == 1 && !isAtStart && !isAtEnd
      return spaces == 0 ? "" : isSingle ? " " : #"<text:s text:c="\#(spaces)"/>"#
    }
    for scalar in text.unicodeScalars {
      if scalar == " " {
        spaces += 1
        continue
      }
      paragraphs += flushed(isAtEnd: scalar == "\n")
      spaces = 0
      isAtStart = false
      switch scalar {
      case "\n":
        paragraphs += "</text:p><text:p>"
        isAtStart = true
      case "\t": paragraphs += "<text:tab/>"
      // XML has no other control characters.
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        paragraphs += "\u{FFFD}"
      default: paragraphs += XmlText.escape(String(scalar))
      }
    }
    return paragraphs + flushed(isAtEnd: true) + "</text:p>"
  }

  var otherParts: [(name: String, text: String)] {
    let type = "application/vnd.oasis.opendocument.spreadsheet"
    return [
      (
        "META-INF/manifest.xml",
        """
        \(Self.declaration)
        <manifest:manifest \(Self.namespaces("manifest")) manifest:version="1.2">\
        <manifest:file-entry manifest:full-path="/" manifest:version="1.2" \
        manifest:media-type="\(type)"/>\
        <manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>\
        <manifest:file-entry manifest:full-path="settings.xml" manifest:media-type="text/xml"/>\
        </manifest:manifest>
        """
      ),
      ("settings.xml", settings),
    ]
  }

  /// Says that the first row stays where it is when others are scrolled.
  private var settings: String {
    func item(_ name: String, _ type: String, _ value: String) -> String {
      #"<config:config-item config:name="\#(name)" config:type="\#(type)">\#(value)"#
        + "</config:config-item>"
    }
    let name = XmlText.escape(sheetName)
    return """
      \(Self.declaration)
      <office:document-settings \(Self.namespaces("office", "config")) office:version="1.2">\
      <office:settings><config:config-item-set config:name="ooo:view-settings">\
      <config:config-item-map-indexed config:name="Views"><config:config-item-map-entry>\
      \(item("ViewId", "string", "view1"))<config:config-item-map-named config:name="Tables">\
      <config:config-item-map-entry config:name="\(name)">\
      \(item("VerticalSplitMode", "short", "2"))\(item("VerticalSplitPosition", "int", "1"))\
      \(item("ActiveSplitRange", "short", "2"))\(item("PositionBottom", "int", "1"))\
      </config:config-item-map-entry></config:config-item-map-named>\
      \(item("ActiveTable", "string", name))</config:config-item-map-entry>\
      </config:config-item-map-indexed></config:config-item-set></office:settings>\
      </office:document-settings>
      """
  }
}
