/// The direction in which a text is written.
public enum TextDirection: Sendable {
  case leftToRight
  case rightToLeft
}

extension String {
  /// The text such that it does not change the order of what is around it.
  ///
  /// A name in Hebrew in an English sentence would draw the numbers and marks behind it to its own
  /// side, and a path such as `/home/anna` in a Hebrew sentence would end with its slash.
  ///
  /// - Parameter direction: How the sentence around the text is written.
  public func isolated(in direction: TextDirection) -> String {
    // From left to right, nothing happens to the order unless the text goes the other way.
    let needsIsolation =
      direction == .rightToLeft || unicodeScalars.contains(where: \.isRightToLeft)
    return needsIsolation ? "\u{2068}\(self)\u{2069}" : self
  }
}

extension String {
  /// The text such that it is laid out in its direction whatever it begins with.
  ///
  /// Widgets lay out a text as its first letter is written, also if that is in an isolated name.
  func laidOut(in direction: TextDirection) -> String {
    guard direction == .rightToLeft,
      let first = unicodeScalars.first(where: { $0.isRightToLeft || $0.properties.isAlphabetic }),
      !first.isRightToLeft
    else { return self }
    return "\u{200F}\(self)"
  }
}

extension Unicode.Scalar {
  /// Whether the character belongs to a script that is written from right to left.
  package var isRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
