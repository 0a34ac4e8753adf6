import Foundation
import InventoryCore

/// The name of the file of a backup, read as a whole: a name with anything else in it, such as the
/// path of another folder, is none.
///
/// Links and windows name backups by texts, which may come from anybody. Only this type becomes
/// part of a path, and ``BackupFolder`` looks for it among the files that it lists.
struct BackupName: Comparable, Hashable, Sendable {
  /// Such as `20261122T151343.123Z-daily.sqlite`.
  let text: String
  /// When the backup was made.
  let date: Date
  /// Why it was made.
  let occasion: Backup.Occasion

  /// The name of a backup that is made now.
  init(_ date: Date, _ occasion: Backup.Occasion) {
    self.date = date
    self.occasion = occasion
    text = "\(Self.stamp(date))-\(occasion).sqlite"
  }

  /// Reads a name.
  ///
  /// - Parameter text: The name of a file, or something else.
  /// - Returns: `nil` if it is not the name of a backup.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    // The formatter reads less than the whole text, and spaces and signs among the digits.
    guard bytes.count > Self.pattern.count,
      zip(Self.pattern, bytes).allSatisfy({ expected, byte in
        expected == UInt8(ascii: "0")
          ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : expected == byte
      }),
      let date = try? Self.style.parse(
        String(decoding: bytes[..<Self.stampLength], as: UTF8.self)
      ),
      let occasion = Backup.Occasion.allCases.first(where: {
        Array("\($0).sqlite".utf8) == Array(bytes[Self.pattern.count...])
      })
    else { return nil }
    self.date = date
    self.occasion = occasion
    self.text = text
  }

  /// Names are ordered as the times are.
  static func < (left: Self, right: Self) -> Bool { left.text < right.text }

  /// How the date stands in names, such as `20261122T151343.123Z`.
  static func stamp(_ date: Date) -> String {
    date.formatted(style)
  }

  /// The date that the name has.
  var stamp: Substring { text.prefix(Self.stampLength) }

  /// A name up to the occasion, with 0 for each digit.
  private static let pattern = Array("00000000T000000.000Z-".utf8)
  private static let stampLength = pattern.count - 1

  private static var style: Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(
      dateSeparator: .omitted,
      timeSeparator: .omitted,
      includingFractionalSeconds: true
    )
  }
}
