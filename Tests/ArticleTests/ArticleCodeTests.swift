import Foundation
import Testing

/// The code in articles must compile and do what the article says: the sources of these tests
/// contain each block of Swift code, line by line. Only `@main` is left out, because the tests
/// already have an entry point.
@Suite struct ArticleCodeTests {
  @Test func `every block of code in an article is compiled by a test`() throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent()
    let sources = try ["Tests/ArticleTests", "Tests/ComposableGtkTests"]
      .flatMap { try files(in: root.appending(path: $0), withExtension: "swift") }
      .map(trimmedLines)
    let articles = try files(in: root.appending(path: "Sources"), withExtension: "md")
    #expect(articles.count >= 10, "Where are the articles? Looked below \(root.path())Sources.")

    for article in articles {
      for block in blocks(of: try String(contentsOf: article, encoding: .utf8)) {
        #expect(
          sources.contains { $0.contains(block) },
          """
          \(article.lastPathComponent) shows code that no test compiles:

          \(block.joined(separator: "\n"))
          """
        )
      }
    }
  }

  /// Returns the blocks of Swift code in an article. Other blocks, such as shell commands and
  /// manifests, are left out.
  private func blocks(of article: String) -> [[Substring]] {
    var blocks: [[Substring]] = []
    var block: [Substring]?
    for line in article.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```swift" {
        block = []
      } else if line == "```", let finished = block {
        blocks.append(finished.filter { !$0.isEmpty && $0 != "@main" })
        block = nil
      } else {
        block?.append(trimmed(line))
      }
    }
    return blocks
  }

  private func trimmedLines(of file: URL) throws -> [Substring] {
    try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map(trimmed)
      .filter { !$0.isEmpty }
  }

  private func trimmed(_ line: Substring) -> Substring {
    line.drop { $0 == " " }
  }

  private func files(in folder: URL, withExtension fileExtension: String) throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path())
      .filter { $0.hasSuffix(".\(fileExtension)") }
      .map { folder.appending(path: $0) }
  }
}
