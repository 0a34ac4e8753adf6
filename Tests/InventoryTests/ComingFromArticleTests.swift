import Foundation
import Testing

/// What the articles for people who come from another program say.
@Suite struct `Coming from other programs` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let articles =
    FileManager.default.enumerator(atPath: docs.path)?
    .compactMap { $0 as? String }.filter { $0.hasPrefix("ComingFrom") }.sorted() ?? []

  private static let docs = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs")

  /// A block of an article between lines of three backticks.
  private struct Block {
    /// What is behind the backticks.
    let kind: [Substring]
    let text: String
  }

  private func blocks(_ article: String) -> [Block] {
    article.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }
      .map { _, text in
        let end = text.firstIndex(of: "\n") ?? text.endIndex
        return Block(
          kind: text[..<end].split(separator: " "),
          text: String(text[end...].dropFirst())
        )
      }
  }

  /// The words of a command, some of which are between quotation marks.
  private func words(_ command: String) -> [String] {
    command.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .flatMap { index, part in
        index % 2 == 1
          ? [String(part)] : part.split(whereSeparator: \.isWhitespace).map(String.init)
      }
  }

  @Test func `There is an article for each program`() {
    #expect(
      Self.articles == [
        "ComingFromASpreadsheet.md", "ComingFromGrocy.md", "ComingFromHomebox.md",
        "ComingFromSnipeIT.md",
      ]
    )
  }

  @Test(arguments: articles)
  func `The commands of an article do what it says`(name: String) async throws {
    let article = try String(contentsOf: Self.docs.appending(path: name), encoding: .utf8)
    var said: String?
    for block in blocks(article) {
      switch block.kind.first {
      case "csv":
        _ = try folder.file(String(block.kind[1]), block.text)
      case "sh":
        let arguments = words(block.text).dropFirst().map { word in
          word.hasSuffix(".csv") ? folder.file(word).path : word
        }
        let outcome = try await Program.runWithoutDisplay(
          ["--database", folder.file("inventory.sqlite").path] + arguments,
          home: folder.url,
          environment: [
            "LC_ALL": "en_GB.UTF-8", "LANGUAGE": "en",
            "XDG_CONFIG_HOME": folder.file("config").path,
          ]
        )
        #expect(outcome.status == 0, "\(block.text)\(outcome.errors)")
        said = outcome.output + outcome.errors
      case "text":
        let said = try #require(said)
        for line in block.text.split(separator: "\n") {
          #expect(said.contains(line), "\(block.text)is not said by the program, but:\n\(said)")
        }
      default:
        Issue.record("a block of an unknown kind: \(block.kind)")
      }
    }
  }
}
