/// A type that changes the state of a feature when an action is sent, and returns the effects to
/// run.
///
/// Conform through the ``Reducer()`` macro, and implement ``body-swift.property``, composed of
/// other reducers:
///
/// ```swift
/// @Reducer
/// struct Ferry {
///   @ObservableState
///   struct State { var aboard = 0 }
///   enum Action { case boardTapped(passengers: Int) }
///
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       switch action {
///       case .boardTapped(let passengers):
///         state.aboard += passengers
///         return .none
///       }
///     }
///   }
/// }
/// ```
///
/// Alternatively, implement ``reduce(into:action:)`` for a reducer that composes nothing. Implement
/// one of the two. If a type has both, `reduce(into:action:)` runs, and `body` only if that calls
/// it.
///
/// A ``Store`` evaluates `body` once and keeps the result. Do what varies from action to action in
/// the closures of the body, not in the body itself. Operators from outside this module evaluate
/// the bodies of their children for each action, unless they keep them.
///
/// Reducers are not isolated to an actor. In a module whose default isolation is the main actor, a
/// type that conforms where it is declared, as in `@Reducer struct Ferry: Reducer`, is not
/// isolated.
public protocol Reducer<State, Action>: SendableMetatype {
  /// What the feature knows.
  associatedtype State
  /// The actions of the feature.
  associatedtype Action
  /// The type of the composed reducer; `Never` for a reducer that implements
  /// `reduce(into:action:)`.
  associatedtype Body

  /// Changes the state and returns the effects to run.
  ///
  /// - Parameters:
  ///   - state: The state before the action, which is mutated in place.
  ///   - action: What happened.
  /// - Returns: The effects to run, ``Effect/none`` if there are none.
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
    if ReduceProbe.isAsked(by: Self.self) { return .none }
    return body.reduce(into: &state, action: action)
  }

  @inlinable
  public static func _reduce(
    _ cache: _BodyCache<Self>,
    into state: inout State,
    action: Action
  ) -> Effect<Action> {
    guard cache.isEvaluated else { return cache.reduceFirst(into: &state, action: action) }
    return cache.withBody { $0.reduce(into: &state, action: action) }
  }
}
