/// State that is dismissed by any of its actions, such as an alert.
public protocol _EphemeralState<Action> {
  associatedtype Action
  static var actionType: Any.Type { get }
}

extension _EphemeralState {
  public static var actionType: Any.Type { Action.self }
}

extension AlertState: _EphemeralState {}
extension ConfirmationDialogState: _EphemeralState {}
