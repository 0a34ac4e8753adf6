extension Reducer {
  /// Returns a reducer that runs this one, and another when a value of the state has changed.
  ///
  /// ```swift
  /// .onChange(of: \.settings.isOn) { oldValue, newValue in
  ///   Reduce { state, action in .run { _ in await save(newValue) } }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - toValue: The value to watch.
  ///   - reducer: Makes the other reducer from the old and the new value.
  public func onChange<V: Equatable, R: Reducer>(
    of toValue: @escaping (State) -> V,
    @ReducerBuilder<State, Action> _ reducer: @escaping (_ oldValue: V, _ newValue: V) -> R
  ) -> some ReducerOf<Self> where R.State == State, R.Action == Action {
    _OnChangeReducer(base: self, toValue: toValue) { oldValue, state, action in
      reducer(oldValue, toValue(state)).reduce(into: &state, action: action)
    }
  }

  /// Returns a reducer that runs this one, and a closure when a value of the state has changed.
  ///
  /// - Parameters:
  ///   - toValue: The value to watch.
  ///   - effect: Mutates the state and returns effects.
  @_disfavoredOverload
  public func onChange<V: Equatable>(
    of toValue: @escaping (State) -> V,
    _ effect: @escaping (_ oldValue: V, _ state: inout State) -> Effect<Action>
  ) -> some ReducerOf<Self> {
    _OnChangeReducer(base: self, toValue: toValue) { oldValue, state, _ in
      effect(oldValue, &state)
    }
  }
}

struct _OnChangeReducer<Base: Reducer, Value: Equatable>: Reducer {
  private let base: _BodyCache<Base>
  private let toValue: (Base.State) -> Value
  private let changed: (Value, inout Base.State, Base.Action) -> Effect<Base.Action>

  init(
    base: Base,
    toValue: @escaping (Base.State) -> Value,
    changed: @escaping (Value, inout Base.State, Base.Action) -> Effect<Base.Action>
  ) {
    self.base = _BodyCache(base)
    self.toValue = toValue
    self.changed = changed
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let oldValue = toValue(state)
    let effect = base.reduce(into: &state, action: action)
    guard toValue(state) != oldValue else { return effect }
    return effect.merge(with: changed(oldValue, &state, action))
  }
}
