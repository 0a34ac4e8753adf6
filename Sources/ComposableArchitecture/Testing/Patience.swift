/// How long a test waits for effects.
struct Patience {
  private let limit: Duration
  private let start = ContinuousClock.now
  private var turns = 0

  init(_ limit: Duration) {
    self.limit = limit
  }

  /// Whether the time is up; asked once a turn.
  mutating func isExhausted() -> Bool {
    turns += 1
    // Where hundreds of tests run at once, the time may be up before the effect has had its turns.
    return turns > 200 && ContinuousClock.now - start >= limit
  }
}
