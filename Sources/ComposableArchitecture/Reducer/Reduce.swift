/// A reducer that runs a closure.
///
/// ```swift
/// Reduce { state, action in
///   state.lastAction = Date()
///   return .none
/// }
/// ```
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let run: (inout State, Action) -> Effect<Action>

  /// Makes a reducer that runs a closure.
  ///
  /// - Parameter reduce: Mutates the state for an action and returns the effects to run.
  @inlinable
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    run = reduce
  }

  /// Hides the type of a reducer.
  ///
  /// - Parameter reducer: The reducer to run.
  // Disfavoured, and not `some Reducer`: a closure with a mistake in it could otherwise be meant as
  // a reducer, and the compiler would only say that a closure is none, at the wrong line.
  @_disfavoredOverload
  @inlinable
  public init(_ reducer: any Reducer<State, Action>) {
    self = Self.running(reducer)
  }

  @inlinable
  static func running(_ reducer: some Reducer<State, Action>) -> Self {
    let cache = _BodyCache(reducer)
    return Self { state, action in cache.reduce(into: &state, action: action) }
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    run(&state, action)
  }
}
