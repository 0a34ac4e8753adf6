import DependencyInjection

extension Reducer {
  /// Returns the reducer with a dependency overridden for it and its effects.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - value: Its value.
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> some ReducerOf<Self> {
    _DependencyReducer(base: self) { $0[keyPath: keyPath] = value }
  }

  /// Returns the reducer with the dependency of a type that is its own key overridden.
  ///
  /// - Parameter value: The value.
  public func dependency<Value: TestDependencyKey>(_ value: Value) -> some ReducerOf<Self>
  where Value.Value == Value {
    _DependencyReducer(base: self) { $0[Value.self] = value }
  }

  /// Returns the reducer with a dependency changed for it and its effects.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - transform: Changes the value; runs before each action.
  public func transformDependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    transform: @escaping (_ value: inout Value) -> Void
  ) -> some ReducerOf<Self> {
    _DependencyReducer(base: self) { transform(&$0[keyPath: keyPath]) }
  }
}

struct _DependencyReducer<Base: Reducer>: Reducer {
  private let base: _BodyCache<Base>
  private let update: (inout DependencyValues) -> Void

  init(base: Base, update: @escaping (inout DependencyValues) -> Void) {
    self.base = _BodyCache(base)
    self.update = update
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    withDependencies(update) {
      base.reduce(into: &state, action: action)
    }
  }
}
