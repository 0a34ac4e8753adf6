/// Keys that are pressed together, as GTK writes them: `<Control><Shift>n`.
public struct KeyCombination: Hashable, Sendable, ExpressibleByStringLiteral {
  public var text: String

  public init(stringLiteral text: String) {
    self.text = text
  }

  /// What is written on each key.
  public var labels: [String] {
    let parts = text.split { "<>".contains($0) }.map(String.init)
    return parts.map { Self.names[$0] ?? ($0.count == 1 ? $0.uppercased() : $0) }
  }

  private static let names = [
    "Control": "Ctrl", "Delete": "Delete", "Escape": "Esc", "Left": "←", "Menu": "Menu",
    "Return": "Enter", "comma": ",", "question": "?",
  ]
}
