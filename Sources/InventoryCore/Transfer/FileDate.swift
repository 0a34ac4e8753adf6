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

  /// Returns the milliseconds since 1970, or `nil` for any other text.
  package static func milliseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count == 20 else { return nil }
    func number(_ range: Range<Int>) -> Int32 {
      bytes[range].reduce(0) { $0 * 10 + Int32($1 & 0x0F) }
    }
    var fields = tm()
    fields.tm_year = number(0..<4) - 1_900
    fields.tm_mon = number(5..<7) - 1
    fields.tm_mday = number(8..<10)
    fields.tm_hour = number(11..<13)
    fields.tm_min = number(14..<16)
    fields.tm_sec = number(17..<19)
    let milliseconds = Int64(timegm(&fields)) * 1_000
    // Whatever is no date, such as February 30, is another text as a date.
    return self.text(milliseconds) == text ? milliseconds : nil
  }
}

extension Date {
  /// Milliseconds since 1970: dates are kept and written as exactly as that.
  package var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded()) }

  package init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
