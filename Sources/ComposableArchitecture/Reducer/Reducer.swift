/// A type that evolves the state of a feature when an action comes in, and says which effects are to run.
///
/// Conform through the ``Reducer()`` macro and implement ``body-swift.property``, composed of other reducers:
///
/// ```swift
/// @Reducer
/// struct Counter {
///   @ObservableState
///   struct State { var count = 0 }
///   enum Action { case increment }
///
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       switch action {
///       case .increment:
///         state.count += 1
///         return .none
///       }
///     }
///   }
/// }
/// ```
///
/// Alternatively implement ``reduce(into:action:)`` for a reducer that composes nothing. Implement one
/// of the two; where a conformance written without the macro has both, `body` is the one that a store runs.
///
/// A ``Store`` evaluates `body` once and keeps what it returns, so that an action costs no rebuilding.
/// What must vary from action to action belongs in the closures of the body, not in the body itself.
///
/// A reducer runs wherever its store does, so that its conformance belongs to no actor. In a module whose default isolation
/// is the main actor, a type that conforms where it is declared, as in `@Reducer struct Counter: Reducer`, is not isolated.
public protocol Reducer<State, Action>: SendableMetatype {
  /// What the feature knows.
  associatedtype State
  /// What can happen in the feature.
  associatedtype Action
  /// The type of the composed reducer; `Never` for a reducer that implements `reduce(into:action:)`.
  associatedtype Body

  /// Evolves the state and returns the effects to run.
  ///
  /// - Parameters:
  ///   - state: The state before the action, to be mutated in place.
  ///   - action: What happened.
  /// - Returns: The effects to run, ``Effect/none`` where there are none.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducer that this one is composed of.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// Runs the reducer with its body evaluated at most once; implemented by the library.
  static func _reduce(
    _ cache: _BodyCache<Self>,
    into state: inout State,
    action: Action
  ) -> Effect<Action>
}

/// A reducer of the same state and actions as another.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// Stops the program: the reducer implements ``reduce(into:action:)`` and has no body.
  public var body: Body {
    // There is no value of the type `Never` to return.
    fatalError(
      """
      '\(Self.self)' has no body: it implements 'reduce(into:action:)'. Do not read a reducer's \
      'body' directly; run it in a store, or call 'reduce(into:action:)'.
      """
    )
  }

  @inlinable
  public static func _reduce(
    _ cache: _BodyCache<Self>,
    into state: inout State,
    action: Action
  ) -> Effect<Action> {
    cache.base.reduce(into: &state, action: action)
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Runs the reducer's body.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  @inlinable
  public static func _reduce(
    _ cache: _BodyCache<Self>,
    into state: inout State,
    action: Action
  ) -> Effect<Action> {
    cache.withBody { $0.reduce(into: &state, action: action) }
  }
}
