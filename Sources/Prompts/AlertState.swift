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
/// Setting the state shows the alert; any of its buttons sends its action and sets the state to `nil`. How
/// that moves is up to the desktop, whatever ``Animation`` a button asks for.
public struct AlertState<Action>: Identifiable {
  /// Which alert this is. It plays no part in comparisons.
  public let id: PromptID
  /// What the alert asks or says.
  public var title: TextState
  /// The buttons. An alert without any has one to close it.
  public var buttons: [ButtonState<Action>]
  /// What the alert adds to its title.
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
  ///   - title: What the alert asks or says.
  ///   - actions: The buttons.
  ///   - message: What the alert adds to its title.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(id: PromptID(), title: title(), buttons: actions(), message: message?())
  }

  /// The same alert with other actions.
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
