import CMalloc
import Glibc
import GtkKit

/// Returns the processor time of the process in microseconds.
func processorTime() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
  return Double(now.tv_sec) * 1e6 + Double(now.tv_nsec) * 1e-3
}

/// Returns the peak of the resident memory in KiB.
func peakMemory() -> Double {
  var usage = rusage()
  getrusage(RUSAGE_SELF.rawValue, &usage)
  return Double(usage.ru_maxrss)
}

/// Returns how many bytes are allocated.
func allocatedMemory() -> Int {
  Int(mallinfo2().uordblks)
}

/// Measures a closure repeatedly.
///
/// - Parameters:
///   - count: How often.
///   - prepare: What is done before each time, and not measured.
///   - body: What is measured.
/// - Returns: The median of the microseconds.
@MainActor
func median(
  of count: Int,
  before prepare: () -> Void = {},
  _ body: (_ repetition: Int) -> Void
) -> Double {
  var samples: [Double] = []
  for repetition in 0..<count {
    prepare()
    let start = processorTime()
    body(repetition)
    samples.append(processorTime() - start)
  }
  return samples.sorted()[count / 2]
}

/// Runs the main loop until it is idle.
@MainActor
func settle() {
  MainLoop.pump(limit: .max)
}

/// Runs the main loop for as long as a list needs to make all its rows.
@MainActor
func settleForTenFrames() {
  for _ in 0..<10 {
    settle()
    g_usleep(17_000)
  }
}

/// Runs the main loop until a window has been painted once more.
@MainActor
func paint(_ window: WidgetPointer) {
  var isPainted = false
  guard let clock = gtk_widget_get_frame_clock(window) else { return }
  let connection = Signal.connect(clock, "after-paint") { isPainted = true }
  while !isPainted { g_main_context_iteration(nil, 1) }
  connection.disconnect()
}
