import Synchronization

/// A reducer with its body, which is evaluated when first needed and then kept.
///
/// Operators keep their children in these. So an action costs no more than the closures that run.
/// It also allows features that contain themselves, because a child's body is not made before an
/// action reaches the child.
public final class _BodyCache<Base: Reducer> {
  @usableFromInline let base: Base
  /// The path that the reducer was made in; the body, which is made later, belongs there as well.
  private let path = FeaturePath.current
  private let lock = Mutex<Void>(())
  /// Whether ``base`` has a `reduce(into:action:)` of its own, which runs in place of its body.
  private let hasOwnReduce = Atomic(false)
  /// An ``Evaluated``, retained; `nil` before there is one.
  @usableFromInline let evaluated = Atomic<UnsafeRawPointer?>(nil)

  /// The body. It never changes, so it is not copied when it is called.
  @usableFromInline
  final class Evaluated {
    @usableFromInline let body: Base.Body

    init(_ body: Base.Body) {
      self.body = body
    }
  }

  @usableFromInline
  init(_ base: Base) {
    self.base = base
  }

  deinit {
    evaluated.load(ordering: .acquiring).map { Unmanaged<Evaluated>.fromOpaque($0).release() }
  }

  /// Whether the body has been evaluated.
  @inlinable
  var isEvaluated: Bool { evaluated.load(ordering: .acquiring) != nil }

  /// Calls the body of ``base``. Safe on any thread; the body is evaluated by the first caller.
  @inlinable
  func withBody<Result>(_ call: (Base.Body) -> Result) -> Result {
    let evaluated = evaluated.load(ordering: .acquiring) ?? evaluate()
    return Unmanaged<Evaluated>.fromOpaque(evaluated)._withUnsafeGuaranteedRef { call($0.body) }
  }

  @usableFromInline
  func evaluate() -> UnsafeRawPointer {
    lock.withLock { _ in
      guard evaluated.load(ordering: .relaxed) == nil else { return }
      let body = FeaturePath.$current.withValue(path) { Evaluated(base.body) }
      IntegratedActions.noteBody(of: Base.Action.self)
      evaluated.store(
        UnsafeRawPointer(Unmanaged.passRetained(body).toOpaque()),
        ordering: .releasing
      )
    }
    return evaluated.load(ordering: .acquiring)!  // Stored above, and never reset.
  }

  @inlinable
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    Base._reduce(self, into: &state, action: action)
  }
}

extension _BodyCache
where Base.Body: Reducer, Base.Body.State == Base.State, Base.Body.Action == Base.Action {
  /// Runs the reducer before its body has been evaluated.
  ///
  /// A reducer that has implemented `reduce(into:action:)` as well as a body runs the former, each
  /// time. The language does not tell whether it has, so the first action goes there: where the
  /// implementation is that of the library, it answers the probe and does nothing else.
  @usableFromInline
  func reduceFirst(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    if hasOwnReduce.load(ordering: .relaxed) { return base.reduce(into: &state, action: action) }
    let probe = ReduceProbe(Base.self)
    let effect = ReduceProbe.$current.withValue(probe) {
      base.reduce(into: &state, action: action)
    }
    if probe.isAnswered { return withBody { $0.reduce(into: &state, action: action) } }
    hasOwnReduce.store(true, ordering: .relaxed)
    return effect
  }
}

/// Finds out whether a reducer with a body uses the library's `reduce(into:action:)`.
@usableFromInline
final class ReduceProbe: Sendable {
  @TaskLocal static var current: ReduceProbe?

  private let reducer: ObjectIdentifier
  private let answer = Atomic(false)

  init(_ reducer: Any.Type) {
    self.reducer = ObjectIdentifier(reducer)
  }

  /// Whether the library's implementation has been called for the reducer.
  var isAnswered: Bool { answer.load(ordering: .relaxed) }

  /// Returns whether the caller, the library's implementation for a reducer, is only asked whether
  /// it is called. It is asked once.
  @usableFromInline
  static func isAsked(by reducer: Any.Type) -> Bool {
    guard let current, current.reducer == ObjectIdentifier(reducer) else { return false }
    return !current.answer.exchange(true, ordering: .relaxed)
  }
}
