import ComposableGtk
import Foundation

extension HabitView {
  @HabitBuilder var presentations: [AnyView] {
    Text("Shelf").toolbar { ToolbarItem(placement: .primaryAction) { Button("Lamp") {} } }
    Text("Shelf").toolbar {
      ToolbarItem(placement: .topBarTrailing) { Button("Lamp") {} }
      ToolbarItem(placement: .cancellationAction) { Button("Lamp") { dismiss() } }
    }
    Text("Shelf").toolbar { ToolbarItem(placement: .principal) { Text("Lamp") } }
    Text("Shelf").toolbar { Button("Lamp", systemImage: "plus") {} }
    Text("Shelf").sheet(isPresented: $flag) { Text("Lamp") }
    Text("Shelf").sheet(item: $thing) { Text($0.name) }
    Text("Shelf").fullScreenCover(isPresented: $flag) { Text("Lamp") }
    Text("Shelf").popover(isPresented: $flag) { Text("Lamp") }
    Text("Shelf").popover(item: $thing, arrowEdge: .top) { Text($0.name) }
    Text("Shelf").alert("Which one?", isPresented: $flag) { Button("OK", role: .cancel) {} }
    Text("Shelf").alert("Which one?", isPresented: $flag) {
      Button("OK", role: .cancel) {}
    } message: {
      Text("It is empty.")
    }
    Text("Shelf").alert("Which one?", isPresented: $flag, presenting: thing) { t in
      Button(t.name) {}
    } message: { t in
      Text(t.name)
    }
    Text("Shelf").alert("Which one?", isPresented: $flag) {
      TextField("Lamp", text: $text)
      Button("OK") {}
    }
    Text("Shelf").confirmationDialog("Which one?", isPresented: $flag) {
      Button("Del", role: .destructive) {}
    }
    Text("Shelf").confirmationDialog("Which one?", isPresented: $flag, titleVisibility: .visible) {
      Button("Del", role: .destructive) {}
    }
    Text("Shelf").confirmationDialog(
      "Which one?",
      isPresented: $flag,
      titleVisibility: .visible,
      presenting: thing
    ) { t in
      Button(t.name) {}
    } message: { _ in
      Text("Lamp")
    }
    Text("Shelf").interactiveDismissDisabled(flag)
    Text("Shelf").searchable(text: $text)
    Text("Shelf").searchable(text: $text, prompt: "Find")
    Text("Shelf").searchable(
      text: $text,
      placement: .navigationBarDrawer(displayMode: .always),
      prompt: "Find"
    )
    Text("Shelf").contextMenu { Button("Lamp") {} }
    Text("Shelf").swipeActions { Button("Lamp", role: .destructive) {} }
    Text("Shelf").swipeActions(edge: .leading, allowsFullSwipe: false) { Button("Lamp") {} }
    Text("Shelf").badge(3)
    Text("Shelf").listRowSeparator(.hidden)
  }

  @HabitBuilder var presentations2: [AnyView] {
    Text("Shelf").onOpenURL { _ in }
    Text("Shelf").fileImporter(isPresented: $flag, allowedContentTypes: [.plainText]) { _ in }
    Text("Shelf").navigationSubtitle("Lamp")
    Text("Shelf").navigationSplitViewColumnWidth(200)
  }
}
