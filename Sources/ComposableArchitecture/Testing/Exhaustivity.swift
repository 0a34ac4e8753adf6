/// How much a ``TestStore`` requires to be asserted.
public enum Exhaustivity: Equatable, Sendable {
  /// Everything: each change of state, each action that an effect sends, the end of each effect.
  case on
  /// Only what the test asserts.
  ///
  /// - Parameter showSkippedAssertions: Whether changes that are not asserted are shown, without
  ///   failing.
  case off(showSkippedAssertions: Bool)

  /// Only what the test asserts; the rest is not shown.
  public static let off = Self.off(showSkippedAssertions: false)
}
