import ComposableArchitecture
import GtkViews

/// Calls a closure, and lets what it scrolls move there in a quarter of a second, whatever the
/// animation.
///
/// - Parameters:
///   - animation: `nil` to let it be there at once.
///   - body: The closure.
/// - Returns: What the closure returns.
@discardableResult
public func withAnimation<Result>(
  _ animation: Animation?,
  _ body: () throws -> Result
) rethrows -> Result {
  try withAnimation(if: animation != nil, body)
}
