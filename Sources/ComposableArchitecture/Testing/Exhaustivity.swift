/// How much of what happens a ``TestStore`` wants asserted.
public enum Exhaustivity: Equatable, Sendable {
  /// All: every change of state, every action that an effect sends, the end of every effect.
  case on
  /// What the test asserts, and nothing else.
  ///
  /// - Parameter showSkippedAssertions: Whether what was not asserted is shown, without failing.
  case off(showSkippedAssertions: Bool)

  /// What the test asserts, and nothing else, silently.
  public static let off = Self.off(showSkippedAssertions: false)
}
