import Synchronization

/// Holds a reducer together with its body, which is evaluated when first needed and then kept.
///
/// Reducer operators hold their children in one of these. That makes the cost of an action the cost of
/// the closures that run, and allows features that contain themselves: a child's body is not built
/// before an action reaches it.
public final class _BodyCache<Base: Reducer> {
  let base: Base
  /// The body, made later, belongs to the scopes that the reducer was made in.
  private let scopes = ScopePath.current
  private let lock = Mutex<Void>(())
  private let isEvaluated = Atomic(false)
  private var evaluated: Base.Body?

  init(_ base: Base) {
    self.base = base
  }

  /// The body of ``base``. Safe to read from any thread; evaluated by the first reader.
  var body: Base.Body {
    if !isEvaluated.load(ordering: .acquiring) {
      lock.withLock { _ in
        if evaluated == nil {
          evaluated = ScopePath.$current.withValue(scopes) { base.body }
          isEvaluated.store(true, ordering: .releasing)
        }
      }
    }
    // Set above, before the flag, and never reset.
    return evaluated!
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    Base._reduce(self, into: &state, action: action)
  }
}
