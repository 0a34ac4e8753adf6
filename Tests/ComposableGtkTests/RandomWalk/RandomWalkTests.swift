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
        await eventually { isGone() && Signal.liveHandlers == handlers && toplevels == windows },
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
