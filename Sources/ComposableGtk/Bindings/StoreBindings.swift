import ComposableArchitecture
import GtkViews

extension Bindable {
  /// A binding to the store of a navigation stack: `NavigationStack(path: $store.scope(state: \.path, action: \.path))`.
  ///
  /// - Parameters:
  ///   - state: The stack.
  ///   - action: The case that holds its `StackAction`.
  public func scope<State, Action, ElementState, ElementAction>(
    state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> Binding<Store<StackState<ElementState>, StackAction<ElementState, ElementAction>>>
  where Value == Store<State, Action> {
    let store = wrappedValue
    return Binding(get: { store.scope(state: state, action: action) }, set: { _ in })
  }

  /// A binding to the store of a presented feature, `nil` where nothing is presented. Writing `nil` sends
  /// `PresentationAction/dismiss`, once, and only where the feature is still there.
  ///
  /// ```swift
  /// .sheet(item: $store.scope(state: \.destination?.edit, action: \.destination.edit)) { store in
  ///   EditView(store: store)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The presented state.
  ///   - action: The case that holds its `PresentationAction`.
  public func scope<State, Action, ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Binding<Store<ChildState, ChildAction>?> where Value == Store<State, Action> {
    let store = wrappedValue
    let path = AnyCasePath(action)
    return Binding(
      get: {
        store.scope(
          state: state,
          action: action,
          fileID: fileID,
          filePath: filePath,
          line: line,
          column: column
        )
      },
      set: { newValue in
        guard newValue == nil, store.withState({ $0[keyPath: state] != nil }) else { return }
        store.send(path.embed(.dismiss))
      }
    )
  }

  /// A binding to the store of a presented feature, from the storage of its state; `nil` where nothing is presented. Writing
  /// `nil` sends ``PresentationAction/dismiss``, once, and only where the feature is still there.
  ///
  /// - Parameters:
  ///   - state: The storage of the presented state.
  ///   - action: The case that holds its ``PresentationAction``.
  public func scope<State, Action, ChildState, ChildAction>(
    state: KeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Binding<Store<ChildState, ChildAction>?> where Value == Store<State, Action> {
    scope(
      state: state.appending(path: \.wrappedValue),
      action: action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Bindings to the stores of the features of an enum reducer, from the storage of its state.
  ///
  /// ```swift
  /// .sheet(item: $store.scope(state: \.$destination, action: \.destination).edit) { store in
  ///   EditView(store: store)
  /// }
  /// .alert($store.scope(state: \.$destination, action: \.destination).alert)
  /// ```
  ///
  /// - Parameters:
  ///   - state: The storage of the presented state.
  ///   - action: The case that holds its ``PresentationAction``.
  public func scope<State, Action, ChildState: CaseReducerState, ChildAction>(
    state: KeyPath<State, PresentationState<ChildState>>,
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
    DestinationBinding(
      base: scope(
        state: state.appending(path: \.wrappedValue),
        action: action,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    )
  }

  /// A property of the state that is written by an action: `$store.name.sending(\.nameChanged)`.
  @_disfavoredOverload
  public subscript<State: ObservableState, Action, Member>(
    dynamicMember keyPath: KeyPath<State, Member>
  ) -> StoreBinding<State, Action, Member> where Value == Store<State, Action> {
    StoreBinding(store: wrappedValue, keyPath: keyPath)
  }
}

/// Bindings to the stores of the features that a presented enum may be in, by the names of its cases.
@dynamicMemberLookup
public struct DestinationBinding<State: CaseReducerState, Action>
where State.StateReducer.State == State, State.StateReducer.Action == Action {
  let base: Binding<Store<State, Action>?>

  /// The store of a feature, `nil` where the state is in another case. Writing `nil` dismisses.
  public subscript<ChildState, ChildAction>(
    dynamicMember keyPath: KeyPath<
      State.StateReducer.CaseScope.AllCasePaths,
      AnyCasePath<State.StateReducer.CaseScope, Store<ChildState, ChildAction>>
    >
  ) -> Binding<Store<ChildState, ChildAction>?> where State.StateReducer.CaseScope: CasePathable {
    let path = State.StateReducer.CaseScope.allCasePaths[keyPath: keyPath]
    return member { path.extract(from: $0.case) }
  }

  /// The store of an alert or a dialog, `nil` where the state is in another case. Writing `nil` dismisses.
  public subscript<Prompt: _EphemeralState>(
    dynamicMember keyPath: KeyPath<State.AllCasePaths, AnyCasePath<State, Prompt>> & Sendable
  ) -> Binding<Store<Prompt, Prompt.Action>?> where Action: CasePathIterable {
    member { $0.prompt(keyPath) }
  }

  private func member<Member>(
    _ member: @escaping (Store<State, Action>) -> Member?
  ) -> Binding<Member?> {
    let base = base
    return Binding<Member?>(
      get: { base.wrappedValue.flatMap(member) },
      set: { newValue in
        if newValue == nil, base.wrappedValue.flatMap(member) != nil { base.wrappedValue = nil }
      }
    )
  }
}

/// A part of a store's state, on its way to a `Binding`.
@dynamicMemberLookup
public struct StoreBinding<State: ObservableState, Action, Value> {
  let store: Store<State, Action>
  let keyPath: KeyPath<State, Value>

  /// A part of this part.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> StoreBinding<State, Action, Member> {
    StoreBinding<State, Action, Member>(
      store: store,
      keyPath: self.keyPath.appending(path: keyPath)
    )
  }

  /// A binding that sends an action for what is written.
  ///
  /// - Parameter action: The case that takes the new value.
  public func sending(_ action: CaseKeyPath<Action, Value>) -> Binding<Value> {
    let store = store
    let keyPath = keyPath
    let path = AnyCasePath(action)
    return Binding(
      get: { store.withState { $0[keyPath: keyPath] } },
      set: { store.send(path.embed($0)) }
    )
  }
}
