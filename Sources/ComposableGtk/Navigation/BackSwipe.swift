/// Fingers that may be about to move a page away, from the time they came.
///
/// Ways are in pixels, and grow in the direction in which pages are moved away; times are in seconds.
package nonisolated struct BackSwipe {
  /// How far the page has been moved; `nil` as long as the fingers may as well want something else.
  package private(set) var way: Double?
  /// Whether the fingers want something else: they went the other way first, or across.
  private var isSomethingElse = false
  /// The last ways, by which the speed is known.
  private var samples: [(way: Double, time: Double)]

  /// - Parameter time: When the fingers have come.
  package init(at time: Double) {
    samples = [(0, time)]
  }

  /// Takes a movement into account.
  ///
  /// - Parameters:
  ///   - forwards: How far the fingers have come in the direction that moves a page away.
  ///   - across: How far they have come across it.
  ///   - time: When.
  package mutating func move(forwards: Double, across: Double, at time: Double) {
    guard !isSomethingElse else { return }
    if way == nil {
      guard max(abs(forwards), abs(across)) > Self.threshold else { return }
      guard forwards > 2 * abs(across) else {
        isSomethingElse = true
        return
      }
    }
    let new = max(forwards - Self.threshold, 0)
    way = new
    if samples.count > 1, let last = samples.last,
      (new - last.way) * (last.way - samples[samples.count - 2].way) < 0
    {
      // The fingers turn around: how fast they were the other way does not count.
      samples = [last]
    }
    samples.removeAll { $0.time < time - Self.memory }
    samples.append((new, time))
  }

  /// Whether the page is to go when the fingers leave: it has been moved halfway, or moves fast.
  ///
  /// - Parameters:
  ///   - time: When the fingers leave.
  ///   - reach: The way that moves the page away wholly.
  package func isCompleted(at time: Double, reach: Double) -> Bool {
    guard let way else { return false }
    let speed = speed(at: time)
    return speed > Self.fast || (way >= reach / 2 && speed > -Self.fast)
  }

  /// In pixels per second.
  private func speed(at time: Double) -> Double {
    let recent = samples.filter { $0.time >= time - Self.memory }
    guard let first = recent.first, let last = recent.last else { return 0 }
    return (last.way - first.way) / max(time - first.time, 0.001)
  }

  /// How far fingers come before they want something.
  private static let threshold = 10.0
  /// How long a movement counts for the speed.
  private static let memory = 0.15
  private static let fast = 300.0
}
