/// What a number has before its decimals.
public enum DecimalMark: String, CaseIterable, Codable, Sendable {
  /// `1,234.50`
  case point
  /// `1.234,50`
  case comma

  /// The mark that sets thousands apart where this one is before the decimals.
  public var other: DecimalMark { self == .point ? .comma : .point }

  /// The mark itself.
  public var character: Character { self == .point ? "." : "," }

  init?(_ scalar: Unicode.Scalar?) {
    switch scalar {
    case ".": self = .point
    case ",": self = .comma
    default: return nil
    }
  }
}
