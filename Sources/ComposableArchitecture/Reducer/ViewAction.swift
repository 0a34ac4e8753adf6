/// An action type with a case for the actions that the view sends.
public protocol ViewAction<ViewAction> {
  /// The actions of the view.
  associatedtype ViewAction
  /// Wraps an action of the view in the case.
  static func view(_ action: ViewAction) -> Self
}
