import GtkTestSupport
import Testing

@testable import GtkKit

extension GtkTests {
  @Test func `a window counts as drawn at the end of its first frame`() async throws {
    let window = ApplicationWindow()
    let handlers = Signal.liveHandlers
    let liveWork = MainLoop.liveWork
    window.present()
    let clock = try #require(gtk_widget_get_frame_clock(window.widget))
    var frames: [gint64] = []
    #expect(FirstFrame.isDrawn(window.pointer) != Display.isWayland)
    let before = FirstFrame(of: window.pointer) {
      frames.append(gdk_frame_clock_get_frame_counter(clock))
      #expect(FirstFrame.isDrawn(window.pointer))
    }
    #expect(await eventually { !frames.isEmpty })
    // A compositor that shows another window above this one may ask for no second frame.
    #expect(frames == [0])

    let after = FirstFrame(of: window.pointer) { frames.append(-1) }
    #expect(await eventually { frames.count == 2 })
    #expect(Signal.liveHandlers <= handlers)
    #expect(await eventually { MainLoop.liveWork <= liveWork })
    before.cancel()
    after.cancel()
  }

  @Test func `nothing is called once the first frame is no longer waited for`() async {
    let window = ApplicationWindow()
    let handlers = Signal.liveHandlers
    let liveWork = MainLoop.liveWork
    window.present()
    var isCalled = false
    let frame = FirstFrame(of: window.pointer) { isCalled = true }
    frame.cancel()
    #expect(Signal.liveHandlers <= handlers)
    #expect(MainLoop.liveWork <= liveWork)
    var isDrawn = false
    let other = FirstFrame(of: window.pointer) { isDrawn = true }
    #expect(await eventually { isDrawn })
    #expect(!isCalled)
    other.cancel()
  }
}
