import CustomDump

/// An alert, as state: a title, a message, and buttons.
///
///     state.alert = AlertState {
///       TextState("Delete the item?")
///     } actions: {
///       ButtonState(role: .destructive, action: .confirmDeletion) {
///         TextState("Delete")
///       }
///       ButtonState(role: .cancel) {
///         TextState("Keep")
///       }
///     } message: {
///       TextState("This cannot be undone.")
///     }
///
/// Setting the state shows the alert. Each of its buttons sends its action and sets the state to
/// `nil`. The desktop's settings decide how this is animated; the ``Animation`` of a button has no
/// effect.
public struct AlertState<Action>: Identifiable {
  /// The identity of the alert. Comparisons ignore it.
  public let id: PromptID
  /// The question or statement of the alert.
  public var title: TextState
  /// The buttons. An alert without buttons is shown with one that closes it.
  public var buttons: [ButtonState<Action>]
  /// The text below the title.
  public var message: TextState?

  private init(
    id: PromptID,
    title: TextState,
    buttons: [ButtonState<Action>],
    message: TextState?
  ) {
    self.id = id
    self.title = title
    self.buttons = buttons
    self.message = message
  }

  /// Creates an alert.
  ///
  /// - Parameters:
  ///   - title: The question or statement of the alert.
  ///   - actions: The buttons.
  ///   - message: The text below the title.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(id: PromptID(), title: title(), buttons: actions(), message: message?())
  }

  /// Returns the same alert with other actions.
  ///
  /// - Parameter transform: Returns the new action for an action.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> AlertState<NewAction> {
    AlertState<NewAction>(
      id: id,
      title: title,
      buttons: buttons.map { $0.map(transform) },
      message: message
    )
  }
}

extension AlertState: Equatable where Action: Equatable {
  public static func == (lhs: AlertState, rhs: AlertState) -> Bool {
    lhs.title == rhs.title && lhs.message == rhs.message && lhs.buttons == rhs.buttons
  }
}

extension AlertState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension AlertState: Sendable where Action: Sendable {}

extension AlertState: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = [("title", title)]
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
