import Synchronization

/// What the results that the process is receiving have in memory, of all connections. A server
/// could otherwise send as much as one result may have on each of them.
enum ReceivedResults {
  private static let received = Atomic<Int>(0)

  static var bytes: Int { received.load(ordering: .relaxed) }

  /// Adds what a row takes; less than nothing when a result has been received.
  static func add(_ bytes: Int) {
    received.add(bytes, ordering: .relaxed)
  }
}
