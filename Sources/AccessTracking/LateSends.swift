/// Tells stores of actions that may come too late.
///
/// What views do when they leave the screen, because their state has gone, is no misuse of the store that they still have: the store
/// drops it without a report.
@MainActor
package enum LateSends {
  /// Whether what is sent now to a store whose state is gone is dropped without a report.
  package private(set) static var areDropped = false

  /// Calls `body`, and lets stores drop what it sends too late.
  ///
  /// - Parameters:
  ///   - isLate: Whether to do so; otherwise `body` is just called.
  ///   - body: What may send.
  package static func drop(if isLate: Bool, _ body: () -> Void) {
    let before = areDropped
    areDropped = before || isLate
    defer { areDropped = before }
    body()
  }
}
