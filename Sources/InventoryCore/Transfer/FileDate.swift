import Foundation
import Glibc

/// The dates in files that the program writes and reads, such as `2026-11-23T08:16:10Z`.
///
/// A large file has millions of them: Foundation takes longer for them than for all the rest.
package enum FileDate {
  private static let format = "%Y-%m-%dT%H:%M:%SZ"

  /// Returns the text of a moment in milliseconds since 1970. It is empty for moments outside the
  /// years from 1970 to 9999.
  package static func text(_ milliseconds: Int64) -> String {
    guard (0..<253_402_300_800_000).contains(milliseconds) else { return "" }
    var seconds = time_t(milliseconds / 1_000)
    var fields = tm()
    gmtime_r(&seconds, &fields)
    return String(unsafeUninitializedCapacity: 21) { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        guard let start = $0.baseAddress else { return 0 }
        return strftime(start, $0.count, format, &fields)
      }
    }
  }

  /// Returns the milliseconds since 1970 of a date that a program has written, such as
  /// `2026-11-23T08:16:10Z`, `2026-11-23 08:16:10`, `2026-11-23T09:16:10.123+01:00` or
  /// `2026-11-23`. A date without an offset is one of UTC.
  ///
  /// - Returns: `nil` for any other text.
  package static func milliseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard (10...35).contains(bytes.count) else { return nil }
    var fields = tm()
    var rest = bytes[...]
    /// The number of some digits that follow each other, with a mark before it.
    func number(_ digits: Int, after mark: UInt8? = nil) -> Int32? {
      if let mark { guard rest.popFirst() == mark else { return nil } }
      guard rest.count >= digits, rest.prefix(digits).allSatisfy(isDigit) else { return nil }
      defer { rest = rest.dropFirst(digits) }
      return rest.prefix(digits).reduce(0) { $0 * 10 + Int32($1 & 0x0F) }
    }
    guard let year = number(4), let month = number(2, after: UInt8(ascii: "-")),
      let day = number(2, after: UInt8(ascii: "-"))
    else { return nil }
    (fields.tm_year, fields.tm_mon, fields.tm_mday) = (year - 1_900, month - 1, day)
    var (fraction, offset): (Int64, Int64) = (0, 0)
    if !rest.isEmpty {
      guard let mark = rest.first, mark == UInt8(ascii: "T") || mark == UInt8(ascii: " "),
        let hour = number(2, after: mark), let minute = number(2, after: UInt8(ascii: ":"))
      else { return nil }
      (fields.tm_hour, fields.tm_min) = (hour, minute)
      if rest.first == UInt8(ascii: ":") {
        guard let second = number(2, after: UInt8(ascii: ":")) else { return nil }
        fields.tm_sec = second
        if rest.first == UInt8(ascii: ".") {
          let digits = rest.dropFirst().prefix(while: isDigit)
          guard (1...9).contains(digits.count) else { return nil }
          fraction = (digits + [0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int64($1 & 0x0F) }
          rest = rest.dropFirst(digits.count + 1)
        }
      }
      switch rest.first {
      case nil: break
      case UInt8(ascii: "Z"): rest = rest.dropFirst()
      case let sign? where sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"):
        guard let hours = number(2, after: sign) else { return nil }
        if rest.first == UInt8(ascii: ":") { rest = rest.dropFirst() }
        guard let minutes = rest.isEmpty ? 0 : number(2), hours < 24, minutes < 60 else {
          return nil
        }
        offset = Int64(hours * 60 + minutes) * 60_000 * (sign == UInt8(ascii: "-") ? -1 : 1)
      default: return nil
      }
      guard rest.isEmpty else { return nil }
    }
    let written = fields
    let milliseconds = Int64(timegm(&fields)) * 1_000
    // Whatever is no date, such as February 30, becomes another one.
    guard milliseconds >= 0, fields.tm_mon == written.tm_mon, fields.tm_mday == written.tm_mday,
      fields.tm_hour == written.tm_hour, fields.tm_min == written.tm_min,
      fields.tm_sec == written.tm_sec
    else { return nil }
    let moment = milliseconds + fraction - offset
    return (0..<253_402_300_800_000).contains(moment) ? moment : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension Date {
  /// Milliseconds since 1970: dates are kept and written as exactly as that.
  package var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded()) }

  package init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
