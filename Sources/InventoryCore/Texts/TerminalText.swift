import Translations

extension String {
  /// A message for a terminal. It is escaped, and all lines but the first are indented: a name with
  /// a line break cannot pretend to be a message of its own.
  public var shownInTerminal: String {
    escapedForTerminal.replacing("\n", with: "\n  ")
  }

  /// The text for a terminal: control characters are written as `\u{1B}`, so that a name in a file
  /// cannot move the cursor, change colours or make the terminal type something. So are the
  /// characters that turn the direction of what follows. Line breaks and tabs stay.
  ///
  /// Messages isolate a name that is written in the other direction. That stays, too, as long as
  /// the isolate ends in its line: it keeps the order of what is around the name.
  public var escapedForTerminal: String {
    guard unicodeScalars.contains(where: \.isHarmfulInTerminal) else { return self }
    let isolates = closedIsolates
    // So does the mark that begins a message from right to left.
    let hasMark =
      unicodeScalars.first == "\u{200F}" && unicodeScalars.contains(where: \.isRightToLeft)
    var result = ""
    for (index, scalar) in zip(unicodeScalars.indices, unicodeScalars) {
      if scalar.isHarmfulInTerminal, !isolates.contains(index), !hasMark || index != startIndex {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// JSON for a terminal or a program: what ``escapedForTerminal`` escapes is written as JSON
  /// escapes it, such as `\u009B`.
  public var jsonForTerminal: String {
    var result = ""
    for scalar in unicodeScalars {
      guard scalar.isHarmfulInTerminal else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }

  /// Where isolates begin and end that have an end in their line.
  private var closedIsolates: Set<Index> {
    var closed: Set<Index> = []
    var open: [Index] = []
    for (index, scalar) in zip(unicodeScalars.indices, unicodeScalars) {
      switch scalar {
      case "\n": open = []
      case "\u{2068}": open.append(index)
      case "\u{2069}": if let start = open.popLast() { closed.formUnion([start, index]) }
      default: break
      }
    }
    return closed
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
