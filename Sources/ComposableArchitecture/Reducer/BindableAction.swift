/// An action type with a case for the changes that controls make; see ``BindingAction``.
public protocol BindableAction<State> {
  /// The state whose properties change.
  associatedtype State

  /// Wraps a change.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The change, `nil` if the action is another one.
  var binding: BindingAction<State>? { get }
}

extension BindableAction where State: ObservableState {
  /// Returns a change of a property: `store.send(.set(\.name, "Ida"))`, short for
  /// `.binding(.set(\.name, "Ida"))`.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: Its new value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, Value> & Sendable,
    _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }

  /// Returns a change of a property, in the Swift 5 language mode, in which key path literals are
  /// not sendable.
  @available(swift, obsoleted: 6)
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, Value>,
    _ value: Value
  ) -> Self {
    // Safe, because `Sendable` leaves no trace at run time, and key paths of properties are
    // immutable.
    .binding(
      .set(unsafeBitCast(keyPath, to: (any WritableKeyPath<State, Value> & Sendable).self), value)
    )
  }
}

extension BindableAction {
  /// The change, `nil` if the action is another one.
  public var binding: BindingAction<State>? {
    BindingExtractor<Self>().extract(from: self)
  }
}

/// Finds the change in a bindable action: through its case path if there is one, otherwise by
/// reflection.
struct BindingExtractor<Action: BindableAction> {
  private let path: AnyCasePath<Action, BindingAction<Action.State>>?

  init() {
    func open<A: CasePathIterable>(_: A.Type) -> AnyCasePath<Action, BindingAction<Action.State>>? {
      for path in A.allCasePaths {
        if let path = path as AnyKeyPath as? CaseKeyPath<Action, BindingAction<Action.State>> {
          return AnyCasePath(path)
        }
      }
      return nil
    }
    path = (Action.self as? any CasePathIterable.Type).flatMap { open($0) }
  }

  func extract(from action: Action) -> BindingAction<Action.State>? {
    if let path { return path.extract(from: action) }
    guard let child = Mirror(reflecting: action).children.first, child.label == "binding" else {
      return nil
    }
    return child.value as? BindingAction<Action.State>
  }
}
