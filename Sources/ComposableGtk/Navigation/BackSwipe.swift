/// A swipe of one or more fingers that may turn out to move a page away.
///
/// Distances are in pixels and positive in the direction in which pages move away; times are in
/// seconds.
package nonisolated struct BackSwipe {
  /// How far the page has been moved; `nil` until the gesture is recognized as a back swipe.
  package private(set) var way: Double?
  /// Whether the gesture is no back swipe: it began in another direction.
  private var isSomethingElse = false
  /// The latest distances, from which the speed is computed.
  private var samples: [(way: Double, time: Double)]

  /// - Parameter time: The time at which the fingers touched.
  package init(at time: Double) {
    samples = [(0, time)]
  }

  /// Updates the swipe for a movement.
  ///
  /// - Parameters:
  ///   - forwards: The total distance in the direction that moves a page away.
  ///   - across: The total distance perpendicular to that direction.
  ///   - time: The time of the movement.
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
      // The fingers turned around, so their speed before that does not count.
      samples = [last]
    }
    samples.removeAll { $0.time < time - Self.memory }
    samples.append((new, time))
  }

  /// Returns whether releasing the page makes it go: it has been moved halfway, or it moves fast.
  ///
  /// - Parameters:
  ///   - time: The time of the release.
  ///   - reach: The distance that moves the page away completely.
  package func isCompleted(at time: Double, reach: Double) -> Bool {
    guard let way else { return false }
    let speed = speed(at: time)
    return speed > Self.fast || (way >= reach / 2 && speed > -Self.fast)
  }

  /// Returns the speed in pixels per second.
  private func speed(at time: Double) -> Double {
    let recent = samples.filter { $0.time >= time - Self.memory }
    guard let first = recent.first, let last = recent.last else { return 0 }
    return (last.way - first.way) / max(time - first.time, 0.001)
  }

  /// The distance from which on the direction of the gesture counts, in pixels.
  private static let threshold = 10.0
  /// The time for which a movement counts towards the speed, in seconds.
  private static let memory = 0.15
  private static let fast = 300.0
}
