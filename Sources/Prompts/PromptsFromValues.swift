// Prompts made of values instead of closures, as features wrote them before there were builders, and some still do.

extension AlertState {
  /// Creates an alert.
  ///
  /// - Parameters:
  ///   - title: What the alert asks or says.
  ///   - message: What the alert adds to its title.
  ///   - buttons: The buttons.
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>]) {
    self.init(
      title: { title },
      actions: { for button in buttons { button } },
      message: message.map { message in { message } }
    )
  }

  /// Creates an alert of one button at most.
  ///
  /// - Parameters:
  ///   - title: What the alert asks or says.
  ///   - message: What the alert adds to its title.
  ///   - dismissButton: The button. Without it there is one to close the alert.
  public init(
    title: TextState,
    message: TextState? = nil,
    dismissButton: ButtonState<Action>? = nil
  ) {
    self.init(title: title, message: message, buttons: dismissButton.map { [$0] } ?? [])
  }

  /// Creates an alert of two buttons.
  ///
  /// - Parameters:
  ///   - title: What the alert asks or says.
  ///   - message: What the alert adds to its title.
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
  ///   - title: What the dialog asks.
  ///   - titleVisibility: Whether the title is shown.
  ///   - message: What the dialog adds to its title.
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
  ///   - label: What the button says.
  ///   - action: What is sent when the button is pressed; nothing, by default.
  public static func `default`(
    _ label: TextState,
    action: ButtonStateAction<Action> = .send(nil)
  ) -> ButtonState {
    ButtonState(action: action) { label }
  }

  /// A button that takes the user back without a change.
  ///
  /// - Parameters:
  ///   - label: What the button says.
  ///   - action: What is sent when the button is pressed; nothing, by default.
  public static func cancel(
    _ label: TextState,
    action: ButtonStateAction<Action> = .send(nil)
  ) -> ButtonState {
    ButtonState(role: .cancel, action: action) { label }
  }

  /// A button that does something that cannot be undone.
  ///
  /// - Parameters:
  ///   - label: What the button says.
  ///   - action: What is sent when the button is pressed; nothing, by default.
  public static func destructive(
    _ label: TextState,
    action: ButtonStateAction<Action> = .send(nil)
  ) -> ButtonState {
    ButtonState(role: .destructive, action: action) { label }
  }
}
