import Foundation
import Testing

@testable import InventoryCore

/// Objects of JSON that say the same thing twice.
@Suite struct RepeatedKeyTests {
  @Test func `a key that is there twice is a problem of its line`() throws {
    let file = try ReadFile(
      """
      [
       {"name": "Bolt", "quantity": 2,
        "quantity": 5},
       {"name": "Nut", "quantity": 2}
      ]
      """,
      as: "json"
    )
    #expect(file.items.map(\.name) == ["Nut"])
    #expect(file.problems.map(\.line) == [3])
    #expect(file.problems.map(\.column) == [3])
    #expect(
      file.problems.map(\.problem) == [
        "“quantity” is in the object twice; expected each name once"
      ]
    )
  }

  @Test(
    arguments: [
      (#"{"a": 1, "b": 2}"#, nil), (#"{"a": 1, "a": 2}"#, "a"), (#"{"a": "a", "b": "a"}"#, nil),
      (#"{"a": {"a": 1}, "b": {"a": 1}}"#, nil), (#"{"a": {"n": 1, "n": 2}}"#, "n"),
      (#"{"a": [{"n": 1}, {"n": 2}]}"#, nil), (#"{"aé": 1, "a\u00e9": 2}"#, "aé"),
      (#"{"a\"": 1, "a": "\"a\":"}"#, nil), (#"{"a":"#, nil),
    ] as [(String, String?)]
  )
  func `keys are compared within their object`(object: String, key: String?) {
    #expect(JsonKeys.repeatedKey(in: Array(object.utf8))?.key == key)
  }

  @Test func `a list of items that is there twice ends the import`() {
    let text = #"{"items": [{"name": "A", "sku": "1"}], "items": [{"name": "B", "sku": "2"}]}"#
    #expect {
      try ReadFile(text, as: "json")
    } throws: { error in
      (error as? CsvError)?.problem == "“items” is in the object twice; expected each name once"
    }
  }
}
