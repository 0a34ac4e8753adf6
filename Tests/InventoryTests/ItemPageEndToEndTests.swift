import Foundation
import Testing

/// The page of an item, used as by a person.
extension `The program on a desktop` {
  @Test func `The keyboard goes through the values of the plot`() async throws {
    try await importItems()
    // What was used on five days in the past, so that there were 30 at first.
    try await Program.change(
      database,
      """
      WITH RECURSIVE day (number) AS (VALUES (1) UNION ALL SELECT number + 1 FROM day LIMIT 30)
      INSERT INTO movement (itemKey, date, reason, delta, note)
      SELECT key, (unixepoch() - number * 86400) * 1000, 'used', -1, 'Day ' || number
      FROM item, day WHERE sku = 'HAM-1';
      INSERT INTO movement (itemKey, date, reason, delta)
      SELECT key, (unixepoch() - 40 * 86400) * 1000, 'received', 30 FROM item WHERE sku = 'HAM-1';
      UPDATE item SET reorderLevel = 8 WHERE sku = 'HAM-1';
      """
    )
    let desktop = try Desktop()
    try await desktop.launch(["--database", database.path, "--open", "inventory://items/HAM-1"])
    try await desktop.tab(to: "Quantity since")
    try await desktop.screenshot("item-plot")
    try await desktop.key("Home")
    try await desktop.shows { $0.hasSuffix(": 30") }
    try await desktop.key("Right")
    try await desktop.key("Right")
    try await desktop.shows { $0.hasSuffix(": 28") }
    try await desktop.screenshot("item-plot-cursor")
    try await desktop.key("Left")
    try await desktop.shows { $0.hasSuffix(": 29") }

    // Older movements come in pages.
    try await desktop.find(.label, "Used – Day 19")
    try await desktop.gone(.label, "Used – Day 25")
    try await desktop.press("Show Older")
    try await desktop.find(.label, "Used – Day 25")
    try await desktop.gone(.button, "Show Older")
  }
}

extension Desktop {
  /// Waits for a label whose text meets a condition.
  fileprivate func shows(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: (String) -> Bool
  ) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while true {
      let labels = try await labels(sourceLocation: sourceLocation)
      if labels.contains(where: condition) { return }
      try #require(
        ContinuousClock.now < deadline,
        "No such label is among \(labels).",
        sourceLocation: sourceLocation
      )
    }
  }
}
