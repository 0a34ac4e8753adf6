/// Schedules work in GLib's main loop.
///
/// `Application.run` runs the loop. Jobs of the main actor run in the same loop, so `Task {
/// @MainActor in … }` works as usual.
public enum MainLoop {
  /// The priority of work. Work with a more urgent priority runs first; work with equal priorities
  /// takes turns.
  public nonisolated struct Priority: Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Ahead of input events and timeouts.
    public static let beforeEvents = Priority(rawValue: -10)
    /// Input events and timeouts.
    public static let events = Priority(rawValue: 0)
    /// Work on widgets that need not precede input: after events, before layout and drawing.
    public static let beforeLayout = Priority(rawValue: 100)
    /// Drawing frames, and jobs of the main actor.
    public static let redraw = Priority(rawValue: 120)
    /// Only when there is nothing else to do.
    public static let idle = Priority(rawValue: 200)
  }

  /// Calls a closure once from the main loop, as soon as there is no more urgent work.
  ///
  /// - Parameters:
  ///   - priority: The priority of the closure.
  ///   - body: The closure to call.
  /// - Returns: The scheduled work, which can be cancelled. It need not be retained.
  @discardableResult
  public static func schedule(
    priority: Priority = .beforeLayout,
    _ body: @escaping () -> Void
  ) -> ScheduledWork {
    ScheduledWork(source: g_idle_source_new(), priority: priority, body)
  }

  /// Calls a closure once from the main loop, and wakes up the loop if it is waiting. May be called
  /// on any thread.
  ///
  /// - Parameters:
  ///   - priority: The priority of the closure.
  ///   - body: The closure to call. The call cannot be cancelled.
  public nonisolated static func scheduleFromAnyThread(
    priority: Priority,
    _ body: @escaping @MainActor @Sendable () -> Void
  ) {
    g_idle_add_full(
      priority.rawValue,
      { data in
        let body = Unmanaged<SendableWork>.fromOpaque(data!).takeUnretainedValue().body
        MainActor.assumeIsolated(body)
        return G_SOURCE_REMOVE
      },
      Unmanaged.passRetained(SendableWork(body)).toOpaque(),
      { Unmanaged<SendableWork>.fromOpaque($0!).release() }
    )
  }

  /// Calls a closure once, after a delay.
  ///
  /// - Parameters:
  ///   - delay: The delay, with a resolution of one millisecond.
  ///   - body: The closure to call.
  /// - Returns: The scheduled work, which can be cancelled. It need not be retained.
  @discardableResult
  public static func after(_ delay: Duration, _ body: @escaping () -> Void) -> ScheduledWork {
    let (seconds, attoseconds) = delay.components
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    let source = g_timeout_source_new(guint(clamping: milliseconds))!
    return ScheduledWork(source: source, priority: .events, body)
  }

  /// Runs the main loop while work is ready, without waiting for more.
  ///
  /// For tests, whose runner owns the main actor: pump, then `await` something, then pump again.
  /// Applications never call it: if a job of the main actor iterates the loop, no other job can
  /// run, because draining the main queue is not re-entrant.
  ///
  /// - Parameter limit: The maximum number of iterations; an animated window always has work.
  /// - Returns: The number of iterations that had work to do.
  @discardableResult
  public static func pump(limit: Int = 1_000) -> Int {
    var count = 0
    while count < limit, g_main_context_iteration(nil, 0) != 0 { count += 1 }
    return count
  }

  /// The number of closures that wait in the loop. For tests that check that none is left.
  public internal(set) static var liveWork = 0
}

/// A closure of another thread, in an object whose address C can keep.
private nonisolated final class SendableWork: Sendable {
  let body: @MainActor @Sendable () -> Void

  init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }
}

/// A closure that waits in the main loop to be called once.
///
/// Releasing this object does not cancel the call. After the call or `cancel()`, the closure is
/// released.
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
    // From here on the main context owns the source, and the source owns this object.
    g_source_unref(source)
  }

  /// Whether the closure has been neither called nor cancelled.
  public var isPending: Bool { body != nil }

  /// Cancels the call. Does nothing if the closure has been called or is running.
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
