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

  /// A property of the state that is written by an action: `$store.name.sending(\.nameChanged)`.
  @_disfavoredOverload
  public subscript<State: ObservableState, Action, Member>(
    dynamicMember keyPath: KeyPath<State, Member>
  ) -> StoreBinding<State, Action, Member> where Value == Store<State, Action> {
    StoreBinding(store: wrappedValue, keyPath: keyPath)
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
