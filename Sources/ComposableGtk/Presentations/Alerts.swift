import ComposableArchitecture
import GtkViews

extension View {
  /// Shows an alert while there is a state for it.
  ///
  /// ```swift
  /// .alert($store.scope(state: \.alert, action: \.alert))
  /// ```
  ///
  /// A button sends its action. Escape, closing the window, and buttons without an action send
  /// `PresentationAction/dismiss`. Both make the reducer clear the state, and then the alert
  /// closes.
  ///
  /// - Parameter store: The store of the alert.
  public func alert<Action>(_ store: Binding<Store<AlertState<Action>, Action>?>) -> AnyView {
    alert(
      item: store,
      id: { $0.withState { AnyHashable($0.id) } },
      description: { store in
        let state = store.withState { $0 }
        return AlertDescription(
          title: Text(state.title),
          message: state.message.map { Text($0) },
          actions: state.buttons.map { AlertDescription.Action($0, in: store) }
        )
      }
    )
  }

  /// Shows a confirmation dialog while there is a state for it. Unlike an alert, it always has a
  /// Cancel button.
  ///
  /// - Parameter store: The store of the dialog.
  public func confirmationDialog<Action>(
    _ store: Binding<Store<ConfirmationDialogState<Action>, Action>?>
  ) -> AnyView {
    alert(
      item: store,
      id: { $0.withState { AnyHashable($0.id) } },
      description: { store in
        let state = store.withState { $0 }
        return AlertDescription(
          title: state.titleVisibility == .hidden ? Text("") : Text(state.title),
          message: state.message.map { Text($0) },
          actions: state.buttons.map { AlertDescription.Action($0, in: store) },
          addsCancel: true
        )
      }
    )
  }
}

extension AlertDescription.Action {
  fileprivate init<State, Action>(_ button: ButtonState<Action>, in store: Store<State, Action>) {
    let role: ButtonRole? =
      switch button.role {
      case .cancel: .cancel
      case .destructive: .destructive
      case nil: nil
      }
    self.init(String(state: button.label), role: role) {
      if let action = button.action.action { store.sendUnlessGone(action) }
    }
  }
}

extension Text {
  /// A text of an alert or a dialog, with its styles.
  public init(_ state: TextState) {
    self = state.runs.map(Text.init).reduce(Text(""), +)
  }

  private init(_ run: TextState.Run) {
    var text = Text(verbatim: run.text)
    if run.style.weight == .bold { text = text.bold() }
    if run.style.isItalic == true { text = text.italic() }
    if run.style.isUnderlined == true { text = text.underline() }
    if run.style.isStruckThrough == true { text = text.strikethrough() }
    if run.style.isMonospaced == true { text = text.monospaced() }
    self = text
  }
}
