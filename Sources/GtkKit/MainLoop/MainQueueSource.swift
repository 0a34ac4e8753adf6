import Dispatch
import Glibc

/// Drains libdispatch's main queue, and with it the main actor, from GLib's main loop.
///
/// The queue announces work on an event descriptor; a GLib source watches it. Nothing polls: while
/// the queue is empty the loop sleeps.
enum MainQueueSource {
  private static var identifier: guint = 0

  /// Starts draining, once; later calls do nothing.
  ///
  /// To be called on the process's first thread by whoever then runs the loop there. A process in
  /// which somebody else already drains the queue, such as a test runner, must not call it.
  static func attach() {
    guard identifier == 0 else { return }
    // The priority of a redraw: sources of one priority take turns, so that a flood of jobs can not
    // keep a frame from being drawn, nor the flush (which is more urgent) from preceding it.
    identifier = g_unix_fd_add_full(
      MainLoop.Priority.redraw.rawValue,
      _dispatch_get_main_queue_handle_4CF(),
      G_IO_IN,
      { descriptor, _, _ in
        MainQueueSource.drain(descriptor)
        return 1
      },
      nil,
      nil
    )
  }

  private static func drain(_ descriptor: Int32) {
    // The descriptor counts: unless it is read first it stays readable and the loop spins.
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
    _dispatch_main_queue_callback_4CF(nil)
  }
}
