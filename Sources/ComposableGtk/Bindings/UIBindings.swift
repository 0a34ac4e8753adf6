import ComposableArchitecture
import GtkViews

@_exported import struct Bindings.UIBindable
@_exported import struct Bindings.UIBinding

extension Binding {
  /// The same binding, for declarative views.
  ///
  /// - Parameter base: A binding of code that builds its widgets by hand.
  public init(_ base: UIBinding<Value>) {
    self.init(get: { base.wrappedValue }, set: { base.wrappedValue = $0 })
  }
}

extension UIBinding {
  /// The same binding, for code that builds its widgets by hand.
  ///
  /// - Parameter base: A binding of declarative views.
  @MainActor
  public init(_ base: Binding<Value>) {
    self.init(get: { base.wrappedValue }, set: { base.wrappedValue = $0 })
  }
}

// What `Bindable` offers to declarative views.
@MainActor
extension UIBindable {
  /// A binding to the store of a navigation stack, for a ``NavigationStackController``.
  ///
  /// - Parameters:
  ///   - state: The key path to the stack.
  ///   - action: The case path to its `StackAction`.
  public func scope<State, Action, ElementState, ElementAction>(
    state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> UIBinding<Store<StackState<ElementState>, StackAction<ElementState, ElementAction>>>
  where Value == Store<State, Action> {
    UIBinding(Bindable(wrappedValue).scope(state: state, action: action))
  }

  /// A binding to the store of a presented feature; `nil` if none is presented. Writing `nil` sends
  /// `PresentationAction/dismiss`, but only if the feature is still presented.
  ///
  /// - Parameters:
  ///   - state: The key path to the presented state.
  ///   - action: The case path to its `PresentationAction`.
  public func scope<State, Action, ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> UIBinding<Store<ChildState, ChildAction>?> where Value == Store<State, Action> {
    UIBinding(
      Bindable(wrappedValue).scope(
        state: state,
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

extension StoreBinding {
  /// A binding for code that builds its widgets by hand, which sends an action for what is written.
  ///
  /// - Parameter action: The case that takes the new value.
  @_disfavoredOverload
  public func sending(_ action: CaseKeyPath<Action, Value>) -> UIBinding<Value> {
    UIBinding(sending(action) as Binding<Value>)
  }
}
