/// Tells stores which actions are expected to come too late.
///
/// A view whose state is gone may still send actions while it is removed from the screen. This is
/// no misuse: its store ignores these actions without a report.
@MainActor
package enum LateSends {
  /// Whether a store whose state is gone ignores actions without a report.
  package private(set) static var areDropped = false

  /// Calls `body`. Stores ignore actions that it sends too late.
  ///
  /// - Parameters:
  ///   - isLate: Whether actions may be late. If not, `body` is only called.
  ///   - body: The code that may send actions.
  package static func drop(if isLate: Bool, _ body: () -> Void) {
    let before = areDropped
    areDropped = before || isLate
    defer { areDropped = before }
    body()
  }
}
