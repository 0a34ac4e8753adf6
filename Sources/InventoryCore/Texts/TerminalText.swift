extension String {
  /// The text for a terminal: control characters are written as `\u{1B}`, so that a name in a file
  /// cannot move the cursor, change colours or make the terminal type something. So are the
  /// characters that turn the direction of what follows. Line breaks and tabs stay.
  public var escapedForTerminal: String {
    guard unicodeScalars.contains(where: \.isHarmfulInTerminal) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isHarmfulInTerminal {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isHarmfulInTerminal: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0: true
    // Marks, embeddings, overrides and isolates of the direction, and line breaks of Unicode.
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    // Annotations and tags, which nobody sees.
    case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }
}
