import DependencyInjection

/// The runtime of a feature: it holds the state, runs the reducer for the actions that views send,
/// and runs the effects that the reducer returns.
///
/// ```swift
/// let store = Store(initialState: Ferry.State()) {
///   Ferry()
/// }
/// store.send(.boardTapped)
/// print(store.aboard)
/// ```
///
/// The method `scope(state:action:)` returns the store of a part of the feature. Such a store holds
/// no state of its own. The same part has the same store for as long as it is used.
@dynamicMemberLookup
@preconcurrency @MainActor
public final class Store<State, Action> {
  @usableFromInline let core: any StoreCore<State, Action>
  private var children = StoreCache()
  /// An ``ElementStoreCache``, if the state is a collection of features.
  private var elementStores: AnyObject?
  /// The elements that are observed, if the state is a collection.
  private var observedElements: AnyObject?
  /// The store that this one was scoped from. It returns this one again for as long as this one is
  /// used.
  private let parent: AnyObject?

  init(core: any StoreCore<State, Action>, parent: AnyObject? = nil) {
    self.core = core
    self.parent = parent
  }

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: The initial state, evaluated with the dependencies in place.
  ///   - reducer: The reducer.
  ///   - prepareDependencies: Changes the dependencies of the reducer and its effects.
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> R.State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) where R.State == State, R.Action == Action {
    self.init(
      core: withDependencies(prepareDependencies ?? { _ in }) {
        // In a tuple, because for an object `withDependencies` would keep the dependencies, even
        // after the object is gone.
        (
          RootCore(
            initialState: initialState(),
            reducer: reducer(),
            dependencies: DependencyValues._current
          ), ()
        )
      }
      .0
    )
  }

  // MARK: State

  /// The state as it is now.
  @inlinable
  public var state: State {
    core.access()
    return core.withState { $0.pointee }
  }

  /// A property of the state, which is observed individually.
  ///
  /// Inlinable, so that a key path literal costs no more than the property that it leads to.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    core.access()
    return core.withState { $0.pointee[keyPath: keyPath] }
  }

  /// Reads the state in a closure.
  @inlinable
  public func withState<Result>(_ body: (_ state: State) -> Result) -> Result {
    core.access()
    // Copied, because the closure may send an action.
    let state = core.withState { $0.pointee }
    return body(state)
  }

  /// Whether the state that the store was scoped to is gone. The store then returns the state that
  /// was last read.
  package var isInvalid: Bool { core.isInvalid }

  /// A number for the case that an enum state is in; always 0 if the state is not an enum. It is
  /// observed like the identity of the state.
  package var caseTag: UInt32 {
    core.access()
    return core.withState { EnumLayout.tag(of: $0.pointee) ?? 0 }
  }

  // MARK: Actions

  /// Sends an action to the feature's reducer.
  ///
  /// The reducer has run when this returns. However, if this is called while another action is
  /// being reduced, the action is queued.
  ///
  /// - Parameter action: The action.
  /// - Returns: The effects of the action, to be awaited or cancelled.
  @inlinable
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    StoreTask(core.send(action, group: nil))
  }

  // MARK: Scoping

  /// Returns the store of a part of the feature.
  ///
  /// ```swift
  /// ProfileView(store: store.scope(state: \.profile, action: \.profile))
  /// ```
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: The case that holds the part's actions.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction> {
    children.store(.keyPaths(state: state, action: action)) {
      let path = AnyCasePath(action)
      return Store<ChildState, ChildAction>(
        core: ScopedStoreCore(
          parent: core,
          state: state,
          action: path.embedding,
          integration: ChildAction.self is any StackNavigationAction.Type
            ? Integration(
              by: .forEach,
              of: core,
              action,
              IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
            ) : nil
        ),
        parent: self
      )
    }
  }

  /// Returns the store of an optional part of the feature.
  ///
  /// - Parameters:
  ///   - state: The optional part of the state.
  ///   - action: The case that holds the part's actions.
  /// - Returns: The store, `nil` if the state is `nil`.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return optionalStore(
      .keyPaths(state: state, action: action),
      read: { $0[keyPath: state] },
      location
    ) {
      AnyCasePath(action).embedding
    }
  }

  /// Returns the store of a feature that may be presented.
  ///
  /// - Parameters:
  ///   - state: The presented state.
  ///   - action: The case that holds its ``PresentationAction``.
  /// - Returns: The store, `nil` if nothing is presented.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return optionalStore(
      .keyPaths(state: state, action: action),
      read: { $0[keyPath: state] },
      location,
      // The parent handles the actions of an alert, with or without an operator.
      integration: ChildState.self is any _EphemeralState.Type
        ? nil : { Integration(by: .ifLet, of: $0, action, location) }
    ) {
      let embed = AnyCasePath(action).embedding
      return { embed(.presented($0)) }
    }
  }

  /// Returns the store of a case, `nil` if the state is in another one. For the code that
  /// ``Reducer()`` adds to an enum.
  ///
  /// Uses functions, because a key path to a case is made anew each time, which takes longer than
  /// everything else here.
  ///
  /// - Parameters:
  ///   - name: The name of the case.
  ///   - state: Extracts the state of the case.
  ///   - action: Embeds an action of the case.
  public func _scope<ChildState, ChildAction>(
    case name: String,
    state: @escaping (State) -> ChildState?,
    action: @escaping @Sendable (ChildAction) -> Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    // The last state is in its case even after the store has lost it.
    return optionalStore(.enumCase(name), read: state, location, isOfLastState: true) { action }
  }

  /// Returns the child that was scoped by two key path objects, which is made if there is none.
  func remembered<ChildState, ChildAction>(
    _ state: AnyKeyPath,
    _ action: AnyKeyPath,
    make: () -> Store<ChildState, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let child: Store<ChildState, ChildAction> = children.store(forLiterals: state, action) {
      return child
    }
    let child = make()
    children.remember(child, forLiterals: state, action)
    return child
  }

  /// Returns the child that was scoped by two key path objects, which is made if there is none;
  /// `nil` if its state is `nil`.
  func rememberedIfPresent<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>,
    _ action: AnyKeyPath,
    make: () -> Store<ChildState, ChildAction>?
  ) -> Store<ChildState, ChildAction>? {
    guard let child: Store<ChildState, ChildAction> = children.store(forLiterals: state, action)
    else {
      guard let child = make() else { return nil }
      children.remember(child, forLiterals: state, action)
      return child
    }
    core.access()
    guard core.withState({ $0.pointee[keyPath: state] != nil }), !core.isInvalid else { return nil }
    return child
  }

  func optionalStore<ChildState, ChildAction>(
    _ key: StoreCache.Key,
    read: @escaping (State) -> ChildState?,
    _ location: IssueLocation,
    integration: ((any StoreCore<State, Action>) -> Integration)? = nil,
    isOfLastState: Bool = false,
    embed: () -> @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    core.access()
    guard let initial = core.withState({ read($0.pointee) }), isOfLastState || !core.isInvalid
    else {
      return nil
    }
    return children.store(key) {
      Store<ChildState, ChildAction>(
        core: OptionalStoreCore(
          parent: core,
          read: read,
          initial: initial,
          action: embed(),
          location: location,
          integration: integration?(core)
        ),
        parent: self
      )
    }
  }

  /// Returns the stores of the elements of a collection, which are made when they are read.
  ///
  /// - Parameters:
  ///   - state: The collection.
  ///   - action: The case that holds its ``IdentifiedAction``.
  @_disfavoredOverload
  public func scope<ElementID: Hashable & Sendable, ElementState, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ElementID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ElementID, ElementAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _StoreCollection<ElementID, ElementState, ElementAction> {
    _StoreCollection(
      store: scope(state: state, action: action)
        as Store<_, IdentifiedAction<ElementID, ElementAction>>,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Returns the stores of the elements, if the state is a collection of features.
  @usableFromInline
  func elementStoreCache<ID: Hashable, ElementState, ElementAction>() -> ElementStoreCache<
    ID, ElementState, ElementAction
  > {
    if let elementStores {
      // Safe, because the types of a collection's elements and their actions follow from those of
      // the state and the actions.
      return unsafeDowncast(
        elementStores,
        to: ElementStoreCache<ID, ElementState, ElementAction>.self
      )
    }
    let cache = ElementStoreCache<ID, ElementState, ElementAction>()
    elementStores = cache
    return cache
  }

  /// Returns the store of an element of the collection that the state is.
  ///
  /// - Parameters:
  ///   - reader: Reads the element.
  ///   - action: Wraps an action of the element.
  ///   - location: Where the element was scoped.
  /// - Returns: The store, `nil` if the collection has no such element.
  @usableFromInline
  func elementStore<ElementState, ElementAction>(
    reader: ElementReader<State, ElementState>,
    action: @escaping @Sendable (ElementAction) -> Action,
    location: IssueLocation
  ) -> Store<ElementState, ElementAction>? where State: FeatureCollection {
    guard let initial = UntrackedRead.perform({ core.withState { reader.read($0.pointee) } }),
      !core.isInvalid
    else {
      return nil
    }
    let cache: ElementStoreCache<State.ElementID, ElementState, ElementAction> = elementStoreCache()
    if let store = cache[reader.id] { return store }
    let store = makeElementStore(
      reader: reader,
      initial: initial,
      action: action,
      location: location
    )
    cache.insert(store, id: reader.id)
    return store
  }

  /// Returns the elements that are observed, if the state is a collection of features.
  private func observed() -> ObservedElements<State, Action> where State: FeatureCollection {
    if let observedElements {
      // Safe, because no other object is stored there.
      return unsafeDowncast(observedElements, to: ObservedElements<State, Action>.self)
    }
    let elements = ObservedElements<State, Action>(of: core)
    observedElements = elements
    return elements
  }

  /// Makes a store of an element, whether or not the collection has it now.
  func makeElementStore<ElementState, ElementAction>(
    reader: ElementReader<State, ElementState>,
    initial: ElementState,
    action: @escaping @Sendable (ElementAction) -> Action,
    location: IssueLocation
  ) -> Store<ElementState, ElementAction> where State: FeatureCollection {
    Store<ElementState, ElementAction>(
      core: ElementStoreCore(
        of: observed(),
        reader: reader,
        initial: initial,
        action: action,
        location: location
      ),
      parent: self
    )
  }
}

/// The store of a reducer's domain.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension Store: Observable {}

extension Store: Identifiable, Hashable {
  nonisolated public static func == (lhs: Store, rhs: Store) -> Bool { lhs === rhs }

  nonisolated public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
