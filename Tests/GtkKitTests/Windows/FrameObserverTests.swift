import GtkTestSupport
import Testing

@testable import GtkKit

extension GtkTests {
  @Test func `each frame of a window is told, until the window is gone`() async {
    var window: ApplicationWindow? = ApplicationWindow()
    window?.present()
    var times: [Int64] = []
    weak var observer: FrameObserver?
    if let window {
      let created = FrameObserver(of: window.pointer) { times.append($0) }
      observer = created
    }
    #expect(await eventually { times.count > 5 })
    #expect(times == times.sorted())
    #expect(observer != nil)
    window?.destroy()
    window = nil
    #expect(await eventually { observer == nil })
  }
}
