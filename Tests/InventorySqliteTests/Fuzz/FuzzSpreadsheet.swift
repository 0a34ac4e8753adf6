import Foundation
import InventorySqlite
import InventoryTestSupport
import TestSupport

@testable import Spreadsheets

/// Spreadsheets that no program has written.
enum FuzzSpreadsheet {
  /// The parts of sound files of several programs.
  struct Base {
    var file: [UInt8]
    var parts: [(name: String, bytes: [UInt8])]
  }

  /// Sound files of several programs.
  static func files() throws -> [Base] {
    let folder = packageURL("Tests/Fixtures")
    return try ["Import", "Spreadsheets"].flatMap { name in
      try FileManager.default.contentsOfDirectory(
        at: folder.appending(path: name),
        includingPropertiesForKeys: nil
      )
    }
    .sorted { $0.path < $1.path }
    .compactMap { url in
      guard SpreadsheetFormat(rawValue: url.pathExtension) != nil else { return nil }
      let bytes = [UInt8](try Data(contentsOf: url))
      // A file of CSV may have such a name, too.
      guard bytes.starts(with: "PK".utf8) else { return nil }
      return Base(file: bytes, parts: try parts(of: url))
    }
  }

  private static let partNames = [
    "mimetype", "META-INF/manifest.xml", "content.xml", "[Content_Types].xml", "_rels/.rels",
    "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/worksheets/sheet1.xml",
    "xl/worksheets/sheet2.xml", "xl/worksheets/sheet3.xml", "xl/styles.xml", "xl/sharedStrings.xml",
  ]

  private static func parts(of url: URL) throws -> [(name: String, bytes: [UInt8])] {
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    let archive = try ZipArchive(file.fileDescriptor, limits: SpreadsheetLimits())
    return try partNames.compactMap { name in
      guard let part = archive.part(name) else { return nil }
      var bytes: [UInt8] = []
      try archive.read(part, limit: 1 << 24) { bytes += $0 }
      return (name, bytes)
    }
  }

  private static func packed(_ parts: [(name: String, bytes: [UInt8])]) throws -> [UInt8] {
    // Of an archive without parts, there would be no file.
    if parts.isEmpty { return Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 18) }
    let folder = try TemporaryFolder()
    return try withExtendedLifetime(folder) {
      let writer = try ZipWriter(folder.file("archive"))
      for part in parts {
        // An archive has each name once.
        try? writer.add(part.name, part.bytes)
      }
      var bytes: [UInt8] = []
      try writer.finish(checkCancellation: {}) { bytes += $0 }
      return bytes
    }
  }

  /// A file with something changed: in the archive, or in its parts before they are packed.
  static func changed(_ base: Base, _ random: inout FuzzRandom) throws -> [UInt8] {
    if random.isTrue(oneIn: 3) {
      var bytes = base.file
      change(&bytes, &random)
      return bytes
    }
    var parts = base.parts
    for _ in 0...random.below(3) {
      let index = random.below(parts.count)
      switch random.below(8) {
      case 0: parts.remove(at: index)
      case 1: parts.append((parts[index].name + "x", parts[index].bytes))
      case 2: parts[index].name = random.element(of: ["../../x", "/etc/x", "xl/../xl/x", "x\\y"])
      case 3, 4: change(&parts[index].bytes, &random)
      default: changeXml(&parts[index].bytes, &random)
      }
      if parts.isEmpty { break }
    }
    return try packed(parts)
  }

  private static func change(_ bytes: inout [UInt8], _ random: inout FuzzRandom) {
    guard !bytes.isEmpty else { return }
    switch random.below(4) {
    case 0: bytes.removeLast(random.below(bytes.count))
    case 1:
      let start = random.below(bytes.count)
      bytes.removeSubrange(start..<min(start + random.below(200), bytes.count))
    default:
      for _ in 0...random.below(20) {
        bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      }
    }
  }

  /// What is in the place of a value of an attribute or of a text.
  private static let values = [
    "", "0", "-1", "1", "7", "1048576", "1048577", "16384", "99999999999999999999", "1e309", "NaN",
    "XFD1048576", "A0", "ZZZZZZ1", "s", "b", "e", "d", "str", "inlineStr", "true", "hidden",
    "float", "string", "date", "time", "currency", "percentage", "boolean", "PT99999999999H",
    "2026-13-45", "[$-", "[h]:mm", "yyyy", "0000000", "\u{FFFD}", "&#1;", "&#xD800;", "&lt;", "&x;",
    "_x0000_", "_xD83D_", "../../../x", "sheet1.xml",
  ]

  /// Changes the values of attributes and texts, and the order of elements.
  private static func changeXml(_ bytes: inout [UInt8], _ random: inout FuzzRandom) {
    var text = String(decoding: bytes, as: UTF8.self)
    if random.isTrue(oneIn: 20) {
      text = "<!DOCTYPE a [<!ENTITY x \"\(String(repeating: "y", count: 1_000))\">]>" + text
    }
    let separator = random.element(of: ["\"", "<", ">"])
    var pieces = text.components(separatedBy: separator)
    for _ in 0...random.below(6) {
      let index = random.below(pieces.count)
      switch random.below(6) {
      case 0: pieces.insert(pieces[index], at: random.below(pieces.count))
      case 1: pieces.swapAt(index, random.below(pieces.count))
      case 2: pieces[index] = String(repeating: pieces[index], count: random.below(50))
      default: pieces[index] = random.element(of: values)
      }
    }
    bytes = Array(pieces.joined(separator: separator).utf8)
  }
}
