/// Composes reducers into one that runs them from top to bottom and merges their effects.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  @inlinable
  public static func buildExpression<R: Reducer>(_ reducer: R) -> R
  where R.State == State, R.Action == Action {
    reducer
  }

  @_disfavoredOverload
  @inlinable
  public static func buildExpression(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> {
    EmptyReducer()
  }

  @inlinable
  public static func buildBlock<R: Reducer>(_ reducer: R) -> R
  where R.State == State, R.Action == Action {
    reducer
  }

  @inlinable
  public static func buildPartialBlock<R: Reducer>(first: R) -> R
  where R.State == State, R.Action == Action {
    first
  }

  @inlinable
  public static func buildPartialBlock<R0: Reducer, R1: Reducer>(
    accumulated: R0,
    next: R1
  ) -> _Sequence<R0, R1>
  where R0.State == State, R0.Action == Action, R1.State == State, R1.Action == Action {
    _Sequence(accumulated, next)
  }

  @inlinable
  public static func buildEither<R0: Reducer, R1: Reducer>(first reducer: R0) -> _Conditional<
    R0, R1
  >
  where R0.State == State, R0.Action == Action, R1.State == State, R1.Action == Action {
    .first(_BodyCache(reducer))
  }

  @inlinable
  public static func buildEither<R0: Reducer, R1: Reducer>(second reducer: R1) -> _Conditional<
    R0, R1
  >
  where R0.State == State, R0.Action == Action, R1.State == State, R1.Action == Action {
    .second(_BodyCache(reducer))
  }

  @inlinable
  public static func buildOptional<R: Reducer>(_ reducer: R?) -> _Optional<R>
  where R.State == State, R.Action == Action {
    _Optional(reducer)
  }

  @inlinable
  public static func buildExpression<R: Reducer>(_ reducer: R?) -> _Optional<R>
  where R.State == State, R.Action == Action {
    _Optional(reducer)
  }

  @inlinable
  public static func buildArray<R: Reducer>(_ reducers: [R]) -> _Many<R>
  where R.State == State, R.Action == Action {
    _Many(reducers)
  }

  @inlinable
  public static func buildLimitedAvailability<R: Reducer>(_ reducer: R) -> Reduce<State, Action>
  where R.State == State, R.Action == Action {
    Reduce(reducer)
  }

  @inlinable
  public static func buildFinalResult<R: Reducer>(_ reducer: R) -> R
  where R.State == State, R.Action == Action {
    reducer
  }

  /// Two reducers, one after the other.
  public struct _Sequence<R0: Reducer, R1: Reducer>: Reducer
  where R0.State == R1.State, R0.Action == R1.Action {
    @usableFromInline let first: _BodyCache<R0>
    @usableFromInline let second: _BodyCache<R1>

    @inlinable
    init(_ first: R0, _ second: R1) {
      self.first = _BodyCache(first)
      self.second = _BodyCache(second)
    }

    @inlinable
    public func reduce(into state: inout R0.State, action: R0.Action) -> Effect<R0.Action> {
      let effect = first.reduce(into: &state, action: action)
      return effect.merge(with: second.reduce(into: &state, action: action))
    }
  }

  /// One of two reducers.
  public enum _Conditional<R0: Reducer, R1: Reducer>: Reducer
  where R0.State == R1.State, R0.Action == R1.Action {
    case first(_BodyCache<R0>)
    case second(_BodyCache<R1>)

    @inlinable
    public func reduce(into state: inout R0.State, action: R0.Action) -> Effect<R0.Action> {
      switch self {
      case .first(let reducer): reducer.reduce(into: &state, action: action)
      case .second(let reducer): reducer.reduce(into: &state, action: action)
      }
    }
  }

  /// A reducer, or none.
  public struct _Optional<R: Reducer>: Reducer {
    @usableFromInline let reducer: _BodyCache<R>?

    @inlinable
    init(_ reducer: R?) {
      self.reducer = reducer.map { _BodyCache($0) }
    }

    @inlinable
    public func reduce(into state: inout R.State, action: R.Action) -> Effect<R.Action> {
      reducer?.reduce(into: &state, action: action) ?? .none
    }
  }

  /// Any number of reducers of one type, one after the other.
  public struct _Many<R: Reducer>: Reducer {
    @usableFromInline let reducers: [_BodyCache<R>]

    @inlinable
    init(_ reducers: [R]) {
      self.reducers = reducers.map { _BodyCache($0) }
    }

    @inlinable
    public func reduce(into state: inout R.State, action: R.Action) -> Effect<R.Action> {
      var effect = Effect<R.Action>.none
      for reducer in reducers {
        effect = effect.merge(with: reducer.reduce(into: &state, action: action))
      }
      return effect
    }
  }
}
