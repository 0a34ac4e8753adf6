import CGtk

/// The signal handlers of one owner, all disconnected when the owner ends.
///
/// A handler is one Swift closure behind a `GClosure` that hands over the signal's parameters as they are, whatever their
/// number and types: there is no C prototype to get wrong. The closure is released when the `GClosure` is finalised,
/// and nowhere else.
final class SignalHandlers {
  typealias Handler = (_ parameters: UnsafeBufferPointer<GValue>, _ result: UnsafeMutablePointer<GValue>?)
    -> Void

  private var connections: [(object: UnsafeMutableRawPointer, id: gulong)] = []

  init() {}

  deinit {}

  /// Connects a handler that needs no parameters.
  func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ handler: @escaping () -> Void) {
    connectRaw(object, signal) { _, _ in handler() }
  }

  /// Connects a handler that answers a question with yes or no.
  func connectReturningBool(
    _ object: UnsafeMutableRawPointer, _ signal: String,
    _ handler: @escaping (UnsafeBufferPointer<GValue>) -> Bool
  ) {
    connectRaw(object, signal) { parameters, result in
      g_value_set_boolean(result, handler(parameters) ? 1 : 0)
    }
  }

  /// Connects a handler that gets the emitting object and the signal's parameters, and sets the result itself.
  func connectRaw(_ object: UnsafeMutableRawPointer, _ signal: String, _ handler: @escaping Handler) {
    let box = Unmanaged.passRetained(Box(handler)).toOpaque()
    guard let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box) else { return }
    g_closure_set_marshal(closure, marshal)
    g_closure_add_finalize_notifier(closure, box) { box, _ in
      if let box { Unmanaged<Box>.fromOpaque(box).release() }
    }
    let id = g_signal_connect_closure(object, signal, closure, 0)
    assert(id != 0, "there is no signal \(signal)")
    connections.append((object, id))
  }

  /// Disconnects all handlers. The objects must still live.
  func disconnectAll() {
    for (object, id) in connections { g_signal_handler_disconnect(object, id) }
    connections = []
  }

  fileprivate final class Box {
    let handler: Handler

    init(_ handler: @escaping Handler) { self.handler = handler }

    deinit {}
  }
}

/// Called by GLib for every signal that a ``SignalHandlers`` is connected to.
private nonisolated func marshal(
  closure: UnsafeMutablePointer<GClosure>?, result: UnsafeMutablePointer<GValue>?, count: guint,
  parameters: UnsafePointer<GValue>?, hint: gpointer?, data: gpointer?
) {
  guard let box = closure?.pointee.data else { return }
  // GLib emits widgets' signals on the thread that iterates the main context, which is the main actor's.
  nonisolated(unsafe) let (box_, result_) = (box, result)
  nonisolated(unsafe) let values = UnsafeBufferPointer(start: parameters, count: Int(count))
  MainActor.assumeIsolated {
    Unmanaged<SignalHandlers.Box>.fromOpaque(box_).takeUnretainedValue().handler(values, result_)
  }
}
