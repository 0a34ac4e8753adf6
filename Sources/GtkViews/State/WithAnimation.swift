/// Whether the code that is running is in ``withAnimation(_:)``.
private(set) var isInAnimation = false

/// Calls a closure, and lets what it scrolls move there in a quarter of a second.
///
/// ```swift
/// withAnimation { proxy.scrollTo(message.id, anchor: .bottom) }
/// ```
///
/// What the closure changes of the state is shown as it is without an animation: GTK animates
/// pages, dialogs and lists by itself. Nothing moves where the desktop's settings turn animations
/// off.
///
/// - Parameter body: The closure.
/// - Returns: What the closure returns.
@discardableResult
public func withAnimation<Result>(_ body: () throws -> Result) rethrows -> Result {
  try withAnimation(if: true, body)
}

/// Calls a closure, and lets what it scrolls move there, or lets it be there at once.
@discardableResult
package func withAnimation<Result>(
  if isAnimated: Bool,
  _ body: () throws -> Result
) rethrows -> Result {
  let outer = isInAnimation
  isInAnimation = isAnimated
  defer { isInAnimation = outer }
  return try body()
}
