import Dispatch
import Glibc

/// Drains libdispatch's main queue, and with it the main actor, from GLib's main loop.
///
/// The queue announces work on a file descriptor, which a GLib source watches. Nothing polls: while
/// the queue is empty, the loop sleeps.
enum MainQueueSource {
  private static var identifier: guint = 0

  /// Starts draining the queue. Later calls do nothing.
  ///
  /// Call it on the process's first thread, which then runs the loop. Do not call it in a process
  /// where something else already drains the queue, such as a test runner.
  static func attach() {
    guard identifier == 0 else { return }
    // The priority of drawing: sources of equal priority take turns, so a flood of jobs cannot keep
    // a frame from being drawn. View updates have a more urgent priority, so they still come before
    // the frame.
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
    // The descriptor is an event counter: unless it is read, it stays readable and the loop spins.
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
    _dispatch_main_queue_callback_4CF(nil)
  }
}
