import Foundation
import Translations

extension Catalogue {
  /// The translated texts of Inventory.
  public static let inventory = Catalogue(domain: "inventory")
}

/// Returns a text in the language of the user.
///
/// - Parameters:
///   - text: The text in English. `make translations` finds it in the sources.
///   - context: Tells apart texts that are the same only in English.
public func tr(_ text: TranslatableText, context: String? = nil) -> String {
  Catalogue.inventory.text(text, context: context)
}

/// Returns a number as people write it in the place of the user.
public func tr(number: Int) -> String {
  Catalogue.inventory.number(number)
}

/// Returns a quantity as people write it in the place of the user.
///
/// - Parameter isSigned: Whether a quantity above zero has a plus sign.
public func tr(number: Quantity, isSigned: Bool = false) -> String {
  number.isWhole
    ? Catalogue.inventory.number(number.whole, isSigned: isSigned)
    : Catalogue.inventory.number(number.decimal, isSigned: isSigned)
}

extension TranslatableText.StringInterpolation {
  /// Adds a quantity, which is written as in the place of the user.
  public mutating func appendInterpolation(_ value: Quantity) {
    if value.isWhole {
      appendInterpolation(value.whole)
    } else {
      appendInterpolation(value.decimal)
    }
  }
}

/// Returns a text about a number of things in the language of the user.
///
/// - Parameters:
///   - one: The text about one thing, in English.
///   - other: The text about any other number, with the same values.
///   - count: The number.
public func tr(_ one: TranslatableText, _ other: TranslatableText, count: Int) -> String {
  Catalogue.inventory.text(one, other, count: count)
}
