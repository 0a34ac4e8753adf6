import CustomDump

/// A dialog that asks the user what to do, as state: a title, a message, and buttons.
///
///     state.dialog = ConfirmationDialogState {
///       TextState("Export as")
///     } actions: {
///       ButtonState(action: .export(.pdf)) {
///         TextState("PDF")
///       }
///       ButtonState(action: .export(.csv)) {
///         TextState("Table")
///       }
///     }
///
/// Setting the state shows the dialog. Each of its buttons sends its action and sets the state to
/// `nil`. The desktop's settings decide how this is animated; the ``Animation`` of a button has no
/// effect.
public struct ConfirmationDialogState<Action>: Identifiable {
  /// The identity of the dialog. Comparisons ignore it.
  public let id: PromptID
  /// The question of the dialog.
  public var title: TextState
  /// Whether the title is shown.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility
  /// The buttons.
  public var buttons: [ButtonState<Action>]
  /// The text below the title.
  public var message: TextState?

  private init(
    id: PromptID,
    title: TextState,
    titleVisibility: ConfirmationDialogStateTitleVisibility,
    buttons: [ButtonState<Action>],
    message: TextState?
  ) {
    self.id = id
    self.title = title
    self.titleVisibility = titleVisibility
    self.buttons = buttons
    self.message = message
  }

  /// Creates a dialog, and chooses whether its title is shown.
  ///
  /// - Parameters:
  ///   - titleVisibility: Whether the title is shown.
  ///   - title: The question of the dialog.
  ///   - actions: The buttons.
  ///   - message: The text below the title.
  public init(
    titleVisibility: ConfirmationDialogStateTitleVisibility,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(
      id: PromptID(),
      title: title(),
      titleVisibility: titleVisibility,
      buttons: actions(),
      message: message?()
    )
  }

  /// Creates a dialog.
  ///
  /// - Parameters:
  ///   - title: The question of the dialog.
  ///   - actions: The buttons.
  ///   - message: The text below the title.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(titleVisibility: .automatic, title: title, actions: actions, message: message)
  }

  /// Returns the same dialog with other actions.
  ///
  /// - Parameter transform: Returns the new action for an action.
  public func map<NewAction>(
    _ transform: (Action?) -> NewAction?
  ) -> ConfirmationDialogState<NewAction> {
    ConfirmationDialogState<NewAction>(
      id: id,
      title: title,
      titleVisibility: titleVisibility,
      buttons: buttons.map { $0.map(transform) },
      message: message
    )
  }
}

/// Whether a dialog shows its title.
public enum ConfirmationDialogStateTitleVisibility: Hashable, Sendable {
  /// The user interface decides.
  case automatic
  /// The title is hidden.
  case hidden
  /// The title is shown.
  case visible
}

extension ConfirmationDialogState: Equatable where Action: Equatable {
  public static func == (
    lhs: ConfirmationDialogState,
    rhs: ConfirmationDialogState
  ) -> Bool {
    lhs.title == rhs.title && lhs.titleVisibility == rhs.titleVisibility
      && lhs.message == rhs.message && lhs.buttons == rhs.buttons
  }
}

extension ConfirmationDialogState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(titleVisibility)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = []
    if titleVisibility != .automatic { children.append(("titleVisibility", titleVisibility)) }
    children.append(("title", title))
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
