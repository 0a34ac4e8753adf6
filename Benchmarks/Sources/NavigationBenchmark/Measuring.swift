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

/// Measures a closure repeatedly.
///
/// - Returns: The median of the microseconds.
@MainActor
func median(of count: Int, _ body: (_ repetition: Int) -> Void) -> Double {
  var samples: [Double] = []
  for repetition in 0..<count {
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
