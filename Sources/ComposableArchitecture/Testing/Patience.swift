/// How long a test waits for effects.
struct Patience {
  /// Turns that a test waits at least, however long they take: if hundreds of tests run at once,
  /// the time may be up before an effect has had its turns.
  private static let minimumTurns = 200

  private let limit: Duration
  private let start = ContinuousClock.now
  private var turns = 0

  init(_ limit: Duration) {
    self.limit = limit
  }

  /// Returns whether the time is up. The caller asks once a turn.
  mutating func isExhausted() -> Bool {
    turns += 1
    return turns > Self.minimumTurns && ContinuousClock.now - start >= limit
  }
}
