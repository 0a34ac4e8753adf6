import Foundation

/// What somebody has written into a field for a whole number.
struct NumberEntry: Equatable {
  /// The number, if it is right.
  let value: Int?
  /// What is wrong.
  let error: String?
  /// How the number is read, where somebody might have meant another one.
  let hint: String?

  /// - Parameters:
  ///   - text: What is in the field. Spaces around it do not matter.
  ///   - minimum: The least number that is right.
  ///   - isOptional: Whether the field may be left blank.
  ///   - locale: How the user writes numbers.
  init(_ text: String, from minimum: Int = 0, isOptional: Bool = false, locale: Locale) {
    let typed = TypedNumber(text, locale: locale)
    // Nobody writes decimals that are all zeros, unless they are none.
    let isGuess = typed.doubt != nil && typed.doubt?.whole != typed.number
    if !isGuess, let number = typed.number.flatMap(Int.init(plainNumber:)), number >= minimum {
      (value, error, hint) = (number, nil, typed.hint)
    } else if text.isBlank, isOptional {
      (value, error, hint) = (nil, nil, nil)
    } else {
      let expectation =
        isOptional
        ? tr("Enter a whole number from \(minimum), or nothing.")
        : tr("Enter a whole number from \(minimum).")
      (value, error, hint) = (nil, typed.question ?? expectation, nil)
    }
  }
}

extension Int {
  /// The whole number that a number in plain form is, such as `12` and `12.00`.
  ///
  /// - Returns: `nil` for a number with decimals other than zeros, and for one that does not fit.
  init?(plainNumber: String) {
    let parts = plainNumber.split(separator: ".")
    guard let whole = parts.first, parts.count == 1 || parts[1].utf8.allSatisfy({ $0 == 0x30 })
    else { return nil }
    self.init(whole)
  }
}
