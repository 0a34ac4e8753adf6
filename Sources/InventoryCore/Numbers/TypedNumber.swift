import Foundation

/// A number that somebody types into a field, read as people in their place write it.
struct TypedNumber: Equatable {
  /// The number in plain form; `nil` if it is none, or can mean two numbers and the place does not
  /// tell which.
  let number: String?
  /// What it can mean, if that is more than one number.
  let doubt: NumberDoubt?
  /// How it is read, where somebody might have meant something else; to be shown below the field.
  let hint: String?
  private let locale: Locale

  /// - Parameters:
  ///   - text: What is in the field. Spaces around it do not matter.
  ///   - locale: How the user writes numbers.
  init(_ text: String, locale: Locale) {
    self.locale = locale
    let convention = NumberConvention(locale)
    switch WrittenNumber.read(text.trimmed, convention) {
    case nil:
      (number, doubt, hint) = (nil, nil, nil)
    case .number(let number, let evidence):
      let isForeign = evidence != nil && convention.mark != nil && evidence != convention.mark
      (self.number, doubt) = (number, nil)
      hint = isForeign ? tr("Read as \(Self.text(number, locale)).") : nil
    case .doubt(let doubt):
      self.doubt = doubt
      guard let mark = convention.decimalMark(ifWritten: doubt.written) else {
        (number, hint) = (nil, nil)
        return
      }
      let number = doubt.number(mark)
      self.number = number
      let (read, other) = (Self.text(number, locale), Self.text(doubt.number(mark.other), locale))
      hint = tr("Read as \(read), not as \(other).")
    }
  }

  /// Says what a text that is in doubt can mean.
  var question: String? {
    doubt.map { doubt in
      let (whole, fraction) = (
        Self.text(doubt.whole, locale), Self.text(doubt.fraction, locale)
      )
      return tr("This can mean \(whole) or \(fraction). Write one of them.")
    }
  }

  /// A number as people in a place write it, without what sets thousands apart and without zeros at
  /// the end, so that it can be read in one way only.
  static func text(_ plain: String, _ locale: Locale) -> String {
    var parts = plain.split(separator: ".", maxSplits: 1)
    if parts.count == 2 {
      while parts[1].last == "0" { parts[1].removeLast() }
      if parts[1].isEmpty { parts.removeLast() }
    }
    return parts.joined(separator: locale.decimalSeparator ?? ".")
  }
}
