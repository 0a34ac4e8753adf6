import ComposableGtk
import Foundation

/// Modifiers that react to events.
struct BehaviourPage: View {
  let page: GalleryPage

  var body: some View {
    switch page {
    case .appStorage: StorageExample()
    case .contextMenu: ContextMenuExample()
    case .dropDestination: DropExample()
    case .fileImporter: FileExample()
    case .focus: FocusExample()
    case .id: IdentityExample()
    case .keyboardShortcut: ShortcutExample()
    case .navigationLink: LinkExample()
    case .onHover, .onTapGesture: PointerExample()
    case .refreshable: RefreshExample()
    case .scrollViewReader: ReaderExample()
    case .searchable: SearchExample()
    case .toast: ToastExample()
    case .toolbar: ToolbarExample()
    case .undoCommands: UndoExample()
    default: AppearanceExample()
    }
  }
}

private struct RefreshExample: View {
  @State private var times = 0

  var body: some View {
    List(0..<20) { Text("Message \($0 + 20 * times)") }
      .refreshable {
        try? await Task.sleep(for: .seconds(1))
        times += 1
      }
  }
}

private struct ReaderExample: View {
  var body: some View {
    ScrollViewReader { proxy in
      VStack(spacing: 0) {
        HStack(spacing: 12) {
          Button("First") { withAnimation { proxy.scrollTo(0) } }
          Button("500 in the middle") { proxy.scrollTo(500, anchor: .center) }
          Button("Last") { withAnimation { proxy.scrollTo(999) } }
        }
        .padding(12)
        List(0..<1_000) { Text("Row \($0)") }
      }
    }
  }
}

private struct StorageExample: View {
  @AppStorage("showsPrices") private var showsPrices = true
  @SceneStorage("columns") private var columns = 2
  @Environment(\.scenePhase) private var scenePhase

  var body: some View {
    Form {
      Section {
        Toggle("Prices, for the whole program", isOn: $showsPrices)
        Stepper("Columns, for this window", value: $columns, in: 1...9)
      } footer: {
        Text("Both are there again when the gallery is started the next time.")
      }
      Section("The window") {
        LabeledContent("Is", value: "\(scenePhase)")
      }
    }
    .padding(24)
  }
}

private struct FileExample: View {
  @State private var isImporting = false
  @State private var isExporting = false
  @State private var note = Note(text: "A note")
  @State private var result = "Nothing is read or written yet"

  private struct Note: FileDocument {
    static let readableContentTypes = [UTType.plainText]
    var text: String

    init(text: String) { self.text = text }

    init(configuration: ReadConfiguration) throws {
      text = String(decoding: configuration.file.regularFileContents ?? Data(), as: UTF8.self)
    }

    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
      FileWrapper(regularFileWithContents: Data(text.utf8))
    }
  }

  var body: some View {
    VStack(spacing: 12) {
      TextField("Note", text: $note.text)
      HStack {
        Button("Open…") { isImporting = true }
        Button("Save…") { isExporting = true }
      }
      Text(result).cssClass("dim-label")
    }
    .padding(24)
    .fileImporter(isPresented: $isImporting, allowedContentTypes: [.plainText, .image]) {
      result = describe("Chosen", $0)
    }
    .fileExporter(
      isPresented: $isExporting,
      document: note,
      contentType: .plainText,
      defaultFilename: "note"
    ) {
      result = describe("Written", $0)
    }
  }

  private func describe(_ verb: String, _ result: Result<URL, any Error>) -> String {
    switch result {
    case .success(let url): "\(verb): \(url.lastPathComponent)"
    case .failure(let error): "\(error)"
    }
  }
}

private struct AppearanceExample: View {
  @State private var isShown = true
  @State private var log: [String] = []

  var body: some View {
    VStack(spacing: 12) {
      Toggle("Show the text", isOn: $isShown)
      if isShown {
        Text("Here it is")
          .onAppear { log.append("Appeared") }
          .onDisappear { log.append("Disappeared") }
      }
      Text(log.suffix(4).joined(separator: "\n")).cssClass("dim-label")
    }
    .padding(24)
  }
}

private struct ContextMenuExample: View {
  @State private var color = Color.blue

  var body: some View {
    Text("Right-click here")
      .bold()
      .foregroundStyle(.white)
      .padding(48)
      .background(color)
      .cornerRadius(12)
      .contextMenu {
        Button("Blue") { color = .blue }
        Button("Green") { color = .green }
        Button("Orange") { color = .orange }
      }
      .padding(24)
  }
}

private struct PointerExample: View {
  @State private var isInside = false
  @State private var clicks = 0
  @State private var doubleClicks = 0

