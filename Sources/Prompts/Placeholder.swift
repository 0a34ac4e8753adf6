public struct AlertState<Action> {}
public struct ConfirmationDialogState<Action> {}
