import InventoryCore
import Testing

@Suite struct LocationSuggestionsTests {
  let locations = [
    Location(name: "Werkstatt", itemCount: 9),
    Location(name: "Werkstatt / Küche", itemCount: 2),
    Location(name: "Werkstatt / Regal 1", itemCount: 3),
    Location(name: "Werkstatt / Regal 2", itemCount: 4),
    Location(name: "Yard", itemCount: 1),
  ]

  @Test(arguments: [
    ("", []), ("  ", []), ("Yard", []), ("moon", []), ("erk", []),
    ("wer", ["Werkstatt", "Werkstatt / Regal 2", "Werkstatt / Regal 1", "Werkstatt / Küche"]),
    ("KUCHE", ["Werkstatt / Küche"]),
    ("regal", ["Werkstatt / Regal 2", "Werkstatt / Regal 1"]),
    ("w / reg 1", ["Werkstatt / Regal 1"]),
    ("yard", ["Yard"]),
  ])
  func `beginnings of words find locations, the likeliest first`(text: String, names: [String]) {
    #expect(locations.suggestions(for: text).map(\.name) == names)
  }

  @Test func `there are no more than asked for`() {
    #expect(
      locations.suggestions(for: "w", limit: 2).map(\.name) == [
        "Werkstatt", "Werkstatt / Regal 2",
      ]
    )
  }
}
