import ComposableArchitecture
import GtkViews

// The functions of StoreBindings.swift, without the label `state`.

extension Bindable {
  /// A binding to the store of a navigation stack: `NavigationStack(path: $store.scope(\.path,
  /// action: \.path))`.
  ///
  /// - Parameters:
  ///   - state: The key path to the stack.
  ///   - action: The case path to its `StackAction`.
  public func scope<State, Action, ElementState, ElementAction>(
    _ state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> Binding<Store<StackState<ElementState>, StackAction<ElementState, ElementAction>>>
  where Value == Store<State, Action> {
    scope(state: state, action: action)
  }

  /// A binding to the store of a presented feature; `nil` if none is presented. Writing `nil` sends
  /// `PresentationAction/dismiss`, but only if the feature is still presented.
  ///
  /// - Parameters:
  ///   - state: The key path to the presented state: an optional, or the projected value of a
  ///     property that is marked `@Presents`.
  ///   - action: The case path to its `PresentationAction`.
  public func scope<State, Action, Presented: PresentableState, ChildAction>(
    _ state: KeyPath<State, Presented>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Binding<Store<Presented.Wrapped, ChildAction>?> where Value == Store<State, Action> {
    scope(
      state: state,
      action: action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Bindings to the stores of the features of an enum reducer, from the projected value of its
  /// state.
  ///
  /// - Parameters:
  ///   - state: The key path to the ``PresentationState``.
  ///   - action: The case path to its ``PresentationAction``.
  public func scope<State, Action, ChildState: CaseReducerState, ChildAction>(
    _ state: KeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> DestinationBinding<ChildState, ChildAction>
  where
    Value == Store<State, Action>,
    ChildState.StateReducer.State == ChildState, ChildState.StateReducer.Action == ChildAction
  {
    scope(
      state: state,
      action: action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
