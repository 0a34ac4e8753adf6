import ComposableGtk
import Foundation

extension HabitView {
  @HabitBuilder var controls: [AnyView] {
    Label("Lamp", systemImage: "star").labelStyle(.iconOnly)
    Label {
      Text("Lamp")
    } icon: {
      Image(systemName: "star")
    }
    Button("Lamp", role: .destructive) {}
    Button("Lamp", systemImage: "plus") {}
    Button("Lamp", systemImage: "trash", role: .destructive) {}
    Button(action: { flag.toggle() }) { Text("Lamp") }
    Button {
      flag.toggle()
    } label: {
      Image(systemName: "plus")
    }
    Button(role: .cancel) {
    } label: {
      Text("Lamp")
    }
    Button("Lamp") {}.buttonStyle(.borderedProminent).controlSize(.large)
    Button("Lamp") {}.buttonStyle(.plain)
    Button("Lamp") {}.keyboardShortcut(.defaultAction)
    Toggle("Lamp", isOn: $flag).toggleStyle(.switch)
    Toggle("Lamp", systemImage: "star", isOn: $flag)
    Toggle(isOn: $flag) { Text("Lamp") }
    Picker("Lamp", selection: $number) { Text("1").tag(1) }.pickerStyle(.segmented)
    Picker("Lamp", selection: $number) { ForEach(0..<3, id: \.self) { Text("\($0)").tag($0) } }
      .pickerStyle(.menu)
    Picker(selection: $number) {
      Text("1").tag(1)
    } label: {
      Text("Lamp")
    }
    Picker("Lamp", selection: $one) {
      Text("none").tag(nil as Int?)
      Text("1").tag(1 as Int?)
    }.pickerStyle(.inline)
    Picker("Lamp", selection: $one) {
      Text("none").tag(Int?.none)
      ForEach(things) { Text($0.name).tag(Optional($0.id)) }
    }
    Picker("Lamp", selection: $number) { Text("1").tag(1) }.labelsHidden()
    Slider(value: $value)
    Slider(value: $value, in: 0...10, step: 1)
    Stepper("x: \(number)", value: $number)
    Stepper("Lamp", value: $number, in: 0...10, step: 2)
    Stepper(value: $number, in: 0...10) { Text("Lamp") }
  }

  @HabitBuilder var controls2: [AnyView] {
    DatePicker("Lamp", selection: $date)
    DatePicker(
      "Lamp",
      selection: $date,
      in: Date()...,
      displayedComponents: [.date, .hourAndMinute]
    )
    DatePicker("Lamp", selection: $date, in: ...Date())
    TextField("Lamp", text: $text, prompt: Text("Name"))
    TextField("Lamp", value: $number, format: .number)
    TextField("Lamp", value: $value, format: .currency(code: "EUR"))
    TextField("Lamp", text: $text).focused($focused)
    TextField("Lamp", text: $text).focused($field, equals: 1).onSubmit { field = 2 }
    SecureField("Lamp", text: $text)
    TextEditor(text: $text).frame(minHeight: 100)
    ProgressView()
    ProgressView("Lamp")
    ProgressView(value: 0.5)
    ProgressView(value: 3, total: 10) { Text("Lamp") }
    Link("Lamp", destination: URL(string: "https://a.b")!)
    LabeledContent("Lamp") { Text("On the left") }
    Menu("Lamp") {
      Button("Shelf") {}
      Divider()
      Button("Box", role: .destructive) {}
    }
    Menu {
      Button("Shelf") {}
    } label: {
      Label("Lamp", systemImage: "ellipsis.circle")
    }
    Menu("Lamp") { Picker("Name", selection: $number) { Text("1").tag(1) } }
  }
}
