import GtkKit
import GtkTestSupport
import Testing

extension GtkTests {
  @Test func `a wrapped widget lives as long as its reference`() {
    var reference: ObjectReference? = ObjectReference(gtk_label_new("text"))
    let weak = WeakReference(reference!.instance)
    #expect(g_object_is_floating(reference!.instance) == 0)
    #expect(weak.isAlive)
    reference = nil
    #expect(!weak.isAlive)
  }

  @Test func `a reference taken over is not counted twice`() {
    let buffer = gtk_string_list_new(nil)!
    let weak = WeakReference(buffer)
    var reference: ObjectReference? = ObjectReference(owning: buffer)
    #expect(reference != nil && weak.isAlive)
    reference = nil
    #expect(!weak.isAlive)
  }

  @Test func `a reference dropped on another thread goes on the main actor`() async {
    let weak: WeakReference
    do {
      let reference = ObjectReference(gtk_label_new("text"))
      weak = WeakReference(reference.instance)
      Task.detached { _ = reference }
    }
    #expect(await eventually { !weak.isAlive })
  }

  @Test func `casts tell what an instance is`() {
    let button = ObjectReference(gtk_button_new())
    #expect(button.instance.typeName == "GtkButton")
    #expect(button.instance.isA(gtk_widget_get_type()))
    #expect(button.instance.castIfPossible(to: GtkWindow.self) == nil)
    #expect(button.instance.castIfPossible(to: GtkButton.self) != nil)
    let widget: WidgetPointer = button.cast()
    #expect(widget == button.widget)
  }

  #if DEBUG
    @Test func `casting to a wrong type stops a debug build`() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          guard gtk_init_check() != 0 else { return }
          _ = gtk_button_new()!.cast(to: GtkWindow.self)
        }
      }
    }
  #endif
}
