import ComposableGtk
import Foundation

extension HabitView {
  @HabitBuilder var containers: [AnyView] {
    ScrollView { VStack { Text("Shelf") } }
    ScrollView([.horizontal, .vertical]) { Text("Shelf") }
    Group { if flag { Text("Shelf") } else { Text("Box") } }
    GroupBox("Lamp") { Text("Shelf") }
    DisclosureGroup("Lamp", isExpanded: $flag) { Text("Shelf") }
    DisclosureGroup("Lamp") { Text("Shelf") }
    Form { Section("Lamp") { Text("Shelf") } }
    Form { Section(header: Text("Things"), footer: Text("All of them")) { Text("Shelf") } }
    Form {
      LabeledContent("Lamp", value: "On the left")
      LabeledContent("Count", value: 3, format: .number)
    }
    List { Text("Shelf") }
    List(things) { Text($0.name) }
    List(things, id: \.name) { Text($0.name) }
    List(names, id: \.self) { Text($0) }
    List(0..<5) { Text("\($0)") }
    List(things, selection: $one) { Text($0.name) }
    List(selection: $picked) { ForEach(things) { Text($0.name) } }
    List($things) { $thing in TextField("Lamp", text: $thing.name) }
    List {
      ForEach(things) { Text($0.name) }.onDelete { things.remove(atOffsets: $0) }.onMove {
        things.move(fromOffsets: $0, toOffset: $1)
      }
    }
    List { ForEach($things) { $thing in Toggle(thing.name, isOn: $flag) } }
    List {
      ForEach(Array(names.enumerated()), id: \.offset) { index, name in Text("\(index) \(name)") }
    }
    ForEach(names.indices, id: \.self) { Text(names[$0]) }
    NavigationStack { Text("Shelf").navigationTitle("Lamp") }
    NavigationStack { NavigationLink("Lamp") { Text("Shelf") } }
    NavigationStack { Text("Lamp").navigationDestination(isPresented: $flag) { Text("Shelf") } }
    NavigationStack { Text("Lamp").navigationDestination(item: $thing) { Text($0.name) } }
  }

  @HabitBuilder var containers2: [AnyView] {
    NavigationSplitView {
      List(things, selection: $one) { Text($0.name) }
    } detail: {
      Text("Shelf")
    }
    TabView { Text("Shelf").tabItem { Label("Lamp", systemImage: "star") }.tag(1) }
    TabView(selection: $number) { Tab("Lamp", systemImage: "star", value: 1) { Text("Shelf") } }
    ContentUnavailableView("Lamp", systemImage: "star")
    ContentUnavailableView("Lamp", systemImage: "star", description: Text("There is nothing here."))
    ContentUnavailableView.search
    ContentUnavailableView.search(text: text)
    ContentUnavailableView {
      Label("Lamp", systemImage: "star")
    } description: {
      Text("There is nothing here.")
    } actions: {
      Button("Shelf") {}
    }
    EmptyView()
    AnyView(Text("Shelf"))
    Table(things) { TableColumn("Lamp", value: \.name) }
  }
}
