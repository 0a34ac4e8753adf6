// Initializers that take values instead of closures. Features used them before there were builders,
// and some still do.

extension AlertState {
  /// Creates an alert.
  ///
  /// - Parameters:
  ///   - title: The question or statement of the alert.
  ///   - message: The text below the title.
  ///   - buttons: The buttons.
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>]) {
    self.init(
      title: { title },
      actions: { for button in buttons { button } },
      message: message.map { message in { message } }
    )
  }

  /// Creates an alert with at most one button.
  ///
  /// - Parameters:
  ///   - title: The question or statement of the alert.
  ///   - message: The text below the title.
  ///   - dismissButton: The button. Without it, the alert is shown with one that closes it.
  public init(
    title: TextState,
    message: TextState? = nil,
    dismissButton: ButtonState<Action>? = nil
  ) {
    self.init(title: title, message: message, buttons: dismissButton.map { [$0] } ?? [])
  }

  /// Creates an alert with two buttons.
  ///
  /// - Parameters:
  ///   - title: The question or statement of the alert.
  ///   - message: The text below the title.
  ///   - primaryButton: The first button.
  ///   - secondaryButton: The second button.
  public init(
    title: TextState,
    message: TextState? = nil,
    primaryButton: ButtonState<Action>,
    secondaryButton: ButtonState<Action>
  ) {
    self.init(title: title, message: message, buttons: [primaryButton, secondaryButton])
  }
}

extension ConfirmationDialogState {
  /// Creates a dialog.
  ///
  /// - Parameters:
  ///   - title: The question of the dialog.
  ///   - titleVisibility: Whether the title is shown.
  ///   - message: The text below the title.
  ///   - buttons: The buttons.
  public init(
    title: TextState,
    titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    message: TextState? = nil,
    buttons: [ButtonState<Action>] = []
  ) {
    self.init(
      titleVisibility: titleVisibility,
      title: { title },
      actions: { for button in buttons { button } },
      message: message.map { message in { message } }
    )
  }
}

extension ButtonState {
  /// A button without a role.
  ///
  /// - Parameters:
  ///   - label: The text of the button.
  ///   - action: The action that is sent when the button is pressed; by default, none.
  public static func `default`(
    _ label: TextState,
    action: ButtonStateAction<Action> = .send(nil)
  ) -> ButtonState {
    ButtonState(action: action) { label }
  }

  /// A button that closes the prompt without a change.
  ///
  /// - Parameters:
  ///   - label: The text of the button.
  ///   - action: The action that is sent when the button is pressed; by default, none.
  public static func cancel(
    _ label: TextState,
    action: ButtonStateAction<Action> = .send(nil)
  ) -> ButtonState {
    ButtonState(role: .cancel, action: action) { label }
  }

  /// A button for an action that cannot be undone.
  ///
  /// - Parameters:
  ///   - label: The text of the button.
  ///   - action: The action that is sent when the button is pressed; by default, none.
  public static func destructive(
    _ label: TextState,
    action: ButtonStateAction<Action> = .send(nil)
  ) -> ButtonState {
    ButtonState(role: .destructive, action: action) { label }
  }
}
