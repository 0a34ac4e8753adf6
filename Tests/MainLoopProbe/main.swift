// An application that runs GLib's loop for real, which no test can do inside the test runner. It
// prints one line `name=value` for each thing that `MainLoopTests` wants to know, and quits.

import Dispatch
import Glibc
import GtkKit

func processorMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
}

/// Counts the frames that a window draws.
final class FrameCounter {
  var count = 0
}

func probe(_ application: Application, _ window: ApplicationWindow) async {
  do {
    try await Task.sleep(for: .milliseconds(10))
    print("sleep=resumed")
  } catch {
    print("sleep=\(error)")
  }
  await Task.yield()
  print("yield=resumed")
  let sum = await Task.detached { (1...10).reduce(0, +) }.value
  print("detached=\(sum)")
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
  print("queue=resumed")

  // Let the first frames be drawn, then see what doing nothing costs. That can only be measured
  // over a time.
  try? await Task.sleep(for: .milliseconds(500))
  let before = processorMilliseconds()
  try? await Task.sleep(for: .milliseconds(500))
  print("idle=\(processorMilliseconds() - before)")

  // A flood of jobs must leave the frames their turn.
  let counter = FrameCounter()
  let area = gtk_drawing_area_new()!
  window.child = area
  let ticking = gtk_widget_add_tick_callback(
    area,
    { _, _, data in
      Unmanaged<FrameCounter>.fromOpaque(data!).takeUnretainedValue().count += 1
      return 1
    },
    Unmanaged.passUnretained(counter).toOpaque(),
    nil
  )
  let flood = Task { while !Task.isCancelled { await Task.yield() } }
  while counter.count < 3 { await Task.yield() }
  print("frames=\(counter.count)")
  flood.cancel()
  gtk_widget_remove_tick_callback(area, ticking)
  application.quit()
}

// Ends the program if what it waits for never comes: the test then misses a line.
alarm(60)
let application = Application(options: .notUnique)
var window: ApplicationWindow?
application.onActivate = {
  // A signal handler is no task: what it drops must still go at once.
  var reference: ObjectReference? = ObjectReference(gtk_label_new(nil))
  let weak = WeakReference(reference!.instance)
  reference = nil
  print("drop=\(weak.isAlive ? "late" : "at once")")
  let shown = ApplicationWindow(application: application)
  shown.present()
  window = shown
  Task { await probe(application, shown) }
}
application.onShutdown = { print("shutdown=called") }
let status = application.run()
print("status=\(status)")
