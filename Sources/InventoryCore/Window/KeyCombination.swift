/// Keys that are pressed together, as GTK writes them: `<Control><Shift>n`.
public struct KeyCombination: Hashable, Sendable, ExpressibleByStringLiteral {
  public var text: String

  public init(stringLiteral text: String) {
    self.text = text
  }

  /// What is written on each key.
  public var labels: [String] {
    let parts = text.split { "<>".contains($0) }.map(String.init)
    return parts.map(Self.label)
  }

  private static func label(_ key: String) -> String {
    switch key {
    case "Alt": tr("Alt", context: "key")
    case "Control": tr("Ctrl", context: "key")
    case "Delete": tr("Delete", context: "key")
    case "Escape": tr("Esc", context: "key")
    // Translators: the key that leads back: "→" where windows are laid out from right to left.
    case "Left": tr("←", context: "key")
    case "Menu": tr("Menu", context: "key")
    case "Return": tr("Enter", context: "key")
    case "Shift": tr("Shift", context: "key")
    case "comma": ","
    case "minus": "−"
    case "plus": "+"
    case "question": "?"
    case "space": tr("Space", context: "key")
    default: key.count == 1 ? key.uppercased() : key
    }
  }
}
