import Foundation
import GtkKit
import GtkTestSupport
import Testing

extension GtkTests {
  @Test func `scheduled work runs once, the most urgent first`() {
    let before = MainLoop.liveWork
    var order: [String] = []
    MainLoop.schedule(priority: .idle) { order.append("idle") }
    MainLoop.schedule(priority: .redraw) { order.append("redraw") }
    MainLoop.schedule { order.append("flush") }
    MainLoop.pump()
    #expect(order == ["flush", "redraw", "idle"])
    MainLoop.pump()
    #expect(order.count == 3)
    #expect(MainLoop.liveWork <= before)
  }

  @Test func `cancelled work does not run and lets go of its closure`() {
    final class Witness {}
    let before = MainLoop.liveWork
    weak var weak: Witness?
    var ran = false
    let work: ScheduledWork
    do {
      let witness = Witness()
      weak = witness
      work = MainLoop.schedule(priority: .idle) {
        _ = witness
        ran = true
      }
    }
    #expect(work.isPending && weak != nil)
    work.cancel()
    work.cancel()
    #expect(!work.isPending && weak == nil)
    MainLoop.pump()
    #expect(!ran)
    #expect(MainLoop.liveWork <= before)
  }

  @Test func `work may schedule, and cancel itself, while it runs`() {
    var count = 0
    var work: ScheduledWork?
    work = MainLoop.schedule {
      work?.cancel()
      count += 1
      MainLoop.schedule { count += 1 }
    }
    MainLoop.pump()
    #expect(count == 2)
  }

  @Test func `work of another thread runs before other work`() async {
    final class Log { var entries: [String] = [] }
    let log = Log()
    MainLoop.schedule(priority: .events) { log.entries.append("events") }
    await Task.detached {
      MainLoop.scheduleFromAnyThread(priority: .beforeEvents) {
        log.entries.append("before events")
      }
    }.value
    MainLoop.pump()
    #expect(log.entries == ["before events", "events"])
  }

  @Test func `delayed work waits`() async {
    var ran = false
    MainLoop.after(.milliseconds(20)) { ran = true }
    MainLoop.pump()
    #expect(!ran)
    #expect(await eventually { ran })
  }

  @Test func `an application drains the main actor, draws meanwhile, and idles for nothing`()
    async throws
  {
    let report = try await runProbe(named: "MainLoopProbe")
    #expect(report["drop"] == "at once")
    #expect(report["sleep"] == "resumed")
    #expect(report["yield"] == "resumed")
    #expect(report["detached"] == "55")
    #expect(report["queue"] == "resumed")
    #expect(report["shutdown"] == "called")
    #expect(report["status"] == "0")
    let idle = try #require(report["idle"].flatMap(Double.init))
    #expect(idle < 5, "half a second of idleness took \(idle) ms of processor time")
    let frames = try #require(report["frames"].flatMap(Int.init))
    #expect(frames >= 3)
  }

  @Test func `without a display an application says so and fails`() async throws {
    let report = try await runProbe(
      named: "MainLoopProbe",
      environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""]
    )
    #expect(report["status"] == "1")
    #expect(report["MainLoopProbe"] == "there is no display to show a window on.")
  }
}

/// Runs a program that was built beside the tests.
///
/// - Parameters:
///   - name: The program.
///   - environment: What differs from the environment of the tests.
/// - Returns: What it printed, lines of the form `name=value` or `name: value`.
private func runProbe(
  named name: String,
  environment: [String: String] = [:]
) async throws -> [String: String] {
  let process = Process()
  process.executableURL = URL(filePath: CommandLine.arguments[0])
    .deletingLastPathComponent().appending(path: name)
  process.environment = ProcessInfo.processInfo.environment
    .merging(environment) { $1 }
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  let output = try await withCheckedThrowingContinuation {
    (continuation: CheckedContinuation<Data, any Error>) in
    // Both block, and so have no place on the main actor.
    Thread.detachNewThread {
      do {
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        continuation.resume(returning: data)
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }
  var report: [String: String] = [:]
  for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
    let separator = line.contains("=") ? "=" : ": "
    let parts = line.split(separator: separator, maxSplits: 1).map(String.init)
    if parts.count == 2 { report[parts[0]] = parts[1] }
  }
  return report
}
