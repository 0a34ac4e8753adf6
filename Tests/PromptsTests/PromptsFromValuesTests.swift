import Prompts
import Testing

@Suite struct PromptsFromValuesTests {
  private enum Action: Equatable { case confirm, delete }

  private let title = TextState("Delete?")
  private let message = TextState("It cannot be undone.")

  private func alert(
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>]
  ) -> AlertState<Action> {
    AlertState(title: { title }, actions: actions, message: { message })
  }

  @Test func `an alert takes its buttons as an array`() {
    let buttons: [ButtonState<Action>] = [
      .default(TextState("OK"), action: .send(.confirm)),
      .destructive(TextState("Delete"), action: .send(.delete)),
      .cancel(TextState("Keep")),
    ]
    let expected = alert {
      ButtonState(action: .confirm) { TextState("OK") }
      ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    }
    #expect(AlertState(title: title, message: message, buttons: buttons) == expected)
  }

  @Test func `an alert takes two buttons`() {
    let actual = AlertState<Action>(
      title: title,
      message: message,
      primaryButton: .default(TextState("OK")),
      secondaryButton: .cancel(TextState("Keep"))
    )
    let expected = alert {
      ButtonState { TextState("OK") }
      ButtonState(role: .cancel) { TextState("Keep") }
    }
    #expect(actual == expected)
  }

  @Test func `an alert takes one button, or none`() {
    let ok = ButtonState<Action>(action: .confirm) { TextState("OK") }
    #expect(
      AlertState(title: title, dismissButton: ok) == AlertState(title: { title }, actions: { ok })
    )
    #expect(AlertState<Action>(title: title) == AlertState(title: { title }))
  }

  @Test func `a dialog takes its buttons as an array`() {
    let actual = ConfirmationDialogState<Action>(
      title: title,
      titleVisibility: .visible,
      message: message,
      buttons: [.default(TextState("OK"), action: .send(.confirm))]
    )
    let expected = ConfirmationDialogState<Action>(titleVisibility: .visible) {
      title
    } actions: {
      ButtonState(action: .confirm) { TextState("OK") }
    } message: {
      message
    }
    #expect(actual == expected)
    #expect(ConfirmationDialogState<Action>(title: title).titleVisibility == .automatic)
  }
}
