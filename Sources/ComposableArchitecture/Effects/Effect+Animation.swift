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

extension Send {
  /// Sends an action, unless the effect has been cancelled.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: How what follows should move; see `Animation`.
  public func callAsFunction(_ action: Action, animation: Animation?) {
    callAsFunction(action)
  }
}

extension DismissEffect {
  /// Dismisses the feature.
  ///
  /// - Parameter animation: How it should leave; see `Animation`.
  @MainActor
  public func callAsFunction(
    animation: Animation?,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await callAsFunction(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

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

extension ViewActionSending {
  /// Sends an action of the view.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: How what follows should move; see `Animation`.
  /// - Returns: The effects that follow, to be awaited or cancelled.
  @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction, animation: Animation?) -> StoreTask {
    send(action)
  }
}
