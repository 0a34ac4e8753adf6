/// From which day the dates of a workbook are counted.
enum ExcelDates {
  case from1900
  /// Dates as those of older programs for the Mac.
  case from1904

  /// The date that a number of days means.
  ///
  /// - Returns: `nil` for a number that means no date.
  func text(_ serial: Double) -> String? {
    // December 31 in 9999 is the last day that Excel has.
    guard serial >= 0, serial < 2_958_466 else { return nil }
    var day = Int(serial)
    // To read a thousandth of a second, there are digits enough.
    var milliseconds = Int(((serial - Double(day)) * 86_400_000).rounded())
    if milliseconds == 86_400_000 {
      milliseconds = 0
      day += 1
    }
    let time = Self.time(milliseconds)
    switch self {
    case .from1900:
      if day == 0 { return time }
      // Excel has a February 29 in 1900, which was no leap year.
      if day == 60 { return nil }
      // Day 25,569 is January 1 in 1970.
      let date = Self.date(daysSince1970: day - (day < 60 ? 25_568 : 25_569))
      return milliseconds == 0 ? date : "\(date)T\(time)"
    case .from1904:
      if day == 0, milliseconds > 0 { return time }
      let date = Self.date(daysSince1970: day - 24_107)
      return milliseconds == 0 ? date : "\(date)T\(time)"
    }
  }

  /// The duration that a number of days means, in hours, minutes and seconds.
  static func duration(_ serial: Double) -> String? {
    guard abs(serial) < 2_958_466 else { return nil }
    return (serial < 0 ? "-" : "") + time(Int((abs(serial) * 86_400_000).rounded()))
  }

  static func time(_ milliseconds: Int) -> String {
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    let text = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map(twoDigits)
      .joined(separator: ":")
    if rest == 0 { return text }
    let digits = String(rest)
    return "\(text).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
  }

  /// A day of the Gregorian calendar, from its number of days since 1970.
  private static func date(daysSince1970 days: Int) -> String {
    // Years begin in March here, so that a leap day is the last day of a year. An era has 400
    // years and 146,097 days.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(year)-\(twoDigits(month))-\(twoDigits(day))"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}
