// Operators whose case of the action holds something else than the state demands. Without these
// declarations, the compiler fails without saying what is wrong.

extension Reducer {
  @available(
    *,
    unavailable,
    message: """
      'action' must be a case that holds a 'PresentationAction' of the feature, such as 'case \
      edit(PresentationAction<Edit.Action>)'
      """
  )
  public func ifLet<DestinationState, OtherAction, Destination: Reducer>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toOtherAction: CaseKeyPath<Action, OtherAction>,
    destination: () -> Destination
  ) -> Self where Destination.State == DestinationState {
    self
  }

  @available(
    *,
    unavailable,
    message: """
      'action' must be a case that holds the actions of the elements, such as 'case \
      rows(IdentifiedActionOf<Row>)'
      """
  )
  public func forEach<ID: Hashable, ElementState, OtherAction, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toOtherAction: CaseKeyPath<Action, OtherAction>,
    element: () -> Element
  ) -> Self where Element.State == ElementState {
    self
  }

  @available(
    *,
    unavailable,
    message: """
      'action' must be a case that holds the actions of the stack, such as 'case \
      path(StackActionOf<Path>)'
      """
  )
  public func forEach<DestinationState, OtherAction, Destination: Reducer>(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toOtherAction: CaseKeyPath<Action, OtherAction>,
    destination: () -> Destination
  ) -> Self where Destination.State == DestinationState {
    self
  }
}
