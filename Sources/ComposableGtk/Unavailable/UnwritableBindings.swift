import ComposableArchitecture
import GtkViews

// What is reported where a binding to a property of a store cannot write.

extension Bindable {
  @available(
    *,
    unavailable,
    message: """
      the feature has no action that writes it: conform the action to 'BindableAction', name one \
      with '.sending', or scope the store if this is a presented feature
      """
  )
  @_disfavoredOverload
  public subscript<State, Action, Member>(
    dynamicMember keyPath: KeyPath<State, Member>
  ) -> Binding<Member> where Value == Store<State, Action> {
    .constant(wrappedValue.withState { $0[keyPath: keyPath] })
  }
}

/// Stands for the actions that there are in ``GtkViews/Binding/sending(_:)``.
@CasePathable
public enum _ActionOfNoStore {}

extension Binding {
  // Without it, a misspelled action in `$store.name.sending(\.nameChange)` would be reported as a
  // missing function of the binding above.
  @available(*, unavailable, message: "only a property of a store is written with an action")
  @_disfavoredOverload
  public func sending(_ action: CaseKeyPath<_ActionOfNoStore, Value>) -> Binding { self }
}
