/// The number of entries at which a cache drops those that are no longer used. Because it doubles
/// with the number of entries that are kept, an insertion costs constant time on average.
struct SweepLimit {
  private static let minimum = 16
  private var count = minimum

  /// Returns whether it is time to sweep.
  func isReached(by count: Int) -> Bool { count >= self.count }

  /// Sets the next limit after a sweep.
  mutating func reset(keeping count: Int) {
    self.count = max(Self.minimum, count * 2)
  }
}
