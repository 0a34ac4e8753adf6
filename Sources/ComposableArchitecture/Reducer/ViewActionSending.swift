import Prompts

/// A view that sends only the view actions of a feature; conform through the macro
/// `@ViewAction(for:)`.
public protocol ViewActionSending<StoreState, StoreAction> {
  associatedtype StoreState
  associatedtype StoreAction: ViewAction
  /// The view's store.
  @MainActor var store: Store<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends an action of the view.
  ///
  /// - Parameter action: The action.
  /// - Returns: The effects of the action, to be awaited or cancelled.
  @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction) -> StoreTask {
    store.send(.view(action))
  }
}

extension ViewActionSending {
  /// Sends an action of the view.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: How the changes should be animated; see `Animation`.
  /// - Returns: The effects of the action, to be awaited or cancelled.
  @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction, animation: Animation?) -> StoreTask {
    send(action)
  }
}
