/// Work in GLib's main loop.
///
/// `Application.run` runs the loop; everything here only adds to it. Jobs of the main actor run in
/// the same loop, so `Task { @MainActor in … }` works as anywhere.
public enum MainLoop {
  /// How urgent a piece of work is: what is more urgent runs first, and what is equally urgent takes
  /// turns.
  public struct Priority: Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Input events and timeouts.
    public static let events = Priority(rawValue: 0)
    /// Work on widgets that need not precede input: after events, before layout and drawing.
    public static let beforeLayout = Priority(rawValue: 100)
    /// Drawing frames, and jobs of the main actor.
    public static let redraw = Priority(rawValue: 120)
    /// When there is nothing else to do.
    public static let idle = Priority(rawValue: 200)
  }

  /// Calls a closure once from the main loop, as soon as nothing more urgent is left to do.
  ///
  /// - Parameters:
  ///   - priority: How urgent it is.
  ///   - body: What to call.
  /// - Returns: The scheduled work, to cancel it; it may be dropped.
  @discardableResult
  public static func schedule(
    priority: Priority = .beforeLayout,
    _ body: @escaping () -> Void
  ) -> ScheduledWork {
    ScheduledWork(source: g_idle_source_new(), priority: priority, body)
  }

  /// Calls a closure once, when the loop has nothing else to do.
  ///
  /// - Parameter body: What to call.
  /// - Returns: The scheduled work, to cancel it; it may be dropped.
  @discardableResult
  public static func onIdle(_ body: @escaping () -> Void) -> ScheduledWork {
    schedule(priority: .idle, body)
  }

  /// Calls a closure once, after a time.
  ///
  /// - Parameters:
  ///   - delay: How long to wait, to the millisecond.
  ///   - body: What to call.
  /// - Returns: The scheduled work, to cancel it; it may be dropped.
  @discardableResult
  public static func after(_ delay: Duration, _ body: @escaping () -> Void) -> ScheduledWork {
    let (seconds, attoseconds) = delay.components
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    let source = g_timeout_source_new(guint(clamping: milliseconds))!
    return ScheduledWork(source: source, priority: .events, body)
  }

  /// Runs what is ready in GLib's main loop and returns, without waiting.
  ///
  /// For tests, where the runner owns the main actor: pump, then `await` something, then pump again.
  /// An application never calls it: a job of the main actor that iterates the loop stops all other
  /// jobs, because draining the main queue is not re-entrant.
  ///
  /// - Parameter limit: The most iterations to run, since a window that animates always has more.
  /// - Returns: The number of iterations that found something to do.
  @discardableResult
  public static func pump(limit: Int = 1_000) -> Int {
    var count = 0
    while count < limit, g_main_context_iteration(nil, 0) != 0 { count += 1 }
    return count
  }

  /// The number of closures that wait in the loop: for tests that prove that none is left.
  public internal(set) static var liveWork = 0
}

/// A closure that waits in the main loop to be called once.
///
/// Dropping it changes nothing: the closure is still called. After the call, or `cancel()`, it holds
/// the closure no longer.
public final class ScheduledWork {
  private var source: UnsafeMutablePointer<GSource>?
  private var body: (() -> Void)?

  fileprivate init(
    source: UnsafeMutablePointer<GSource>,
    priority: MainLoop.Priority,
    _ body: @escaping () -> Void
  ) {
    self.source = source
    self.body = body
    MainLoop.liveWork += 1
    g_source_set_priority(source, priority.rawValue)
    g_source_set_callback(
      source,
      { data in
        Unmanaged<ScheduledWork>.fromOpaque(data!).takeUnretainedValue().run()
        return 0
      },
      Unmanaged.passRetained(self).toOpaque(),
      { data in Unmanaged<ScheduledWork>.fromOpaque(data!).takeRetainedValue().released() }
    )
    g_source_attach(source, nil)
    // The context holds the source now, and the source holds this object.
    g_source_unref(source)
  }

  /// Whether the closure has neither been called nor cancelled.
  public var isPending: Bool { body != nil }

  /// Keeps the closure from being called. Does nothing when it has been, or is being.
  public func cancel() {
    body = nil
    guard let source else { return }
    self.source = nil
    g_source_destroy(source)
  }

  private func run() {
    let body = body
    self.body = nil
    body?()
  }

  private func released() {
    source = nil
    body = nil
    MainLoop.liveWork -= 1
  }
}
