import Prompts

/// Sends actions back into the store from an
/// ``Effect/run(priority:name:operation:catch:fileID:filePath:line:column:)``.
///
/// ```swift
/// return .run { send in
///   await send(.started)
///   …
///   await send(.finished)
/// }
/// ```
///
/// Actions of a cancelled effect are ignored. Sending after the effect has dismissed its own
/// feature is reported, because no feature is left to handle the action. Sending after the effect
/// has ended, from work that it left behind, is reported as well; such an action is handled.
@MainActor
public struct Send<Action>: Sendable {
  private let send: @MainActor @Sendable (Action) -> Void

  /// Makes a value that passes actions to a closure, for calling an effect's operation by hand.
  ///
  /// - Parameter send: Receives each action.
  nonisolated public init(send: @escaping @MainActor @Sendable (Action) -> Void) {
    self.send = send
  }

  nonisolated init<T>(_ outer: Send<T>, _ transform: @escaping @Sendable (Action) -> T) {
    self.send = { outer.send(transform($0)) }
  }

  /// Sends an action, unless the effect has been cancelled.
  ///
  /// - Parameter action: The action.
  public func callAsFunction(_ action: Action) {
    if let effect = RunningEffect.current, effect.hasDismissed {
      effect.reportSendAfterDismiss(action)
      return
    }
    guard !Task.isCancelled else { return }
    send(action)
  }
}

extension Send {
  /// Sends an action, unless the effect has been cancelled.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: How the changes should be animated; see `Animation`.
  public func callAsFunction(_ action: Action, animation: Animation?) {
    callAsFunction(action)
  }
}
