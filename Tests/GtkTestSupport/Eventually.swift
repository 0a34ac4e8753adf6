import GtkKit
import TestSupport

/// Runs GLib's main loop until a condition holds, and lets jobs of the main actor run meanwhile.
///
/// - Parameters:
///   - timeout: When to give up.
///   - condition: The condition.
/// - Returns: Whether the condition came to hold.
@MainActor
package func eventually(
  within timeout: Duration = .seconds(60),
  _ condition: () -> Bool
) async -> Bool {
  await TestSupport.eventually(within: timeout) {
    MainLoop.pump(limit: 100)
    return condition()
  }
}
