/// An alert as a value: its texts and its buttons.
///
/// Other modules show their own alerts in this form, with ``View/alert(item:id:description:)``. For
/// views there are ``View/alert(_:isPresented:actions:message:)`` and
/// ``View/confirmationDialog(_:isPresented:actions:message:)``.
public struct AlertDescription {
  /// A button of an alert.
  public struct Action {
    public var title: String
    public var role: ButtonRole?
    /// Whether this is the suggested answer.
    public var isSuggested: Bool
    /// Called when the button is pressed, before the alert's item is set to `nil`.
    public var action: () -> Void

    /// - Parameters:
    ///   - title: The label of the button.
    ///   - role: The role of the button. Escape and the close button also press the button with the
    ///     role `cancel`.
    ///   - isSuggested: Whether this is the suggested answer.
    ///   - action: Called when the button is pressed, before the alert's item is set to `nil`.
    public init(
      _ title: String,
      role: ButtonRole? = nil,
      isSuggested: Bool = false,
      action: @escaping () -> Void = {}
    ) {
      self.title = title
      self.role = role
      self.isSuggested = isSuggested
      self.action = action
    }
  }

  public var title: Text
  public var message: Text?
  /// The buttons. Without any, the alert has a Close button.
  public var actions: [Action]
  /// Whether a Cancel button is added if there is none.
  public var addsCancel: Bool

  /// - Parameters:
  ///   - title: The title of the alert.
  ///   - message: The details.
  ///   - actions: The buttons. Without any, the alert has a Close button.
  ///   - addsCancel: Whether a Cancel button is added if there is none, as in confirmation dialogs.
  public init(title: Text, message: Text? = nil, actions: [Action] = [], addsCancel: Bool = false) {
    self.title = title
    self.message = message
    self.actions = actions
    self.addsCancel = addsCancel
  }

  /// The buttons that are shown.
  var shownActions: [Action] {
    if actions.isEmpty { return [Action(String(translatedByGtk: "_Close"), role: .cancel)] }
    if addsCancel, !actions.contains(where: { $0.role == .cancel }) {
      return actions + [Action(String(translatedByGtk: "_Cancel"), role: .cancel)]
    }
    return actions
  }
}
