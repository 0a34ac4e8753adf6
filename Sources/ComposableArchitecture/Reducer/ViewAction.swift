/// An action type whose actions of the view stand in a case of their own.
public protocol ViewAction<ViewAction> {
  /// The actions of the view.
  associatedtype ViewAction
  /// Wraps an action of the view.
  static func view(_ action: ViewAction) -> Self
}
