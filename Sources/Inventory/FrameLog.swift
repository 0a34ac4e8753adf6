import Foundation
import GtkKit

/// Writes down when the frames of a window began, for `Benchmarks/inventory-frames.py`.
///
/// `INVENTORY_FRAME_LOG` names a file. Each frame adds a line to it: the microseconds on the clock
/// `CLOCK_MONOTONIC`. Two lines that are far apart show that the window did not answer in between.
@MainActor
enum FrameLog {
  /// Begins if the environment asks for it.
  static func begin(_ window: WindowPointer) {
    guard let path = ProcessInfo.processInfo.environment["INVENTORY_FRAME_LOG"] else { return }
    guard let file = fopen(path, "ae") else {
      printError("inventory: \(path) cannot be written: \(String(cString: strerror(errno)))")
      return
    }
    // Open until the program ends.
    setlinebuf(file)
    FrameObserver(of: window) { fputs("\($0)\n", file) }
  }
}
