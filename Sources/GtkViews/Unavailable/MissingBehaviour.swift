import Tables

// Modifiers of SwiftUI for what views do that do not exist here, with what to use instead.

extension View {
  @available(
    *,
    unavailable,
    message: """
      give the views 'accessibilityLabel(_:)', or hide them with 'accessibilityHidden(_:)'
      """
  )
  public func accessibilityElement(children: MissingName = .automatic) -> Self { self }

  @available(*, unavailable, message: "use 'widgetName(_:)'")
  public func accessibilityIdentifier(_ identifier: String) -> Self { self }

  @available(*, unavailable, message: "set the '@FocusState' in 'onAppear(perform:)'")
  public func defaultFocus<Value: Hashable>(_ focus: FocusState<Value>.Binding, _ value: Value)
    -> Self
  { self }

  @available(*, unavailable, message: "use 'environment(_:_:)' with a key of your own")
  public func environmentObject(_ object: some AnyObject) -> Self { self }

  @available(*, unavailable, message: "keep what is selected in the state of the window's feature")
  public func focusedValue<Value>(_ keyPath: MissingName, _ value: Value) -> Self { self }

  @available(*, unavailable, message: "wrap a widget with a gesture of GTK")
  public func highPriorityGesture(_ gesture: some Any) -> Self { self }

  @available(*, unavailable, message: "use 'onKeyPress(.delete)', or 'onDelete' of a list")
  public func onDeleteCommand(perform action: (() -> Void)?) -> Self { self }

  @available(*, unavailable, message: "rows are moved with 'onMove'")
  public func onDrag(_ data: () -> some Any) -> Self { self }

  @available(*, unavailable, message: "use 'dropDestination(for:action:)'")
  public func onDrop(
    of types: [MissingName],
    isTargeted: Binding<Bool>? = nil,
    perform action: ([MissingName]) -> Bool
  ) -> Self { self }

  @available(*, unavailable, message: "use 'onKeyPress(.escape)'")
  public func onExitCommand(perform action: (() -> Void)?) -> Self { self }

  @available(*, unavailable, message: "use 'revealedRow(_:)' of a 'List'")
  public func scrollPosition(id: Binding<(some Hashable)?>) -> Self { self }

  @available(*, unavailable, message: "there is none on the desktop")
  public func sensoryFeedback(_ feedback: MissingName, trigger: some Equatable) -> Self { self }

  @available(*, unavailable, message: "wrap a widget with a gesture of GTK")
  public func simultaneousGesture(_ gesture: some Any) -> Self { self }

  @available(*, unavailable, message: "a keyboard has Enter")
  public func submitLabel(_ label: MissingName) -> Self { self }

  @available(*, unavailable, message: "keep what the window shows in '@Shared' state")
  public func userActivity(_ type: String, update: (MissingName) -> Void) -> Self { self }

  @available(*, unavailable, message: "a keyboard does not cover the window")
  public func scrollDismissesKeyboard(_ mode: MissingName) -> Self { self }

  @available(*, unavailable, message: "there is no status bar in a window")
  public func statusBarHidden(_ isHidden: Bool = true) -> Self { self }

  @available(*, unavailable, message: "there are none on the desktop")
  public func persistentSystemOverlays(_ visibility: Visibility) -> Self { self }

  @available(*, unavailable, message: "fields change nothing of what is typed")
  public func disableAutocorrection(_ isDisabled: Bool?) -> Self { self }

  @available(*, unavailable, message: "use a 'SecureField' for passwords")
  public func textContentType(_ type: MissingName?) -> Self { self }

  @available(*, unavailable, message: "show something else where it is private")
  public func privacySensitive(_ isSensitive: Bool = true) -> Self { self }

  @available(*, unavailable, message: "a list scrolls by pixels")
  public func scrollTargetBehavior(_ behavior: MissingName) -> Self { self }

  @available(*, unavailable, message: "views are compared by themselves: leave it out")
  public func equatable() -> Self { self }
}
