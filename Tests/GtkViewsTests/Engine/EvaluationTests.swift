import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

@Observable
private final class Model {
  var name = "Keyboard"
  var quantity = 1
  var isShown = false
  var rows = [1, 2, 3]
}

extension ViewTests {
  @Test func `a body is evaluated again when what it read changes, once for many changes`() {
    struct Root: View {
      let model: Model
      let evaluations: Evaluations

      var body: some View {
        let _ = evaluations.note("root")
        VStack {
          Text("Fixed")
          NameView(model: model, evaluations: evaluations)
          QuantityView(model: model, evaluations: evaluations)
        }
      }
    }
    struct NameView: View {
      let model: Model
      let evaluations: Evaluations

      var body: some View {
        let _ = evaluations.note("name")
        Text(model.name)
      }
    }
    struct QuantityView: View {
      let model: Model
      let evaluations: Evaluations

      var body: some View {
        let _ = evaluations.note("quantity")
        Text("\(model.quantity)")
      }
    }

    let model = Model()
    let evaluations = Evaluations()
    withHost(Root(model: model, evaluations: evaluations)) { host in
      #expect(host.widget.texts == ["Fixed", "Keyboard", "1"])
      #expect(evaluations.counts == ["root": 1, "name": 1, "quantity": 1])
      let labels = host.widget.all(gtk_label_get_type())

      evaluations.reset()
      for quantity in 2...5 { model.quantity = quantity }
      #expect(host.widget.texts == ["Fixed", "Keyboard", "1"])
      MainLoop.pump()
      #expect(host.widget.texts == ["Fixed", "Keyboard", "5"])
      #expect(evaluations.counts == ["quantity": 1])
      #expect(host.widget.all(gtk_label_get_type()) == labels)

      // The tracking holds for the next change too.
      model.quantity = 6
      model.name = "Mouse"
      MainLoop.pump()
      #expect(host.widget.texts == ["Fixed", "Mouse", "6"])
      #expect(evaluations.counts == ["quantity": 2, "name": 1])
    }
    // Nothing is evaluated after the end.
    evaluations.reset()
    model.quantity = 7
    MainLoop.pump()
    #expect(evaluations.counts.isEmpty)
  }

  @Test func `a change made on another thread arrives too`() async {
    let model = Model()
    struct Root: View {
      let model: Model
      var body: some View { Text(model.name) }
    }
    let host = ViewHost(Root(model: model), environment: EnvironmentValues())
    defer { host.destroy() }
    await Task.detached { await MainActor.run { model.name = "Screen" } }.value
    #expect(await eventually { host.widget.texts == ["Screen"] })
  }

  @Test func `state outlives the view's values and changes through bindings`() {
    struct Counter: View {
      @State private var count = 0
      let title: String

      var body: some View {
        Text("\(title) \(count)")
        Button("Add") { count += 1 }
        Child(count: $count)
      }
    }
    struct Child: View {
      @Binding var count: Int

      var body: some View {
        Button("Double \(count)") { count *= 2 }
      }
    }
    struct Root: View {
      let model: Model

      var body: some View { Counter(title: model.name) }
    }

    let model = Model()
    withHost(Root(model: model)) { host in
      #expect(host.widget.texts == ["Keyboard 0", "Add", "Double 0"])
      for _ in 1...3 { host.widget.button(labelled: "Add")?.click() }
      MainLoop.pump()
      #expect(host.widget.texts == ["Keyboard 3", "Add", "Double 3"])
      model.name = "Mouse"
      MainLoop.pump()
      #expect(host.widget.texts == ["Mouse 3", "Add", "Double 3"])
      host.widget.button(labelled: "Double 3")?.click()
      MainLoop.pump()
      #expect(host.widget.texts == ["Mouse 6", "Add", "Double 6"])
    }
  }

  @Test func `a view that gets the same values is not evaluated again`() {
    struct Root: View {
      let model: Model
      let evaluations: Evaluations
      @State private var text = "x"

      var body: some View {
        let _ = model.quantity
        Child(model: model, evaluations: evaluations, text: $text)
      }
    }
    struct Child: View {
      let model: Model
      let evaluations: Evaluations
      @Binding var text: String
      @State private var isExpanded = false

      var body: some View {
        let _ = evaluations.note("child")
        Text(text)
      }
    }
    let model = Model()
    let evaluations = Evaluations()
    withHost(Root(model: model, evaluations: evaluations)) { host in
      model.quantity = 2
      MainLoop.pump()
      #expect(evaluations["child"] == 1)
      #expect(host.widget.texts == ["x"])
    }
  }

  @Test func `conditions and optionals change the structure and nothing else`() {
    struct Root: View {
      let model: Model

      var body: some View {
        VStack {
          Text("First")
          if model.isShown { Text("Shown") }
          if model.quantity > 1 {
            Text("Many")
          } else {
            Text("One")
          }
          switch model.quantity {
          case 1: Text("case 1")
          case 2: Text("case 2")
          default: EmptyView()
          }
          Text("Last")
        }
      }
    }
    let model = Model()
    withHost(Root(model: model)) { host in
      #expect(host.widget.texts == ["First", "One", "case 1", "Last"])
      let first = host.widget.all(gtk_label_get_type())[0]
      model.isShown = true
      MainLoop.pump()
      #expect(host.widget.texts == ["First", "Shown", "One", "case 1", "Last"])
      model.quantity = 2
      MainLoop.pump()
      #expect(host.widget.texts == ["First", "Shown", "Many", "case 2", "Last"])
      model.isShown = false
      model.quantity = 3
      MainLoop.pump()
      #expect(host.widget.texts == ["First", "Many", "Last"])
      #expect(host.widget.all(gtk_label_get_type())[0] == first)
    }
  }

