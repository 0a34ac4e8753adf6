import Foundation
import InventoryTestSupport
import Synchronization
import TestSupport
import Testing

@testable import InventoryCore
@testable import InventorySqlite

/// Files that are no text with rows are refused at their beginning, however large they are.
@Suite struct TextCheckTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("large.csv")
  }

  /// Looks at the file; how many pieces were read, and why it was refused.
  private func look(
    _ layout: ImportLayout = ImportLayout()
  ) -> (pieces: Int, problem: String?) {
    var pieces = 0
    do {
      _ = try ImportFile(path, layout: layout) { pieces += 1 }
      return (pieces, nil)
    } catch let error as FileError {
      return (pieces, error.problem)
    } catch {
      return (pieces, "\(error)")
    }
  }

  /// Makes a file that says to be of 3.9 GB, and has nothing on the disk but its beginning.
  private func makeSparse(_ start: String) throws {
    try Data(start.utf8).write(to: URL(filePath: path))
    try #require(truncate(path, 3_900 << 20) == 0)
  }

  @Test(arguments: ["name,sku\nHammer,H-1\n", "[{\"name\": \"Hammer\", \"sku\": \"H-1\"},\n", ""])
  func `a sparse file is refused at its first zeros`(start: String) throws {
    try makeSparse(start)
    let (pieces, problem) = look()
    #expect(problem == "has NUL bytes, which no text has; expected a file of CSV or JSON")
    #expect(pieces == 1)
    #expect(look(ImportLayout(format: .csv)).pieces <= 1)
    #expect(look(ImportLayout(format: .json)).pieces <= 1)
  }

  @Test func `a table in one line without an end is refused`() throws {
    let handle = try #require(FileHandle(forWritingAtPath: try made()))
    let piece = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
    try handle.write(contentsOf: Data("name,sku\n".utf8))
    for _ in 0..<40 { try handle.write(contentsOf: piece) }
    try handle.close()
    let (pieces, problem) = look()
    #expect(
      problem == "has a line of more than 8 MB; expected a table of CSV or a list of JSON"
    )
    #expect(pieces * FilePieces.size < 10 << 20)
  }

  @Test func `a list of JSON may be one long line`() throws {
    var text = Data("[".utf8)
    let notes = String(repeating: "x", count: 1 << 20)
    for number in 0..<10 {
      text += Data((number > 0 ? "," : "").utf8)
      text += Data("{\"name\":\"Item\",\"sku\":\"I-\(number)\",\"x\":\"\(notes)\"}".utf8)
    }
    try (text + Data("]".utf8)).write(to: URL(filePath: path))
    #expect(look().problem == nil)
    let database = try InventoryDatabase.temporary()
    #expect(try database.importItems(fromFile: path, options: \.options).added == 10)
  }

  @Test(arguments: [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian])
  func `a table of many lines is read in any encoding`(encoding: String.Encoding) throws {
    var text = "\u{FEFF}name,sku,notes\n"
    // A character of UTF-16 that ends with a zero byte is before one that begins with one.
    for number in 0..<20_000 {
      text += "Ā Ā\u{100}A,S-\(number),\(String(repeating: "n", count: 250))\n"
    }
    try #require(text.data(using: encoding)).write(to: URL(filePath: path))
    #expect(look().problem == nil)
  }

  private func made() throws -> String {
    try Data().write(to: URL(filePath: path))
    return path
  }
}
