import Prompts

// What features and views say that ask for an animation. GTK animates by itself: see `Animation`.

extension Effect {
  /// Sends an action back into the store.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - animation: How what follows should move; see `Animation`.
  public static func send(_ action: Action, animation: Animation?) -> Self {
    send(action)
  }

  /// The effect, whose actions' changes should move.
  ///
  /// - Parameter animation: How they should; see `Animation`.
  public func animation(_ animation: Animation? = .default) -> Self {
    self
  }
}
