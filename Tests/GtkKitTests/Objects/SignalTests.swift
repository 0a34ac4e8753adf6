import GtkKit
import Testing

extension GtkTests {
  @Test func `a handler is called until it is disconnected`() {
    let button = ObjectReference(gtk_button_new())
    var count = 0
    let connection = Signal.connect(button.instance, "clicked") { count += 1 }
    Signal.emit(button.instance, "clicked")
    #expect(count == 1)
    connection.withBlocked { Signal.emit(button.instance, "clicked") }
    #expect(count == 1)
    #expect(connection.isConnected)
    connection.disconnect()
    connection.disconnect()
    Signal.emit(button.instance, "clicked")
    #expect(count == 1)
    #expect(!connection.isConnected)
  }

  @Test func `a signal on another thread ends the program before its handler could race`() async {
    await #expect(processExitsWith: .failure) {
      let cancellable = await MainActor.run {
        let cancellable = g_cancellable_new()!
        Signal.connect(cancellable, "cancelled") { print("handled") }
        return UInt(bitPattern: cancellable)
      }
      await Task.detached { g_cancellable_cancel(UnsafeMutablePointer(bitPattern: cancellable)) }
        .value
    }
  }

  @Test func `the closure goes with the handler and with the object`() {
    final class Witness {}
    let before = Signal.liveHandlers
    weak var first: Witness?
    weak var second: Witness?
    let connection: SignalConnection
    do {
      let button = ObjectReference(gtk_button_new())
      do {
        let one = Witness()
        let two = Witness()
        (first, second) = (one, two)
        Signal.connect(button.instance, "clicked") { _ = one }.disconnect()
        connection = Signal.connect(button.instance, notify: "label") { _ = two }
      }
      #expect(first == nil)
      #expect(second != nil)
      #expect(Signal.liveHandlers == before + 1)
    }
    #expect(second == nil)
    #expect(Signal.liveHandlers == before)
    connection.disconnect()
    connection.block()
  }

  @Test func `handlers that are left are told with signal, object and place`() throws {
    Signal.isRecording = true
    defer { Signal.isRecording = false }
    let box = ObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    let button = ObjectReference(gtk_button_new())
    gtk_box_append(box.cast(), button.widget)
    let clicked = Signal.connect(button.instance, "clicked") {}
    let notified = Signal.connect(button.instance, notify: "label") {}
    let line = #line
    let descriptions = Signal.descriptionsOfRecordedHandlers()
    try #require(descriptions.count == 2)
    #expect(descriptions[0].hasPrefix("clicked of GtkButton "))
    #expect(descriptions[0].contains("from GtkKitTests/SignalTests.swift:\(line - 2)"))
    #expect(descriptions[0].hasSuffix(", in [\"GtkBox\"]"))
    #expect(descriptions[1].hasPrefix("notify::label of GtkButton "))
    #expect(descriptions[1].contains("from GtkKitTests/SignalTests.swift:\(line - 1)"))
    clicked.disconnect()
    #expect(Signal.descriptionsOfRecordedHandlers().count == 1)
    notified.disconnect()
    #expect(Signal.descriptionsOfRecordedHandlers().isEmpty)
  }

  @Test func `a handler may disconnect itself`() {
    let button = ObjectReference(gtk_button_new())
    let before = Signal.liveHandlers
    var connection: SignalConnection?
    var count = 0
    connection = Signal.connect(button.instance, "clicked") {
      count += 1
      connection?.disconnect()
    }
    Signal.emit(button.instance, "clicked")
    Signal.emit(button.instance, "clicked")
    #expect(count == 1)
    #expect(Signal.liveHandlers == before)
  }

  @Test func `a property's changes are heard`() {
    let label = ObjectReference(gtk_label_new("a"))
    var heard: [String] = []
    let pointer = label.opaque
    Signal.connect(pointer, notify: "label") {
      heard.append(String(cString: gtk_label_get_label(pointer)))
    }
    gtk_label_set_label(pointer, "b")
    gtk_label_set_label(pointer, "b")
    gtk_label_set_label(pointer, "c")
    #expect(heard == ["b", "c"])
  }

  @Test func `arguments have their C types`() {
    let list = ObjectReference(owning: gtk_string_list_new(nil))
    var changes: [[UInt32]] = []
    Signal.connect(list.instance, "items-changed", .uint32x3) { changes.append([$0, $1, $2]) }
    gtk_string_list_append(list.opaque, "a")
    gtk_string_list_remove(list.opaque, 0)
    #expect(changes == [[0, 0, 1], [0, 1, 0]])
  }

  #if DEBUG
    @Test func `connecting to a signal that does not exist stops a debug build`() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          guard gtk_init_check() != 0 else { return }
          Signal.connect(gtk_button_new(), "no-such-signal") {}
        }
      }
    }
  #endif
}
