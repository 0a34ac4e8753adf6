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
