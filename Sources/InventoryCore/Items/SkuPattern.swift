/// How items without a SKU of their own are numbered: `ITEM-{0001}` stands for `ITEM-0001`,
/// `ITEM-0002` and so on.
///
/// The digits between the braces are the first number. There are at least as many digits in each
/// number, so that SKUs sort by their number.
public struct SkuPattern: Equatable, Sendable {
  /// What is before the number.
  package let prefix: String
  /// What is behind the number.
  package let suffix: String
  /// The number of the first item.
  let first: Int
  /// How many digits a number has at least.
  package let digits: Int

  /// The pattern of inventories whose user has not chosen one.
  public static let standard = SkuPattern(prefix: "ITEM-", suffix: "", first: 1, digits: 4)

  /// The same as a text.
  public static let standardText = "ITEM-{0001}"

  /// A pattern is a part of a SKU, which has to fit onto a label.
  private static let lengthLimit = 100
  private static let digitLimit = 9
  /// The most digits of a number that is looked at, so that the next one is an `Int`, too.
  private static let writtenDigitLimit = 18

  private init(prefix: String, suffix: String, first: Int, digits: Int) {
    (self.prefix, self.suffix, self.first, self.digits) = (prefix, suffix, first, digits)
  }

  /// Reads a pattern.
  ///
  /// - Parameter text: A text with one to nine digits between braces. Spaces around it do not
  ///   matter.
  /// - Returns: `nil` for any other text.
  public init?(_ text: String) {
    let text = text.trimmed
    guard text.utf8.count <= Self.lengthLimit,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
      let open = text.firstIndex(of: "{"), let close = text.firstIndex(of: "}"), open < close
    else { return nil }
    let number = text[text.index(after: open)..<close]
    let (prefix, suffix) = (text[..<open], text[text.index(after: close)...])
    guard !suffix.contains("{"), !suffix.contains("}"), number.utf8.count <= Self.digitLimit,
      let first = Self.number(number)
    else { return nil }
    self.init(
      prefix: String(prefix),
      suffix: String(suffix),
      first: first,
      digits: number.utf8.count
    )
  }

  /// Reads a pattern that somebody is writing.
  ///
  /// - Returns: The standard for a text that is no pattern.
  public static func written(_ text: String) -> SkuPattern { SkuPattern(text) ?? .standard }

  /// The SKU with a number.
  public func sku(_ number: Int) -> String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(self.digits - digits.utf8.count, 0))
    return "\(prefix)\(zeros)\(digits)\(suffix)"
  }

  /// The number in a SKU of this pattern, with any number of zeros before it; `nil` for another
  /// SKU.
  package func number(in sku: String) -> Int? {
    guard sku.utf8.count > prefix.utf8.count + suffix.utf8.count, sku.hasPrefix(prefix),
      sku.hasSuffix(suffix)
    else { return nil }
    return Self.number(sku.dropFirst(prefix.count).dropLast(suffix.count))
  }

  /// The number after the largest that is taken.
  package func number(after largest: Int?) -> Int { max(first, (largest ?? -1) + 1) }

  private static func number(_ digits: Substring) -> Int? {
    guard digits.utf8.count <= writtenDigitLimit,
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(digits)
  }
}
