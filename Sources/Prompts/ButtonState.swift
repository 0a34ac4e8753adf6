import CustomDump

/// A button, as state: a label, a role, and the action that is sent when it is pressed.
///
///     ButtonState(role: .destructive, action: .confirmDeletion) {
///       TextState("Delete")
///     }
public struct ButtonState<Action>: Identifiable {
  /// The identity of the button. Comparisons ignore it.
  public let id = PromptID()
  /// The action that is sent when the button is pressed.
  public let action: ButtonStateAction<Action>
  /// The text of the button.
  public let label: TextState
  /// The purpose of the button.
  public let role: ButtonStateRole?

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - role: The purpose of the button.
  ///   - action: The action that is sent when the button is pressed; by default, none.
  ///   - label: The text of the button.
  public init(
    role: ButtonStateRole? = nil,
    action: ButtonStateAction<Action> = .send(nil),
    label: () -> TextState
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - role: The purpose of the button.
  ///   - action: The action that is sent when the button is pressed.
  ///   - label: The text of the button.
  public init(
    role: ButtonStateRole? = nil,
    action: Action,
    label: () -> TextState
  ) {
    self.init(role: role, action: .send(action), label: label)
  }

  /// Passes the action to a closure, as pressing the button does.
  ///
  /// - Parameter perform: Receives the action, or `nil` if the button has none.
  public func withAction<Failure: Error>(
    _ perform: (Action?) throws(Failure) -> Void
  ) throws(Failure) {
    try perform(action.action)
  }

  /// Passes the action to an asynchronous closure, as pressing the button does.
  ///
  /// - Parameter perform: Receives the action, or `nil` if the button has none. It runs on the
  ///   caller's actor.
  public nonisolated(nonsending) func withAction<Failure: Error>(
    _ perform: nonisolated(nonsending) (Action?) async throws(Failure) -> Void
  ) async throws(Failure) {
    try await perform(action.action)
  }

  /// Returns the same button with another action.
  ///
  /// - Parameter transform: Returns the new action for an action.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(role: role, action: action.map(transform)) { label }
  }
}

/// The purpose of a button.
public enum ButtonStateRole: Hashable, Sendable {
  /// The button closes the prompt without a change. The Escape key does the same.
  case cancel
  /// The action of the button cannot be undone.
  case destructive
}

/// The action that is sent when a button is pressed.
public struct ButtonStateAction<Action> {
  /// The action, if any.
  public let action: Action?

  /// Sends an action; `nil` only dismisses the prompt.
  public static func send(_ action: Action?) -> ButtonStateAction {
    ButtonStateAction(action: action)
  }

  /// Sends an action; `nil` only dismisses the prompt.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: Has no effect; see ``Animation``.
  public static func send(_ action: Action?, animation: Animation?) -> ButtonStateAction {
    .send(action)
  }

  /// Returns the same for another action.
  ///
  /// - Parameter transform: Returns the new action for an action.
  public func map<NewAction>(
    _ transform: (Action?) -> NewAction?
  ) -> ButtonStateAction<NewAction> {
    .send(transform(action))
  }
}

/// Builds the buttons of a prompt from a list of statements.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] {
    [button]
  }

  public static func buildBlock(_ buttons: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    buttons.flatMap(\.self)
  }

  public static func buildArray(_ buttons: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    buttons.flatMap(\.self)
  }

  public static func buildEither(first buttons: [ButtonState<Action>]) -> [ButtonState<Action>] {
    buttons
  }

  public static func buildEither(second buttons: [ButtonState<Action>]) -> [ButtonState<Action>] {
    buttons
  }

  public static func buildOptional(_ buttons: [ButtonState<Action>]?) -> [ButtonState<Action>] {
    buttons ?? []
  }

  public static func buildLimitedAvailability(
    _ buttons: [ButtonState<Action>]
  ) -> [ButtonState<Action>] {
    buttons
  }
}

extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonStateAction: Hashable where Action: Hashable {}
extension ButtonStateAction: Sendable where Action: Sendable {}

extension ButtonState: Equatable where Action: Equatable {
  public static func == (lhs: ButtonState, rhs: ButtonState) -> Bool {
    lhs.action == rhs.action && lhs.label == rhs.label && lhs.role == rhs.role
  }
}

extension ButtonState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(action)
    hasher.combine(label)
    hasher.combine(role)
  }
}

extension ButtonState: Sendable where Action: Sendable {}

extension ButtonStateAction: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    Mirror(self, children: [(label: "send", value: action as Any)], displayStyle: .enum)
  }
}

extension ButtonState: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = []
    if let role { children.append(("role", role)) }
    children.append(("action", action))
    children.append(("label", label))
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
