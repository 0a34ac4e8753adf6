import Prompts

extension Store {
  /// Sends an action to the feature's reducer.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: How what follows should move; see `Animation`.
  /// - Returns: The effects that follow, to be awaited or cancelled.
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask {
    send(action)
  }
}
