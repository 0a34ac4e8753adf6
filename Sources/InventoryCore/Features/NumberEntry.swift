import Foundation

/// What somebody has written into a field for a whole number.
struct NumberEntry: Equatable {
  /// The number, if it is right.
  let value: Int?
  /// What is wrong.
  let error: String?

  /// - Parameters:
  ///   - text: What is in the field. Spaces around it do not matter.
  ///   - minimum: The least number that is right.
  ///   - isOptional: Whether the field may be left blank.
  ///   - locale: How the user writes numbers.
  init(_ text: String, from minimum: Int = 0, isOptional: Bool = false, locale: Locale) {
    let text = text.trimmed
    if let number = Int(text, locale: locale), number >= minimum {
      (value, error) = (number, nil)
    } else if text.isEmpty, isOptional {
      (value, error) = (nil, nil)
    } else if isOptional {
      (value, error) = (nil, tr("Enter a whole number from \(minimum), or nothing."))
    } else {
      (value, error) = (nil, tr("Enter a whole number from \(minimum)."))
    }
  }
}
