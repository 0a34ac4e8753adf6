import Foundation
import Testing

/// `Tests/API.md` lists which test uses which piece of the API.
@Suite struct ApiTableTests {
  @Test func `each piece of API is used in the test that the table names`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let table = try String(contentsOf: tests.appending(path: "API.md"), encoding: .utf8)
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.count > 50)
    for row in rows {
      let cells = row.split(separator: " | ")
      try #require(cells.count == 2, "\(row)")
      let file = cells[1].dropLast(2)
      let test = try words(of: String(contentsOf: tests.appending(path: file), encoding: .utf8))
      // Every second piece is between backticks.
      let pieces = cells[0].split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset.isMultiple(of: 2) == false }
        .map(\.element)
      #expect(!pieces.isEmpty, "\(row)")
      for piece in pieces {
        #expect(test.contains(piece), "\(file) does not use \(piece)")
      }
    }
  }

  /// The text with each white space replaced by one space.
  private func words(of text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
