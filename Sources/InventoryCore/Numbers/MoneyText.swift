import Foundation

extension Money {
  /// Reads an amount as people in a place write it: `1.234,50` in Germany, `1,234.50` in Britain.
  ///
  /// What can mean only one number is understood everywhere: `12.5` is twelve and a half in
  /// Germany, too, but `12.500` is twelve thousand five hundred.
  ///
  /// - Returns: `nil` for what is no amount, does not fit, or can mean two amounts of which the
  ///   place does not prefer one.
  public init?(_ text: String, locale: Locale) {
    guard let number = TypedNumber(text, locale: locale).number else { return nil }
    self.init(number)
  }

  /// The amount as people in a place write it.
  ///
  /// - Parameters:
  ///   - isGrouped: Whether thousands are set apart; without, it is easier to edit.
  ///   - decimals: How many decimals there are at least, from 0 to 6. There are more where the
  ///     amount has them.
  public func text(locale: Locale, isGrouped: Bool = true, decimals: Int = 2) -> String {
    Millionths.text(millionths, locale: locale, isGrouped: isGrouped, decimals: decimals)
  }
}

extension Locale {
  /// The plain form of numbers, which is the same everywhere.
  public static let plain = Locale(identifier: "en_US_POSIX")

  /// How the user writes numbers, as the environment says (`LC_ALL`, `LC_NUMERIC`, `LANG`).
  ///
  /// Foundation does not look there.
  public static func ofNumbers(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Locale {
    of("LC_NUMERIC", environment)
  }

  /// How the user writes dates and times, as the environment says (`LC_ALL`, `LC_TIME`, `LANG`).
  public static func ofDates(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Locale {
    of("LC_TIME", environment)
  }

  /// How the user writes prices, as the environment says (`LC_ALL`, `LC_MONETARY`, `LANG`).
  public static func ofMoney(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Locale {
    of("LC_MONETARY", environment)
  }

  /// The code of the currency that is used in the place of the locale; empty if it has none.
  package var currencyOfPlace: String {
    self == .plain ? "" : currency?.identifier ?? ""
  }

  private static func of(_ category: String, _ environment: [String: String]) -> Locale {
    let names = ["LC_ALL", category, "LANG"].compactMap { environment[$0] }
    guard
      let name = names.first(where: { !$0.isEmpty })?.prefix(while: { !".@".contains($0) }),
      !["C", "POSIX"].contains(name)
    else { return .plain }
    return Locale(identifier: String(name))
  }
}
