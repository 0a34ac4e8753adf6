import ComposableGtk
import Foundation
import GtkKit

// Only in builds for debugging and for benchmarks: another program that sets the variable would
// have files written.
#if DEBUG || FRAME_LOG
  /// Writes down when the frames of a window began, and when they were painted, for
  /// `Benchmarks/inventory-frames.py`.
  ///
  /// `INVENTORY_FRAME_LOG` names a file. Each frame adds two lines to it with the microseconds on
  /// the clock `CLOCK_MONOTONIC`: one when it begins, with the time alone, and one when it is
  /// painted, with the word `complete` after the time, or `waiting` if rows of the list in sight
  /// are not loaded yet. Two beginnings that are far apart show that the window did not answer in
  /// between.
  @MainActor
  enum FrameLog {
    /// Begins if the environment asks for it.
    ///
    /// - Parameter window: A window that is presented.
    static func begin(_ window: InventoryWindow) {
      guard let path = ProcessInfo.processInfo.environment["INVENTORY_FRAME_LOG"] else { return }
      guard let file = fopen(path, "ae") else {
        printError("inventory: \(path) cannot be written: \(String(cString: strerror(errno)))")
        return
      }
      // Open until the program ends.
      setlinebuf(file)
      FrameObserver(of: window.pointer) { fputs("\($0)\n", file) }
      guard let clock = gtk_widget_get_frame_clock(window.pointer.cast()) else { return }
      Signal.connect(clock, "after-paint") { [weak window] in
        let isWaiting = window?.inventory.list.list.isWaitingForRows == true
        fputs("\(g_get_monotonic_time()) \(isWaiting ? "waiting" : "complete")\n", file)
      }
    }
  }
#endif
