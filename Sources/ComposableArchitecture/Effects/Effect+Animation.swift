import Prompts

// Overloads for features and views that name an animation. GTK animates by itself: see `Animation`.

extension Effect {
  /// Returns an effect that sends an action back into the store.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - animation: How the changes should be animated; see `Animation`.
  public static func send(_ action: Action, animation: Animation?) -> Self {
    send(action)
  }

  /// Returns the effect, with an animation for the changes of its actions.
  ///
  /// - Parameter animation: How they should be animated; see `Animation`.
  public func animation(_ animation: Animation? = .default) -> Self {
    self
  }
}
