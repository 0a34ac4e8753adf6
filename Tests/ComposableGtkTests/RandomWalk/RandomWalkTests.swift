import ComposableGtk
import ComposableGtkTestSupport
import Foundation
import GtkKit
import Testing

extension ComposableGtkTests {
  /// A random walk through states and input of users, with everything that can be presented.
  ///
  /// `RANDOM_WALK_STEPS` is the number of steps (`make random-walk` takes 200,000),
  /// `RANDOM_WALK_SEED` the seed of the random numbers. A failure names the seed of the chapter
  /// that failed. The same seed with few steps replays the chapter; `RANDOM_WALK_TRACE=1` prints
  /// each step.
  @MainActor
  struct RandomWalkTests {
    /// Steps with one store and one window.
    private static let chapterLength = 500

    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
      GLibWarnings.failTests()
    }

    @Test
    func
      `However state changes and users act, the widgets show the state and the actions are those expected`()
      async throws
    {
      let environment = ProcessInfo.processInfo.environment
      let steps = environment["RANDOM_WALK_STEPS"].flatMap(Int.init) ?? 2_000
      let firstSeed = environment["RANDOM_WALK_SEED"].flatMap(UInt64.init) ?? 1
      let isTraced = environment["RANDOM_WALK_TRACE"] != nil
      var taken = 0
      var seed = firstSeed
      while taken < steps {
        try await chapter(
          seed: seed,
          steps: min(Self.chapterLength, steps - taken),
          isTraced: isTraced
        )
        taken += Self.chapterLength
        seed += 1
      }
    }

    @Test
    func
      `However three windows change at once, each shows its own state and is a group of its own`()
      async throws
    {
      let environment = ProcessInfo.processInfo.environment
      let steps = environment["RANDOM_WALK_STEPS"].flatMap(Int.init) ?? 2_000
      let firstSeed = environment["RANDOM_WALK_SEED"].flatMap(UInt64.init) ?? 1
      for seed in (0...UInt64(steps / Self.chapterLength / 4)).map({ firstSeed + $0 }) {
        let handlers = Signal.liveHandlers
        let toplevels = toplevels
        try await walkInThreeWindows(seed: seed, steps: min(Self.chapterLength, steps))
        #expect(
          await eventually { Signal.liveHandlers <= handlers && self.toplevels == toplevels },
          "Seed \(seed)"
        )
      }
    }

    private func walkInThreeWindows(seed: UInt64, steps: Int) async throws {
      var random = SeededGenerator(seed: seed)
      let walkers = (1...3).map { Walker(seed: seed, window: $0) }
      defer { for walker in walkers { _ = walker.finish() } }
      for walker in walkers { try await walker.settle() }
      while walkers.map(\.steps).reduce(0, +) < steps {
        let walker = walkers.randomElement(using: &random)!  // There are three.
        try await walker.walk()
        for walker in walkers { try await walker.settle() }
        expectWindowsApart(seed)
      }
    }

    /// Checks that the input of each of three windows is its own, with all that is above it.
    private func expectWindowsApart(_ seed: UInt64) {
      var groups: [WindowPointer: Set<OpaquePointer?>] = [:]
      for window in windows {
        let window: WindowPointer = window.cast()
        let base = sequence(first: window) { gtk_window_get_transient_for($0) }.reduce(window) {
          $1
        }
        let group = OpaquePointer(gtk_window_get_group(window))
        groups[base, default: []].insert(group)
      }
      #expect(groups.count == 3, "Seed \(seed)")
      #expect(groups.values.allSatisfy { $0.count == 1 }, "Seed \(seed)")
      #expect(Set(groups.values.flatMap(\.self)).count == 3, "Seed \(seed)")
    }

    private func chapter(seed: UInt64, steps: Int, isTraced: Bool) async throws {
      // Changes meet running transitions in one chapter of four; the others need not wait for them.
      let areAnimationsEnabled = DesktopSettings.areAnimationsEnabled
      DesktopSettings.areAnimationsEnabled = seed % 4 == 0
      defer { DesktopSettings.areAnimationsEnabled = areAnimationsEnabled }
      let handlers = Signal.liveHandlers
      Signal.isRecording = true
      defer { Signal.isRecording = false }
      let windows = toplevels
      let isGone: () -> Bool
      do {
        let walker = Walker(seed: seed, isTraced: isTraced)
        do {
          try await walker.walk(steps: steps)
        } catch {
          Issue.record(error)
          _ = walker.finish()
          throw error
        }
        isGone = walker.finish()
      }
      #expect(
        await eventually { isGone() && Signal.liveHandlers <= handlers && toplevels == windows },
        """
        Seed \(seed): something is still alive: store and window \(isGone() ? "are gone" : "are not"), \
        \(toplevels - windows) windows, \(Signal.liveHandlers - handlers) handlers:
        \(Signal.descriptionsOfRecordedHandlers().joined(separator: "\n"))
        """
      )
    }

    private var toplevels: guint { g_list_model_get_n_items(gtk_window_get_toplevels()) }
  }
}