  @Test func `an element that moves keeps its widgets and its state`() {
    struct Row: View {
      let number: Int
      @State private var clicks = 0

      var body: some View {
        Button("\(number): \(clicks)") { clicks += 1 }
      }
    }
    struct Root: View {
      let model: Model

      var body: some View {
        VStack {
          ForEach(model.rows, id: \.self) { Row(number: $0) }
        }
      }
    }
    let model = Model()
    withHost(Root(model: model)) { host in
      host.widget.button(labelled: "2: 0")?.click()
      MainLoop.pump()
      #expect(host.widget.texts == ["1: 0", "2: 1", "3: 0"])
      let buttons = host.widget.all(gtk_button_get_type())
      model.rows = [3, 2, 4, 1]
      MainLoop.pump()
      #expect(host.widget.texts == ["3: 0", "2: 1", "4: 0", "1: 0"])
      let moved = host.widget.all(gtk_button_get_type())
      #expect(moved[0] == buttons[2] && moved[1] == buttons[1] && moved[3] == buttons[0])
      model.rows = []
      MainLoop.pump()
      #expect(host.widget.texts.isEmpty)
    }
  }

  @Test func `an environment value can be declared and read without the main actor`() async {
    let corners = await Task.detached {
      var values = EnvironmentValues()
      values.corners += 1
      return values.corners
    }.value
    #expect(corners == 5)
  }

  @Test func `an environment value reaches those who read it`() {
    struct Root: View {
      let model: Model
      let evaluations: Evaluations

      var body: some View {
        Middle(evaluations: evaluations).environment(\.flavour, model.name)
      }
    }
    struct Middle: View {
      let evaluations: Evaluations

      var body: some View {
        let _ = evaluations.note("middle")
        Leaf()
      }
    }
    struct Leaf: View {
      @Environment(\.flavour) var flavour

      var body: some View { Text(flavour) }
    }
    let model = Model()
    let evaluations = Evaluations()
    withHost(Root(model: model, evaluations: evaluations)) { host in
      #expect(host.widget.texts == ["Keyboard"])
      model.name = "Mouse"
      MainLoop.pump()
      #expect(host.widget.texts == ["Mouse"])
      #expect(evaluations["middle"] == 1)
    }
    withHost(Leaf()) { #expect($0.widget.texts == ["plain"]) }
  }

  @Test func `a text field follows its binding, and only the field is updated`() {
    struct Root: View {
      @Bindable var model: Model
      let evaluations: Evaluations

      var body: some View {
        let _ = evaluations.note("root")
        TextField("Name", text: $model.name)
      }
    }
    let model = Model()
    let evaluations = Evaluations()
    withHost(Root(model: model, evaluations: evaluations)) { host in
      let entry = host.widget.entry!.opaque
      #expect(String(cString: gtk_editable_get_text(entry)) == "Keyboard")
      gtk_editable_set_position(entry, 3)
      var position: Int32 = 3
      gtk_editable_insert_text(entry, "XY", -1, &position)
      #expect(model.name == "KeyXYboard")
      gtk_editable_set_position(entry, position)
      MainLoop.pump()
      #expect(gtk_editable_get_position(entry) == 5)
      // A change from outside replaces what differs and leaves the cursor where it was.
      model.name = "KeyXYboards"
      MainLoop.pump()
      #expect(String(cString: gtk_editable_get_text(entry)) == "KeyXYboards")
      #expect(gtk_editable_get_position(entry) == 5)
      #expect(evaluations["root"] == 1)
    }
  }

  @Test func `a text field shows what the owner made of the input`() {
    struct Root: View {
      @State private var digits = "1"

      var body: some View {
        TextField(
          "Digits",
          text: Binding(get: { digits }, set: { digits = $0.filter(\.isNumber) })
        )
      }
    }
    withHost(Root()) { host in
      let entry = host.widget.entry!.opaque
      var position: Int32 = 1
      gtk_editable_insert_text(entry, "a", -1, &position)
      MainLoop.pump()
      #expect(String(cString: gtk_editable_get_text(entry)) == "1")
      gtk_editable_insert_text(entry, "2b", -1, &position)
      MainLoop.pump()
      #expect(String(cString: gtk_editable_get_text(entry)) == "12")
    }
  }

  @Test func `everything is gone after the end`() {
    struct Root: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          TextField("Name", text: $model.name)
          ForEach(model.rows, id: \.self) { row in Button("\(row)") { model.quantity = row } }
        }
      }
    }
    var model: Model? = Model()
    weak let weakModel = model
    let handlers = Signal.liveHandlers
    let widgets: [WeakReference]
    do {
      let host = ViewHost(Root(model: model!), environment: EnvironmentValues())
      widgets = host.widget.contents.map { WeakReference($0) }
      model?.rows = [3, 4]
      MainLoop.pump()
      host.destroy()
    }
    model = nil
    MainLoop.pump()
    #expect(weakModel == nil)
    #expect(widgets.allSatisfy { !$0.isAlive })
    #expect(Signal.liveHandlers <= handlers)
  }
}

// As it is written in a module that is not isolated to the main actor.
nonisolated private struct CornersKey: EnvironmentKey {
  static let defaultValue: Int = 4
}

extension EnvironmentValues {
  nonisolated fileprivate var corners: Int {
    get { self[CornersKey.self] }
    set { self[CornersKey.self] = newValue }
  }
}

private enum FlavourKey: EnvironmentKey {
  static let defaultValue = "plain"
}

extension EnvironmentValues {
  fileprivate var flavour: String {
    get { self[FlavourKey.self] }
    set { self[FlavourKey.self] = newValue }
  }
}
