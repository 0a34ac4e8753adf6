import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@Suite struct SimilarTextsTests {
  private func texts(_ items: [Item]) -> TextsOfFile {
    var texts = TextsOfFile()
    for item in items { texts.add(item) }
    return texts
  }

  private func found(_ texts: TextsOfFile, sku: [String] = [], _ tags: [String] = []) -> [String] {
    texts.similar(
      storedSkus: sku,
      storedTags: tags.map { Tag(name: $0, itemCount: 1) },
      storedLocations: []
    )
    .map { "\($0.text) > \($0.other)\($0.isStored ? " (stored)" : "")" }
  }

  private func item(_ sku: String, _ tags: [String] = [], location: String = "") -> Item {
    Item(id: .number(1), name: "Saw", sku: sku, location: location, tags: tags)
  }

  @Test func `SKUs and tags that differ by case and accents only are like the first of them`() {
    let texts = texts([item("abc-1", ["Ä"]), item("ABC-1", ["ä"]), item("B", ["a", "b"])])
    #expect(found(texts) == ["ABC-1 > abc-1", "ä > Ä", "a > Ä"])
  }

  @Test func `what is stored comes before what is first in the file, and stays what it is`() {
    let texts = texts([item("abc-1", ["tool"]), item("ABC-1", ["Tool"]), item("Abc-1")])
    #expect(
      found(texts, sku: ["ABC-1"], ["TOOL", "Tool"])
        == ["abc-1 > ABC-1 (stored)", "Abc-1 > ABC-1 (stored)", "tool > TOOL (stored)"]
    )
  }

  @Test func `the same letter in two forms is like the other`() {
    let texts = texts([item("\u{E9}"), item("e\u{301}")])
    #expect(texts.similar(storedSkus: [], storedTags: [], storedLocations: []).count == 1)
  }

  @Test func `a place in a place that is written in another way is like the one that is there`() {
    let texts = texts([
      item("1", location: "garage / Box 1"), item("2", location: "Garage"),
      item("3", location: "GARAGE / box 1"), item("4", location: "Attic"),
    ])
    let found = texts.similar(
      storedSkus: [],
      storedTags: [],
      storedLocations: [Location(name: "Garage", itemCount: 1)]
    )
    #expect(found.map(\.text) == ["garage / Box 1", "GARAGE / box 1"])
    #expect(found.map(\.other) == ["Garage / Box 1", "Garage / Box 1"])
    #expect(found.map(\.isStored) == [true, true])
  }

  @Test(arguments: [
    ("GARAGE / New", nil), ("Garage / New", nil), ("garage / New", "GARAGE / New"),
    ("garage / shelf", "Garage / Shelf"), ("GARAGE / shelf", "Garage / Shelf"),
    ("garage / shelf / New", "Garage / Shelf / New"), ("ATTIC / New", "Attic / New"),
  ])
  func `of stored places, the one that is written so is meant, or the one with most items`(
    text: String,
    other: String?
  ) {
    let stored = [
      Location(name: "Attic", itemCount: 0), Location(name: "Garage", itemCount: 2),
      Location(name: "Garage / Shelf", itemCount: 2), Location(name: "GARAGE", itemCount: 3),
    ]
    let found = texts([item("1", location: text)])
      .similar(storedSkus: [], storedTags: [], storedLocations: stored)
    #expect(found.map(\.other) == [other].compactMap(\.self))
    #expect(found.filter { !$0.isStored }.isEmpty)
  }

  @Test func `kinds of texts that people have named are taken from all rows`() throws {
    let directory = try TemporaryDirectory()
    let rows = (0..<1_000).map { "Saw,S\($0),Attic\n" }.joined()
    let path = directory.url.appending(path: "items.csv").path(percentEncoded: false)
    try Data("name,sku,location\n\(rows)Saw,s1,attic\n".utf8).write(to: URL(filePath: path))
    let file = try ImportFile(path)
    let options = try ImportPreview(file, locale: .plain).options
    func found(_ columns: Set<ItemColumn>) throws -> (texts: [String], isComplete: Bool) {
      let texts = try file.texts(options, ofAllRows: columns, rowLimit: 1_000) {}
      let similar = texts.similar(storedSkus: [], storedTags: [], storedLocations: [])
      return (similar.map(\.text), texts.isComplete)
    }
    #expect(try found([]) == ([], false))
    #expect(try found([.location]) == (["attic"], false))
    #expect(try found([.sku, .location]) == (["s1", "attic"], false))
  }

  @Test func `only the kinds that people have named are read as others`() {
    let texts = texts([item("a", ["x"]), item("A", ["X"])])
    let similar = texts.similar(storedSkus: [], storedTags: [], storedLocations: [])
    #expect(similar.spellings(of: []).isEmpty)
    #expect(similar.spellings(of: [.tags]) == [.tags: ["X": "x"]])
    #expect(similar.spellings(of: [.tags, .sku]) == [.tags: ["X": "x"], .sku: ["A": "a"]])
  }
}
