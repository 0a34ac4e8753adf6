import Prompts

extension Store {
  /// Sends an action to the feature's reducer.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: How the changes should be animated; see `Animation`.
  /// - Returns: The effects of the action, to be awaited or cancelled.
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask {
    send(action)
  }
}
