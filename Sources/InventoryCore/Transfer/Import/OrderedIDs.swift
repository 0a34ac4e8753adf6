import Foundation

/// Makes identities that are ordered by the time they were made (version 7 of RFC 9562).
///
/// The index of the identities then grows at its end, which is much faster than everywhere.
package struct OrderedIDs {
  private let milliseconds = UInt64(Date().milliseconds)
  /// Random at first, and then counted on: to ask the system a million times takes a second.
  private var low = UInt64.random(in: .min ... .max)
  private var count: UInt64 = 0

  package init() {}

  package mutating func next() -> UUID {
    let time = milliseconds + count >> 12
    let counter = count & 0xFFF
    count += 1
    low &+= 0x9E37_79B9_7F4A_7C15
    let low = low
    func byte(_ value: UInt64, _ place: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: value >> (place * 8))
    }
    return UUID(
      uuid: (
        byte(time, 5), byte(time, 4), byte(time, 3), byte(time, 2), byte(time, 1), byte(time, 0),
        0x70 | byte(counter, 1), byte(counter, 0),
        0x80 | byte(low, 7) & 0x3F, byte(low, 6), byte(low, 5), byte(low, 4), byte(low, 3),
        byte(low, 2), byte(low, 1), byte(low, 0)
      )
    )
  }
}
