import ComposableArchitecture
import GtkViews

extension Bindable {
  /// A binding to the store of a navigation stack: `NavigationStack(path: $store.scope(state:
  /// \.path, action: \.path))`.
  ///
  /// - Parameters:
  ///   - state: The key path to the stack.
  ///   - action: The case path to its `StackAction`.
  public func scope<State, Action, ElementState, ElementAction>(
    state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Binding<Store<StackState<ElementState>, StackAction<ElementState, ElementAction>>>
  where Value == Store<State, Action> {
    let store = wrappedValue
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
      set: { _ in }
    )
  }

  /// A binding to the store of a presented feature; `nil` if none is presented. Writing `nil` sends
  /// `PresentationAction/dismiss`, but only if the feature is still presented.
  ///
  /// ```swift
  /// .sheet(item: $store.scope(state: \.destination?.edit, action: \.destination.edit)) { store in
  ///   EditView(store: store)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The key path to the presented state: an optional, or the projected value of a
  ///     property that is marked `@Presents`.
  ///   - action: The case path to its `PresentationAction`.
  public func scope<State, Action, Presented: PresentableState, ChildAction>(
    state: KeyPath<State, Presented>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Binding<Store<Presented.Wrapped, ChildAction>?> where Value == Store<State, Action> {
    let store = wrappedValue
    let state = Presented.optional(of: state)
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
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
        let isPresented = { store.withState { $0[keyPath: state] != nil } }
        guard newValue == nil, isPresented() else { return }
        store.dismiss(action, location, isPresented: isPresented)
      }
    )
  }

  /// Bindings to the stores of the features of an enum reducer, from the projected value of its
  /// state.
  ///
  /// ```swift
  /// .sheet(item: $store.scope(state: \.$destination, action: \.destination).edit) { store in
  ///   EditView(store: store)
  /// }
  /// .alert($store.scope(state: \.$destination, action: \.destination).alert)
  /// ```
  ///
  /// - Parameters:
  ///   - state: The key path to the ``PresentationState``.
  ///   - action: The case path to its ``PresentationAction``.
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
      ),
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// A property of the state, for a binding that sends an action:
  /// `$store.name.sending(\.nameChanged)`.
  @_disfavoredOverload
  public subscript<State: ObservableState, Action, Member>(
    dynamicMember keyPath: KeyPath<State, Member>
  ) -> StoreBinding<State, Action, Member> where Value == Store<State, Action> {
    StoreBinding(store: wrappedValue, keyPath: keyPath)
  }
}

/// The state of a feature that may be presented: an optional, or the projected value of a property
/// that is marked `@Presents`.
///
/// One function for both rather than an overload for each: after a mistake in what is presented,
/// the compiler would try the other overload, and report that one.
public protocol PresentableState<Wrapped> {
  /// The state of the feature.
  associatedtype Wrapped

  /// Returns the key path to the state as an optional.
  static func optional<Root>(of keyPath: KeyPath<Root, Self>) -> KeyPath<Root, Wrapped?>
}

extension Optional: PresentableState {
  public static func optional<Root>(of keyPath: KeyPath<Root, Self>) -> KeyPath<Root, Wrapped?> {
    keyPath
  }
}

extension PresentationState: PresentableState {
  public typealias Wrapped = State

  public static func optional<Root>(of keyPath: KeyPath<Root, Self>) -> KeyPath<Root, State?> {
    keyPath.appending(path: \.wrappedValue)
  }
}

/// Bindings to the stores of the features of a presented enum, by the names of its cases.
@dynamicMemberLookup
public struct DestinationBinding<State: CaseReducerState, Action>
where State.StateReducer.State == State, State.StateReducer.Action == Action {
  let base: Binding<Store<State, Action>?>
  /// Where the destination was scoped.
  let location: IssueLocation

  /// A binding to the store of a feature; `nil` if the state is in another case. Writing `nil`
  /// dismisses the feature.
  public subscript<ChildState, ChildAction>(
    dynamicMember keyPath: KeyPath<
      State.StateReducer.CaseScope.AllCasePaths,
      AnyCasePath<State.StateReducer.CaseScope, Store<ChildState, ChildAction>>
    >
  ) -> Binding<Store<ChildState, ChildAction>?> where State.StateReducer.CaseScope: CasePathable {
    let path = State.StateReducer.CaseScope.allCasePaths[keyPath: keyPath]
    return member { path.extract(from: $0.case) }
  }

  /// A binding to the store of an alert or a dialog; `nil` if the state is in another case. Writing
  /// `nil` dismisses it.
  public subscript<Prompt: _EphemeralState>(
    dynamicMember keyPath: KeyPath<State.AllCasePaths, AnyCasePath<State, Prompt>> & Sendable
  ) -> Binding<Store<Prompt, Prompt.Action>?> where Action: CasePathIterable {
    let location = location
    return member {
      $0.prompt(
        keyPath,
        fileID: location.fileID,
        filePath: location.filePath,
        line: location.line,
        column: location.column
      )
    }
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

/// A property of a store's state, from which ``sending(_:)`` makes a `Binding`.
@dynamicMemberLookup
public struct StoreBinding<State: ObservableState, Action, Value> {
  let store: Store<State, Action>
  let keyPath: KeyPath<State, Value>

  /// A property of this value.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> StoreBinding<State, Action, Member> {
    StoreBinding<State, Action, Member>(
      store: store,
      keyPath: self.keyPath.appending(path: keyPath)
    )
  }

  /// Returns a binding that sends an action for each value written to it.
  ///
  /// - Parameter action: The case path to the action with the new value.
  public func sending(_ action: CaseKeyPath<Action, Value>) -> Binding<Value> {
    let store = store
    let keyPath = keyPath
    let path = AnyCasePath(action)
    return Binding(
      get: { store.withState { $0[keyPath: keyPath] } },
      set: { store.sendUnlessGone(path.embed($0)) }
    )
  }
}

extension Store {
  /// Sends an action for the input of a control, if the state of the store is still there.
  ///
  /// Controls write late by nature, for example when they lose the focus because their views leave
  /// the screen. This is no misuse, so it is not reported.
  func sendUnlessGone(_ action: Action) {
    if !isInvalid { send(action) }
  }
}