  var body: some View {
    VStack(spacing: 24) {
      Text("Click here: \(clicks)")
        .padding(24)
        .background(.blue.opacity(isInside ? 0.4 : 0.2))
        .cornerRadius(12)
        .onHover { isInside = $0 }
        .onTapGesture { clicks += 1 }
      Text("Double-click here: \(doubleClicks)")
        .padding(24)
        .background(.blue.opacity(0.2))
        .cornerRadius(12)
        .onTapGesture(count: 2) { doubleClicks += 1 }
    }
    .padding(24)
  }
}

private struct IdentityExample: View {
  @State private var round = 1

  private struct Counter: View {
    @State private var count = 0

    var body: some View {
      Button("Clicked \(count) times in this round") { count += 1 }
    }
  }

  var body: some View {
    VStack(spacing: 12) {
      Counter().id(round)
      Button("Round \(round + 1)") { round += 1 }
    }
    .padding(24)
  }
}

private struct DropExample: View {
  @State private var dropped = "Drop text here"

  var body: some View {
    Text(dropped)
      .padding(64)
      .cssClass("card")
      .dropDestination(for: String.self) { items, _ in
        dropped = items.joined(separator: "\n")
        return true
      }
      .padding(24)
  }
}

private struct FocusExample: View {
  private enum Field: Hashable { case first, second }

  @FocusState private var field: Field?
  @State private var first = ""
  @State private var second = ""

  var body: some View {
    VStack(spacing: 12) {
      Form {
        TextField("First", text: $first).focused($field, equals: .first)
        TextField("Second", text: $second).focused($field, equals: .second)
      }
      HStack(spacing: 12) {
        Button("Focus the first field") { field = .first }
        Button("Focus the second field") { field = .second }
      }
    }
    .padding(24)
  }
}

private struct LinkExample: View {
  var body: some View {
    Form {
      NavigationLink("Another page of the gallery", state: GalleryPage.button.state)
      NavigationLink(state: GalleryPage.text.state) {
        Label("With a custom label", systemImage: "star")
      }
    }
  }
}

private struct SearchExample: View {
  @State private var text = ""
  private let fruit = ["Apple", "Apricot", "Banana", "Cherry", "Grape", "Lemon", "Orange", "Pear"]

  var body: some View {
    List(fruit.filter { text.isEmpty || $0.lowercased().contains(text.lowercased()) }, id: \.self) {
      Text($0).padding(12)
    }
    .placeholder { Text("No such fruit").padding(24) }
    .searchable(text: $text, prompt: "Search fruit")
  }
}

private struct ShortcutExample: View {
  @State private var count = 0

  var body: some View {
    VStack(spacing: 12) {
      Text("\(count)").font(.largeTitle)
      Button("Count (Ctrl+K)") { count += 1 }
        .keyboardShortcut("k")
    }
    .padding(24)
  }
}

private struct ToastExample: View {
  private struct Message: Identifiable {
    let id: Int
  }

  @State private var message: Message?
  @State private var count = 3

  var body: some View {
    VStack(spacing: 12) {
      Text(count == 1 ? "1 letter" : "\(count) letters")
        .font(.largeTitle)
      Button("Throw one away") {
        count -= 1
        message = Message(id: count)
      }
      .disabled(count == 0)
    }
    .padding(24)
    .toast(item: $message) { _ in
      ToastDescription(
        "Letter thrown away",
        action: .init("Undo") {
          count += 1
          message = nil
        }
      )
    }
  }
}

private struct UndoExample: View {
  @State private var counts = [0]
  @State private var undone: [Int] = []

  var body: some View {
    VStack(spacing: 12) {
      Text("\(counts.last ?? 0)")
        .font(.largeTitle)
      Button("Count") {
        counts.append((counts.last ?? 0) + 1)
        undone = []
      }
      Text("Ctrl+Z undoes, Ctrl+Shift+Z redoes").cssClass("dim-label")
    }
    .padding(24)
    .undoCommands {
      if counts.count > 1 { undone.append(counts.removeLast()) }
    } redo: {
      if let count = undone.popLast() { counts.append(count) }
    }
  }
}

private struct ToolbarExample: View {
  @State private var count = 0

  var body: some View {
    Text("\(count)")
      .font(.largeTitle)
      .padding(24)
      .navigationSubtitle("With a subtitle")
      .toolbar {
        ToolbarItem(placement: .leading) {
          Button("Less", systemImage: "minus") { count -= 1 }
        }
        ToolbarItem(placement: .trailing) {
          Button("More", systemImage: "plus") { count += 1 }
        }
      }
  }
}
