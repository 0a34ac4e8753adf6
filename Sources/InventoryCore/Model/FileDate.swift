/// The dates in files that the program writes and reads, such as `2026-11-23T08:16:10Z`.
///
/// A large file has millions of them: Foundation takes longer for them than for all the rest.
enum FileDate {
  /// Returns the text of a moment in milliseconds since 1970. It is empty for moments outside the
  /// years from 1970 to 9999.
  static func text(_ milliseconds: Int64) -> String {
    let seconds = Int(milliseconds / 1_000)
    let day = days(before: 1970) + seconds / 86_400
    // The average year is a little too long or too short.
    var year = day * 400 / 146_097 + 1
    if days(before: year) > day { year -= 1 }
    if days(before: year + 1) <= day { year += 1 }
    guard milliseconds >= 0, year <= 9999 else { return "" }
    var dayOfMonth = day - days(before: year)
    var month = 1
    while dayOfMonth >= days(in: month, of: year) {
      dayOfMonth -= days(in: month, of: year)
      month += 1
    }
    let time = seconds % 86_400
    return String(unsafeUninitializedCapacity: 20) { bytes in
      var end = 0
      func write(_ number: Int, digits: Int, _ separator: Unicode.Scalar) {
        var number = number
        for index in stride(from: end + digits - 1, through: end, by: -1) {
          bytes[index] = UInt8(ascii: "0") + UInt8(number % 10)
          number /= 10
        }
        bytes[end + digits] = UInt8(ascii: separator)
        end += digits + 1
      }
      write(year, digits: 4, "-")
      write(month, digits: 2, "-")
      write(dayOfMonth + 1, digits: 2, "T")
      write(time / 3_600, digits: 2, ":")
      write(time / 60 % 60, digits: 2, ":")
      write(time % 60, digits: 2, "Z")
      return end
    }
  }

  /// Returns the milliseconds since 1970, or `nil` for any other text.
  static func milliseconds(_ text: String) -> Int64? {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count == 20 else { return nil }
      for (index, byte) in zip([4, 7, 10, 13, 16, 19], "--T::Z".utf8) where bytes[index] != byte {
        return nil
      }
      func number(_ range: Range<Int>) -> Int? {
        var number = 0
        for byte in bytes[range] {
          guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
          number = number * 10 + Int(byte & 0x0F)
        }
        return number
      }
      guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
        let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
        year >= 1970, (1...12).contains(month), (1...days(in: month, of: year)).contains(day),
        hour < 24, minute < 60, second < 60
      else { return nil }
      let days = days(before: year) - days(before: 1970) + dayOfYear(year, month, day)
      return Int64(((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000
    }
  }

  private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func days(in month: Int, of year: Int) -> Int {
    lengths[month - 1] + (month == 2 && isLeap(year) ? 1 : 0)
  }

  /// How many days there were from the year 1 until a year.
  private static func days(before year: Int) -> Int {
    let past = year - 1
    return past * 365 + past / 4 - past / 100 + past / 400
  }

  /// The day of the year, from 0.
  private static func dayOfYear(_ year: Int, _ month: Int, _ day: Int) -> Int {
    (1..<month).reduce(day - 1) { $0 + days(in: $1, of: year) }
  }
}
