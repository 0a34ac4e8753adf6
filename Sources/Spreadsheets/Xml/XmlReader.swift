import CExpat
import Glibc

/// Takes what is in a part.
protocol XmlHandler: AnyObject {
  func start(_ name: XmlName, _ attributes: XmlAttributes) throws
  func end(_ name: XmlName) throws
  func text(_ bytes: UnsafeBufferPointer<UInt8>) throws
}

/// Reads XML that is fed to it in pieces of any size, in bounded memory.
///
/// Document types are refused: only with them can a few bytes become gigabytes, or files of the
/// machine part of the text.
final class XmlReader {
  /// The longest tag, in bytes: expat keeps one in memory.
  private static let tagLimit = 4 << 20

  private let parser: XML_Parser
  private let handler: any XmlHandler
  private let part: String
  private let depthLimit: Int
  private var depth = 0
  private var bytesRead = 0
  /// Why reading was stopped.
  private var failure: (any Error)?

  /// - Parameters:
  ///   - part: What errors call it.
  ///   - handler: Takes what is in it. If it throws, the part is not read any further.
  init(_ part: String, depthLimit: Int, handler: any XmlHandler) throws {
    guard let parser = XML_ParserCreateNS(nil, CChar(XmlName.separator)) else {
      throw SpreadsheetError.unreadable(ENOMEM)
    }
    self.parser = parser
    self.part = part
    self.handler = handler
    self.depthLimit = depthLimit
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { reader, name, attributes in
        guard let name else { return }
        XmlReader.of(reader)?.start(XmlName(name), XmlAttributes(attributes))
      },
      { reader, name in
        guard let name else { return }
        XmlReader.of(reader)?.end(XmlName(name))
      }
    )
    XML_SetCharacterDataHandler(parser) { reader, text, count in
      guard let text else { return }
      let bytes = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
      XmlReader.of(reader)?.text(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
    XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, _ in
      XmlReader.of(reader)?.refuseDocumentType()
    }
  }

  deinit {
    XML_ParserFree(parser)
  }

  private static func of(_ reader: UnsafeMutableRawPointer?) -> XmlReader? {
    reader.map { Unmanaged<XmlReader>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Reads the next bytes.
  ///
  /// - Throws: ``SpreadsheetError``, and what the handler throws.
  func read(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    let status = XML_Parse(parser, start, Int32(bytes.count), 0)
    try check(status)
    bytesRead += bytes.count
    // The index is that of the tag whose end has not been read.
    let index = Int(XML_GetCurrentByteIndex(parser))
    if index >= 0, bytesRead - index > Self.tagLimit { throw damage }
  }

  /// Checks that nothing is missing.
  func finish() throws {
    try check(XML_Parse(parser, nil, 0, 1))
  }

  private func check(_ status: XML_Status) throws {
    if let failure { throw failure }
    if status != XML_STATUS_OK { throw damage }
  }

  private var damage: SpreadsheetError {
    .damaged(part: part, line: Int(XML_GetCurrentLineNumber(parser)))
  }

  private func start(_ name: XmlName, _ attributes: XmlAttributes) {
    depth += 1
    stopping {
      guard depth <= depthLimit else { throw SpreadsheetError.tooDeep(part: part) }
      try handler.start(name, attributes)
    }
  }

  private func end(_ name: XmlName) {
    depth -= 1
    stopping { try handler.end(name) }
  }

  private func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    stopping { try handler.text(bytes) }
  }

  private func refuseDocumentType() {
    stopping { throw SpreadsheetError.entities(part: part) }
  }

  /// Expat calls some handlers even after it was stopped.
  @inline(__always)
  private func stopping(_ body: () throws -> Void) {
    guard failure == nil else { return }
    do {
      try body()
    } catch {
      failure = error
      XML_StopParser(parser, XML_Bool(XML_FALSE))
    }
  }
}
