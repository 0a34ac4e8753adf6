import GtkKit
import GtkTestSupport
import Testing

extension GtkTests {
  @Test func `objects are released one at a time, also those that another one leaves`() {
    var released = 0
    func label(then action: @escaping () -> Void = {}) -> ObjectReference {
      let label = ObjectReference(gtk_label_new("label"))
      Signal.connect(label.widget, "destroy") {
        released += 1
        action()
      }
      return label
    }
    MainLoop.pump()
    for _ in 0..<3 { IdleRelease.take(label()) }
    IdleRelease.take(label { IdleRelease.take(label()) })
    var steps: [Int] = []
    while MainLoop.pump(limit: 1) > 0 { steps.append(released) }
    #expect(zip([0] + steps, steps).allSatisfy { $1 - $0 <= 1 })
    #expect(released == 5)
  }
}
