import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension ViewTests {
  @Test func `watching again takes back what was watched before`() {
    final class Witness: Node {
      var count = 0

      init() { super.init(NodeContext(parent: nil, environment: EnvironmentValues())) }

      deinit {}

      override func reevaluate() { count += 1 }
    }
    let settings = Settings()
    let node = Witness()
    var scope: ObservationScope? = ObservationScope(node: node)
    weak let weakScope = scope
    for _ in 1...10 { scope?.track { _ = settings.name } }
    scope?.track { _ = settings.count }
    settings.name = "Nobody reads it any more"
    MainLoop.pump()
    #expect(node.count == 0)
    settings.count += 1
    settings.count += 1
    MainLoop.pump()
    #expect(node.count == 1)
    scope?.track { _ = settings.name }
    scope?.end()
    scope = nil
    // The object that was read holds nothing of it.
    #expect(weakScope == nil)
    node.destroy()
  }
}
