// swift-format-ignore-file
// Written by scripts/gallery-code.py from the examples in Pages. Do not edit it.

extension GalleryPage {
  /// The code of the example.
  var code: String {
    switch self {
    case .alert, .confirmationDialog, .fullScreenCover, .popover, .sheet:
##"""
import ComposableGtk

/// All kinds of presentations, one at a time.
@Reducer
struct PresentationsFeature {
  @Reducer
  enum Destination {
    case alert(AlertState<Answer>)
    case cover(NoteFeature)
    case dialog(ConfirmationDialogState<Answer>)
    case popover(NoteFeature)
    case sheet(NoteFeature)

    @CasePathable
    enum Answer: Equatable {
      case no
      case yes
    }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var answer = "none"
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case showButtonTapped(Destination.State)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.alert(let answer))),
        .destination(.presented(.dialog(let answer))):
        state.answer = "\(answer)"
        return .none
      case .destination:
        return .none
      case .showButtonTapped(let destination):
        state.destination = destination
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension PresentationsFeature.Destination.State: Equatable {}

extension AlertState<PresentationsFeature.Destination.Answer> {
  static var example: Self {
    AlertState {
      TextState("Throw it away?")
    } actions: {
      ButtonState(role: .destructive, action: .yes) { TextState("Throw away") }
      ButtonState(role: .cancel, action: .no) { TextState("Keep") }
    } message: {
      TextState("What was thrown away is ") + TextState("gone").bold() + TextState(".")
    }
  }
}

extension ConfirmationDialogState<PresentationsFeature.Destination.Answer> {
  static var example: Self {
    ConfirmationDialogState(titleVisibility: .visible) {
      TextState("What do you want to do with it?")
    } actions: {
      ButtonState(action: .yes) { TextState("Send") }
      ButtonState(role: .destructive, action: .no) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    }
  }
}

/// The content of the presentations: a note, which can present an alert.
@Reducer
struct NoteFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Never>?
    var text = ""
  }

  enum Action: BindableAction {
    case alert(PresentationAction<Never>)
    case binding(BindingAction<State>)
    case doneButtonTapped
    case helpButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert, .binding:
        return .none
      case .doneButtonTapped:
        return .run { _ in await dismiss() }
      case .helpButtonTapped:
        state.alert = AlertState {
          TextState("A note is a line of text.")
        }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

struct PresentationsPage: View {
  @Bindable var store: StoreOf<PresentationsFeature>

  var body: some View {
    VStack(spacing: 12) {
      Button("Alert") { store.send(.showButtonTapped(.alert(.example))) }
        .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
      Button("Confirmation dialog") { store.send(.showButtonTapped(.dialog(.example))) }
        .confirmationDialog(
          $store.scope(state: \.destination?.dialog, action: \.destination.dialog)
        )
      Button("Sheet") { store.send(.showButtonTapped(.sheet(NoteFeature.State()))) }
        .sheet(item: $store.scope(state: \.destination?.sheet, action: \.destination.sheet)) {
          NoteView(store: $0)
        }
      Button("Full-screen cover") { store.send(.showButtonTapped(.cover(NoteFeature.State()))) }
        .fullScreenCover(
          item: $store.scope(state: \.destination?.cover, action: \.destination.cover)
        ) {
          NoteView(store: $0)
        }
      Button("Popover") { store.send(.showButtonTapped(.popover(NoteFeature.State()))) }
        .popover(item: $store.scope(state: \.destination?.popover, action: \.destination.popover)) {
          NoteView(store: $0)
        }
      Text("Last answer: \(store.answer)").cssClass("dim-label")
    }
    .padding(24)
    .navigationTitle("Presentations")
  }
}

struct NoteView: View {
  @Bindable var store: StoreOf<NoteFeature>

  var body: some View {
    VStack(spacing: 12) {
      Form {
        TextField("Note", text: $store.text)
      }
      HStack(spacing: 12) {
        Button("What is a note?") { store.send(.helpButtonTapped) }
        Button("Done") { store.send(.doneButtonTapped) }
          .buttonStyle(.borderedProminent)
      }
    }
    .padding(24)
    .frame(minWidth: 320)
    .navigationTitle("Note")
    .alert($store.scope(state: \.alert, action: \.alert))
  }
}
"""##
    case .appStorage:
##"""
struct StorageExample: View {
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
"""##
    case .aspectRatio:
##"""
struct AspectExample: View {
  var body: some View {
    VStack(spacing: 24) {
      Color.blue.aspectRatio(3, contentMode: .fit)
      Image(systemName: "star").resizable().scaledToFit()
    }
    .padding(24)
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }
}
"""##
    case .background, .overlay:
##"""
struct LayerExample: View {
  var body: some View {
    VStack(spacing: 24) {
      Text("In front: a corner")
        .padding(24)
        .background(.blue.opacity(0.2))
        .overlay(alignment: .topTrailing) { Color.red.frame(width: 12, height: 12) }
      Text("Behind: a colour in half of the height")
        .padding(24)
        .background(alignment: .bottom) { Color.orange.opacity(0.4).frame(height: 36) }
    }
    .padding(24)
  }
}
"""##
    case .button:
##"""
struct ButtonExample: View {
  @State private var count = 0

  var body: some View {
    VStack(spacing: 12) {
      Button("Clicked \(count) times") { count += 1 }
      Button("Suggested action") { count += 1 }.buttonStyle(.borderedProminent)
      Button("Delete", role: .destructive) { count = 0 }
      Button("Borderless") { count += 1 }.buttonStyle(.borderless)
      Button("Link") { count += 1 }.buttonStyle(.link)
      Button("Pill") { count += 1 }.buttonStyle(.pill)
      Button {
        count += 1
      } label: {
        Image(systemName: "plus")
      }
      .buttonStyle(.circular)
      .accessibilityLabel("Add")
      Button("Disabled") {}.disabled()
    }
    .padding(24)
  }
}
"""##
    case .canvas:
##"""
struct CanvasExample: View {
  @State private var corners = 5

  var body: some View {
    VStack(spacing: 12) {
      Canvas { [corners] context, size in
        context.translateBy(x: size.width / 2, y: size.height / 2)
        let radius = min(size.width, size.height) / 2 - 8
        let outline = Path { path in
          for corner in 0..<corners {
            let angle = 2 * Double.pi * Double(corner) / Double(corners) - .pi / 2
            path.addLine(to: CGPoint(x: radius * cos(angle), y: radius * sin(angle)))
          }
          path.closeSubpath()
        }
        context.fill(outline, with: .color(.blue.gradient))
        context.draw(Text("\(corners) corners").bold(), at: .zero)
      }
      Stepper("Corners", value: $corners, in: 3...12)
    }
    .padding(24)
  }
}
"""##
    case .color:
##"""
struct ColorExample: View {
  private let colors: [Color] = [
    .red, .orange, .yellow, .green, .mint, .teal, .cyan, .blue, .indigo, .purple, .pink, .brown,
    .gray,
  ]

  var body: some View {
    VStack(spacing: 0) {
      ForEach([1, 0.7, 0.4], id: \.self) { opacity in
        HStack(spacing: 0) {
          ForEach(colors.indices, id: \.self) { index in
            colors[index].opacity(opacity)
          }
        }
      }
    }
  }
}
"""##
    case .contentUnavailable:
##"""
struct UnavailableExample: View {
  var body: some View {
    ContentUnavailableView(
      "Nothing here",
      systemImage: "tray",
      description: "An empty page says why it is empty, and what you can do about it."
    ) {
      Button("Create something") {}
        .buttonStyle(.pill)
    }
  }
}
"""##
    case .contextMenu:
##"""
struct ContextMenuExample: View {
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
"""##
    case .datePicker:
##"""
struct DatePickerExample: View {
  @State private var date = Date(timeIntervalSince1970: 1_750_000_000)

  var body: some View {
    Form {
      DatePicker("Day", selection: $date, displayedComponents: .date)
      DatePicker("Day and time", selection: $date)
      LabeledContent("ISO 8601", value: date.formatted(.iso8601))
    }
  }
}
"""##
    case .disclosureGroup:
##"""
struct DisclosureExample: View {
  @State private var isExpanded = true

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      DisclosureGroup("Details", isExpanded: $isExpanded) {
        Text("Details that not everyone needs to see.")
      }
      Button(isExpanded ? "Close" : "Open") { isExpanded.toggle() }
      Form {
        DisclosureGroup("In a form") { Text("More about it.") }
        LabeledContent("Version", value: "1.0")
      }
    }
    .padding(24)
  }
}
"""##
    case .divider:
##"""
struct DividerExample: View {
  var body: some View {
    VStack(spacing: 12) {
      Text("Above")
      Divider()
      HStack(spacing: 12) {
        Text("Left")
        Divider()
        Text("Right")
      }
    }
    .padding(24)
  }
}
"""##
    case .dropDestination:
##"""
struct DropExample: View {
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
"""##
    case .effects:
##"""
struct EffectsExample: View {
  var body: some View {
    Grid(horizontalSpacing: 12, verticalSpacing: 36) {
      GridRow {
        Box("Border", .blue).border(.orange, width: 4)
        Box("Shadow", .blue).shadow(radius: 6, y: 3)
        Box("Turned", .blue).rotationEffect(.degrees(-12))
      }
      GridRow {
        Box("Smaller", .blue).scaleEffect(0.7)
        Box("Gray", .blue).grayscale(1)
        Box("Blurred", .blue).blur(radius: 2)
      }
    }
    .padding(24)
  }
}
"""##
    case .fileImporter:
##"""
struct FileExample: View {
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
"""##
    case .focus:
##"""
struct FocusExample: View {
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
"""##
    case .font:
##"""
struct FontExample: View {
  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Text("Large title").font(.largeTitle)
      Text("Title").font(.title)
      Text("Title 2").font(.title2)
      Text("Title 3").font(.title3)
      Text("Headline").font(.headline)
      Text("Body").font(.body)
      Text("Caption").font(.caption)
      Text("Monospaced").font(.monospaced)
      Text("Caption, bold and italic").font(.caption.bold().italic())
      Text("20 points, medium").font(.system(size: 20, weight: .medium))
      Text("Secondary").cssClass("dim-label")
      Text("Red, but readable").foregroundStyle(.red)
    }
    .padding(24)
  }
}
"""##
    case .form, .section:
##"""
struct FormExample: View {
  @State private var name = "Ada"
  @State private var isPublic = true

  var body: some View {
    ScrollView {
      Form {
        Section("Person") {
          TextField("Name", text: $name)
          LabeledContent("Greeting", value: "Hello, \(name)")
        }
        Section {
          Toggle("Public", isOn: $isPublic)
        } header: {
          Text("Visibility")
        } footer: {
          Text("The footer of a section explains its rows.")
        }
      }
    }
  }
}
"""##
    case .grid:
##"""
struct GridExample: View {
  var body: some View {
    Grid(horizontalSpacing: 24, verticalSpacing: 12) {
      GridRow {
        Text("Planet").bold()
        Text("Moons").bold()
      }
      GridRow {
        Text("Earth")
        Text("1").monospacedDigit()
      }
      GridRow {
        Text("Saturn")
        Text("274").monospacedDigit()
      }
    }
    .padding(24)
  }
}
"""##
    case .group:
##"""
struct GroupExample: View {
  @State private var isAdult = true

  var body: some View {
    VStack(spacing: 12) {
      Toggle("Several views as one", isOn: $isAdult)
      Group {
        if isAdult {
          Text("One")
          Text("Two")
        } else {
          Text("Another")
        }
      }
      .cssClass("dim-label")
    }
    .padding(24)
  }
}
"""##
    case .groupBox:
##"""
struct GroupBoxExample: View {
  @State private var isOn = true

  var body: some View {
    GroupBox("Notifications") {
      Toggle("When something runs low", isOn: $isOn)
      Text("You see them beside the clock.").foregroundStyle(.secondary)
    }
    .padding(24)
  }
}
"""##
    case .controlSize:
##"""
struct ControlSizeExample: View {
  @State private var name = "Ada"

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Group {
        row("Mini").controlSize(.mini)
        row("Small").controlSize(.small)
        row("Regular")
        row("Large").controlSize(.large)
        row("Extra large").controlSize(.extraLarge)
      }
    }
    .padding(24)
  }

  private func row(_ title: String) -> some View {
    HStack(spacing: 12) {
      Button(title) {}
      Menu("Menu") { Button("Item") {} }
      TextField("Name", text: $name)
    }
  }
}
"""##
    case .hStack:
##"""
struct HStackExample: View {
  var body: some View {
    VStack(spacing: 24) {
      HStack(spacing: 12) {
        Box("One", .blue)
        Box("Two", .green)
        Box("Three", .orange)
      }
      HStack(alignment: .bottom, spacing: 12) {
        Text("Base").font(.largeTitle)
        Text("line")
      }
    }
    .padding(24)
  }
}
"""##
    case .id:
##"""
struct IdentityExample: View {
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
"""##
    case .image:
##"""
struct ImageExample: View {
  var body: some View {
    HStack(spacing: 24) {
      Image(systemName: "star").imageScale(32)
      Image(systemName: "trash").imageScale(32)
      Image(icon: "folder-symbolic").imageScale(32)
      Image(icon: "user-home-symbolic").imageScale(64)
      Image(systemName: "star").resizable().frame(width: 96, height: 96)
    }
    .padding(24)
  }
}
"""##
    case .keyboardShortcut:
##"""
struct ShortcutExample: View {
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
"""##
    case .label:
##"""
struct LabelExample: View {
  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Label("Favourites", systemImage: "star")
      Label("Documents", icon: "folder-documents-symbolic")
      Label {
        Text("A custom label").italic()
      } icon: {
        ProgressView()
      }
    }
    .padding(24)
  }
}
"""##
    case .labeledContent:
##"""
struct LabeledContentExample: View {
  var body: some View {
    Form {
      LabeledContent("Version", value: "1.0")
      LabeledContent("State") { Label("Connected", systemImage: "checkmark") }
    }
  }
}
"""##
    case .labelStyle:
##"""
struct LabelStyleExample: View {
  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Label("Symbol and title", systemImage: "star")
      Label("Title", systemImage: "star").labelStyle(.titleOnly)
      Label("Symbol, with the title in its tooltip", systemImage: "star").labelStyle(.iconOnly)
    }
    .padding(24)
    .toolbar {
      Button("Symbol", systemImage: "star") {}
      Button("And title", systemImage: "star") {}.labelStyle(.titleAndIcon)
    }
  }
}
"""##
    case .link:
##"""
struct LinkExample: View {
  var body: some View {
    if let address = URL(string: "https://www.gtk.org") {
      VStack(spacing: 12) {
        Link("GTK", destination: address)
        Link(destination: address) { Label("With an icon", systemImage: "globe") }
      }
      .padding(24)
    }
  }
}
"""##
    case .list:
##"""
import ComposableGtk

/// A list of a hundred thousand rows.
@Reducer
struct ListFeature {
  struct Row: Equatable, Identifiable {
    let id: Int
    var isFavourite = false
  }

  @ObservableState
  struct State: Equatable {
    var rows = IdentifiedArray(uniqueElements: (1...100_000).map { Row(id: $0) })
    var opened: Int?
  }

  enum Action {
    case deleteButtonTapped(id: Int)
    case favouriteButtonTapped(id: Int)
    case rowTapped(id: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deleteButtonTapped(let id):
        state.rows.remove(id: id)
      case .favouriteButtonTapped(let id):
        state.rows[id: id]?.isFavourite.toggle()
      case .rowTapped(let id):
        state.opened = id
      }
      return .none
    }
  }
}

struct ListPage: View {
  let store: StoreOf<ListFeature>

  var body: some View {
    List(store.rows) { row in
      HStack(spacing: 12) {
        Text("Row \(row.id)")
        Spacer()
        if row.isFavourite {
          Image(systemName: "star.fill")
        }
      }
      .padding(12)
      .swipeActions {
        Button("Favourite", systemImage: "star") { store.send(.favouriteButtonTapped(id: row.id)) }
        Button("Delete", systemImage: "trash") { store.send(.deleteButtonTapped(id: row.id)) }
      }
    }
    .onRowActivate { store.send(.rowTapped(id: $0.id)) }
    .navigationTitle("List")
    .navigationSubtitle(store.opened.map { "Opened row \($0)" } ?? "\(store.rows.count) rows")
  }
}
"""##
    case .listPages:
##"""
import ComposableGtk
import PagedArrays

/// A list of a million rows, of which the state has those that are in sight.
@Reducer
struct ListPagesFeature {
  struct Star: Equatable, Identifiable {
    let id: Int
    /// The magnitude, in tenths.
    let brightness: Int

    /// - Parameter number: The number of the star in the catalogue, from 1.
    init(number: Int) {
      id = number
      brightness = (number &* 7_919) % 65
    }
  }

  @ObservableState
  struct State: Equatable {
    var stars = PagedArray<Star>(count: 1_000_000)
    var selection: Star.ID?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case starsLoaded([Star], at: Int)
    case starsNeeded(Range<Int>)
  }

  private enum CancelID { case load }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        return .none
      case .starsLoaded(let stars, let position):
        state.stars.load(stars, at: position)
        return .none
      case .starsNeeded(let positions):
        guard let positions = state.stars.unloadedPages(in: positions) else { return .none }
        return .run { send in
          // As long as a database on a slow disk may take.
          try await clock.sleep(for: .milliseconds(150))
          await send(.starsLoaded(positions.map { Star(number: $0 + 1) }, at: positions.lowerBound))
        }
        .cancellable(id: CancelID.load, cancelInFlight: true)
      }
    }
  }
}

struct ListPagesPage: View {
  @Bindable var store: StoreOf<ListPagesFeature>

  var body: some View {
    List(store.stars, selection: $store.selection) {
      store.send(.starsNeeded($0))
    } row: { star in
      HStack {
        Text(star.map { "Star \($0.id)" } ?? "…")
        Spacer()
        Text(star.map { "Magnitude \($0.brightness / 10).\($0.brightness % 10)" } ?? "")
          .foregroundStyle(.secondary)
      }
      .padding(12)
    }
    .navigationTitle("List over pages")
    .navigationSubtitle(store.selection.map { "Star \($0)" } ?? "\(store.stars.count) stars")
  }
}
"""##
    case .listSections:
##"""
import ComposableGtk
import Foundation

/// A list of sections, whose rows can be selected, moved and deleted.
@Reducer
struct ListSectionsFeature {
  struct Shelf: Equatable, Identifiable {
    let id: String
    var books: IdentifiedArrayOf<Book>
  }

  struct Book: Equatable, Identifiable {
    let id: String
  }

  @ObservableState
  struct State: Equatable {
    var shelves: IdentifiedArrayOf<Shelf> = [
      shelf("Novels", ["Middlemarch", "Persuasion", "Orlando", "The Waves"]),
      shelf("Poems", ["Duino Elegies", "Four Quartets", "Odes"]),
      shelf("Travels", ["A Time of Gifts", "The Snow Leopard"]),
    ]
    var selection: Book.ID? = "Orlando"

    private static func shelf(_ name: String, _ titles: [String]) -> Shelf {
      Shelf(id: name, books: IdentifiedArray(uniqueElements: titles.map { Book(id: $0) }))
    }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case booksDeleted(shelf: Shelf.ID, IndexSet)
    case booksMoved(shelf: Shelf.ID, IndexSet, to: Int)
    case titlesDropped(shelf: Shelf.ID, [String], at: Int)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        break
      case .booksDeleted(let shelf, let offsets):
        state.shelves[id: shelf]?.books.remove(atOffsets: offsets)
      case .booksMoved(let shelf, let offsets, let destination):
        state.shelves[id: shelf]?.books.move(fromOffsets: offsets, toOffset: destination)
      case .titlesDropped(let shelf, let titles, let offset):
        for title in titles.reversed()
        where !state.shelves.contains(where: { $0.books[id: title] != nil }) {
          state.shelves[id: shelf]?.books.insert(Book(id: title), at: offset)
        }
      }
      return .none
    }
  }
}

struct ListSectionsPage: View {
  @Bindable var store: StoreOf<ListSectionsFeature>

  var body: some View {
    List(selection: $store.selection) {
      ForEach(store.shelves) { shelf in
        Section {
          ForEach(shelf.books) { Text($0.id).deleteDisabled(shelf.books.count == 1) }
            .onMove { store.send(.booksMoved(shelf: shelf.id, $0, to: $1)) }
            .onDelete { store.send(.booksDeleted(shelf: shelf.id, $0)) }
            .dropDestination(for: String.self) {
              store.send(.titlesDropped(shelf: shelf.id, $0, at: $1))
            }
        } header: {
          Text(shelf.id)
        } footer: {
          Text(shelf.books.count == 1 ? "1 book" : "\(shelf.books.count) books")
        }
      }
    }
    .navigationTitle("List with sections")
    .navigationSubtitle(store.selection ?? "Nothing selected")
  }
}
"""##
    case .look:
##"""
struct LookExample: View {
  @State private var look = Look.current
  @State private var isOn = true
  @State private var size = "M"
  @State private var count = 2
  @State private var volume = 0.4
  @State private var name = ""

  var body: some View {
    Form {
      Section("Look") {
        Picker("Look", selection: $look) {
          Text("GNOME").tag(Look.gnome)
          Text("The theme's").tag(Look.system)
        }
        .onChange(of: look) { _, look in Look.current = look }
      }
      Section("Controls") {
        Toggle("Switch", isOn: $isOn)
        Toggle("Check box", isOn: $isOn).toggleStyle(.checkbox)
        Stepper("Stepper", value: $count, in: 0...9)
        Slider(value: $volume) { Text("Slider") }
        ProgressView("Progress", value: volume)
        TextField("Text field", text: $name).validationMessage("Names are not empty.")
        Button("Row") { name = "Row" }
      }
      Section {
        HStack(spacing: 12) {
          Button("Suggested") {}.buttonStyle(.borderedProminent)
          Button("Plain") {}
          Button("Delete", role: .destructive) {}
          Button("Disabled") {}.disabled()
        }
        Picker("Segmented", selection: $size) {
          ForEach(["S", "M", "L"], id: \.self) { Text($0).tag($0) }
        }
        .pickerStyle(.segmented)
      } header: {
        Text("Buttons")
      } footer: {
        Text("Texts have a contrast of 4.5 to 1, edges and focus rings of 3 to 1.")
      }
      Section("Texts") {
        Text("Title").font(.title)
        Text("Accent").foregroundStyle(.accentColor)
        Text("Secondary").foregroundStyle(.secondary)
        Text("Error").cssClass("error")
        Text("Warning").cssClass("warning")
        Text("Success").cssClass("success")
      }
    }
  }
}
"""##
    case .menu:
##"""
struct MenuExample: View {
  @State private var isBold = false
  @State private var chosen = "nothing"

  var body: some View {
    VStack(spacing: 12) {
      Menu("Choose") {
        Button("This") { chosen = "this" }
        Button("That") { chosen = "that" }
        Divider()
        Toggle("Bold", isOn: $isBold)
      }
      Menu("Send") {
        Button("Send later") { chosen = "later" }
      } primaryAction: {
        chosen = "now"
      }
      Text("Chosen: \(chosen)").bold(isBold)
    }
    .padding(24)
  }
}
"""##
    case .navigationDestination, .navigationStack:
##"""
import ComposableGtk

/// A page that changes the stack that contains it. The gallery's reducer handles the actions.
@Reducer
struct NavigationFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var destination: NoteFeature.State?
    var depth: Int
  }

  enum Action {
    case destination(PresentationAction<NoteFeature.Action>)
    case popToFirstButtonTapped
    case pushButtonTapped
    case replaceButtonTapped
    case reverseButtonTapped
    case showDestinationButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .showDestinationButtonTapped = action {
        state.destination = NoteFeature.State()
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination) { NoteFeature() }
  }
}

struct NavigationPage: View {
  @Bindable var store: StoreOf<NavigationFeature>

  var body: some View {
    VStack(spacing: 12) {
      Text("\(store.depth)").font(.largeTitle)
      Button("Push another page") { store.send(.pushButtonTapped) }
      Button("Replace this page") { store.send(.replaceButtonTapped) }
      Button("Reverse the order") { store.send(.reverseButtonTapped) }
      Button("Back to the first page") { store.send(.popToFirstButtonTapped) }
      Button("Show a destination") { store.send(.showDestinationButtonTapped) }
    }
    .padding(24)
    .navigationDestination(item: $store.scope(state: \.destination, action: \.destination)) {
      NoteView(store: $0)
    }
    .navigationTitle("Page \(store.depth)")
  }
}
"""##
    case .navigationLink:
##"""
struct LinkExample: View {
  var body: some View {
    Form {
      NavigationLink("Another page of the gallery", state: GalleryPage.button.state)
      NavigationLink(state: GalleryPage.text.state) {
        Label("With a custom label", systemImage: "star")
      }
    }
  }
}
"""##
    case .navigationSplitView:
##"""
import ComposableGtk

/// Minerals in groups, one of which is looked at.
@Reducer
struct SplitViewFeature {
  enum Group: String, CaseIterable, Identifiable {
    case carbonates = "Carbonates"
    case oxides = "Oxides"
    case silicates = "Silicates"

    var id: Self { self }

    var minerals: [String] {
      switch self {
      case .carbonates: ["Aragonite", "Calcite", "Dolomite", "Malachite"]
      case .oxides: ["Corundum", "Hematite", "Magnetite", "Rutile"]
      case .silicates: ["Beryl", "Garnet", "Olivine", "Quartz", "Topaz", "Zircon"]
      }
    }
  }

  @ObservableState
  struct State: Equatable {
    var group: Group?
    var mineral: String?
    var notes: [String: String] = [:]
    var visibility = NavigationSplitViewVisibility.automatic
    var widths = NavigationSplitViewWidths()
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .binding(\.group) = action { state.mineral = nil }
      return .none
    }
  }
}

struct SplitViewPage: View {
  @Bindable var store: StoreOf<SplitViewFeature>

  var body: some View {
    NavigationSplitView(columnVisibility: $store.visibility) {
      List(SplitViewFeature.Group.allCases, selection: $store.group) { group in
        Text(group.rawValue)
      }
      .navigationTitle("Groups")
      .navigationSplitViewColumnWidth(min: 150, ideal: 180, max: 300)
    } content: {
      List(store.group?.minerals ?? [], id: \.self, selection: $store.mineral) { mineral in
        Text(mineral)
      }
      .navigationTitle(store.group?.rawValue ?? "Minerals")
      .navigationSplitViewColumnWidth(min: 180, ideal: 220, max: 400)
    } detail: {
      if let mineral = store.mineral {
        Form {
          Section("Notes") {
            TextField("Where it was found", text: $store.notes[note: mineral])
          }
        }
        .navigationTitle(mineral)
      } else {
        ContentUnavailableView("No Mineral Selected", systemImage: "cube")
      }
    }
    .columnWidths($store.widths)
    .navigationTitle("NavigationSplitView")
  }
}

extension [String: String] {
  fileprivate subscript(note mineral: String) -> String {
    get { self[mineral] ?? "" }
    set { self[mineral] = newValue }
  }
}
"""##
    case .onAppear:
##"""
struct AppearanceExample: View {
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
"""##
    case .onHover, .onTapGesture:
##"""
struct PointerExample: View {
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
"""##
    case .picker:
##"""
struct PickerExample: View {
  @State private var size = "M"
  private let sizes = ["S", "M", "L", "XL"]

  var body: some View {
    VStack(spacing: 12) {
      Form {
        Picker("In a form", selection: $size) {
          ForEach(sizes, id: \.self) { Text($0) }
        }
      }
      Picker("Segmented", selection: $size) {
        ForEach(sizes, id: \.self) { Text($0) }
      }
      .pickerStyle(.segmented)
      Picker("Inline", selection: $size) {
        ForEach(sizes, id: \.self) { Text($0) }
      }
      .pickerStyle(.inline)
    }
    .padding(24)
  }
}
"""##
    case .progressView:
##"""
struct ProgressExample: View {
  @State private var fraction = 0.4

  var body: some View {
    VStack(spacing: 24) {
      ProgressView()
      ProgressView(value: fraction)
      ProgressView("Copying", value: fraction)
      Slider(value: $fraction) { Text("How far") }
    }
    .padding(24)
  }
}
"""##
    case .scrollView:
##"""
struct ScrollExample: View {
  var body: some View {
    ScrollView {
      VStack(spacing: 12) {
        ScrollView(.horizontal) {
          HStack(spacing: 12) {
            ForEach(1...20, id: \.self) { number in
              Box("Sideways \(number)", number.isMultiple(of: 2) ? .orange : .red)
            }
          }
          .padding(.vertical, 12)
        }
        ForEach(1...40, id: \.self) { number in
          Box("Number \(number)", number.isMultiple(of: 2) ? .blue : .purple)
        }
      }
      .padding(24)
    }
  }
}
"""##
    case .searchable:
##"""
struct SearchExample: View {
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
"""##
    case .secureField:
##"""
struct SecureFieldExample: View {
  @State private var password = "secret"

  var body: some View {
    Form {
      SecureField("Password", text: $password)
      LabeledContent("Length", value: "\(password.count)")
    }
  }
}
"""##
    case .shape:
##"""
struct ShapeExample: View {
  var body: some View {
    VStack(spacing: 24) {
      HStack(spacing: 24) {
        Rectangle().fill(.red)
        RoundedRectangle(cornerRadius: 16).fill(.orange)
        Circle().fill(.green)
      }
      HStack(spacing: 24) {
        Capsule().stroke(.blue, lineWidth: 4)
        Ellipse().stroke(.purple, style: StrokeStyle(lineWidth: 4, lineCap: .round, dash: [8, 8]))
        Stripes().clipShape(Circle())
      }
      HStack(spacing: 24) {
        Flag().fill(LinearGradient(colors: [.yellow, .red], startPoint: .top, endPoint: .bottom))
        Circle().trim(to: 0.7).rotation(.degrees(-90))
          .stroke(.green, style: StrokeStyle(lineWidth: 10, lineCap: .round))
        RadialGradient(colors: [.white, .blue], center: .center, startRadius: 0, endRadius: 60)
      }
    }
    .padding(24)
  }
}
"""##
    case .slider:
##"""
struct SliderExample: View {
  @State private var volume = 30.0

  var body: some View {
    Form {
      Slider(value: $volume, in: 0...100, step: 5) { Text("Volume") }
      Slider(value: $volume, in: 0...100) {
        Text("Volume")
      } minimumValueLabel: {
        Text("quiet")
      } maximumValueLabel: {
        Text("loud")
      }
      LabeledContent("Volume", value: "\(Int(volume)) %")
    }
  }
}
"""##
    case .spacer:
##"""
struct SpacerExample: View {
  var body: some View {
    VStack {
      HStack {
        Text("Left")
        Spacer()
        Text("Right")
      }
      Spacer()
      Text("Below")
    }
    .padding(24)
  }
}
"""##
    case .stepper:
##"""
struct StepperExample: View {
  @State private var guests = 2

  var body: some View {
    Form {
      Stepper("Guests", value: $guests, in: 1...12)
      Stepper("Guests: \(guests)", value: $guests, in: 1...12)
      LabeledContent("Chairs", value: "\(guests + 1)")
    }
  }
}
"""##
    case .table:
##"""
import ComposableGtk
import Foundation

/// The stock of a seed merchant, in columns.
@Reducer
struct TableFeature {
  struct Seed: Equatable, Identifiable {
    let id: Int
    let plant: String
    let variety: String
    var bags: Int
    let price: Double
    let sowing: String
  }

  @ObservableState
  struct State: Equatable {
    var columns = TableColumnCustomization<Seed>()
    var seeds: IdentifiedArrayOf<Seed> = Self.stock
    var selection: Set<Seed.ID> = []
    var sortOrder = [KeyPathComparator(\Seed.plant), KeyPathComparator(\Seed.variety)]

    private static var stock: IdentifiedArrayOf<Seed> {
      let months = ["March", "April", "May"]
      let plants = ["Bean", "Carrot", "Leek", "Pea", "Pumpkin", "Radish"]
      let varieties = ["Early", "Golden", "Late", "Red", "White"]
      let pairs = plants.flatMap { plant in varieties.map { (plant, $0) } }
      return IdentifiedArray(
        uniqueElements: pairs.enumerated().map { number, pair in
          Seed(
            id: number,
            plant: pair.0,
            variety: pair.1,
            bags: number * 37 % 90,
            price: Double(100 + number * 53 % 300) / 100,
            sowing: months[number % months.count]
          )
        }
      )
    }
  }

  enum Action: BindableAction {
    case bagAdded(Set<Seed.ID>)
    case binding(BindingAction<State>)
    case columnsReset
    case deleted(IndexSet)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .bagAdded(let ids):
        for id in ids { state.seeds[id: id]?.bags += 1 }
        state.seeds.sort(using: state.sortOrder)
      case .binding(\.sortOrder):
        state.seeds.sort(using: state.sortOrder)
      case .binding:
        break
      case .columnsReset:
        state.columns = TableColumnCustomization()
      case .deleted(let offsets):
        state.seeds.remove(atOffsets: offsets)
      }
      return .none
    }
  }
}

struct TablePage: View {
  @Bindable var store: StoreOf<TableFeature>

  var body: some View {
    Table(
      store.seeds,
      selection: $store.selection,
      sortOrder: $store.sortOrder,
      columnCustomization: $store.columns
    ) {
      TableColumn("Plant", value: \.plant)
        .width(min: 80, ideal: 140)
        .customizationID("plant")
      TableColumn("Variety", value: \.variety)
        .customizationID("variety")
      TableColumn("Bags", value: \.bags) { Text("\($0.bags)") }
        .width(min: 56, ideal: 72)
        .alignment(.numeric)
        .customizationID("bags")
      TableColumn("Price", value: \.price) { Text($0.price, format: .currency(code: "EUR")) }
        .width(min: 72, ideal: 88)
        .alignment(.numeric)
        .customizationID("price")
      TableColumn("Sowing", value: \.sowing)
        .customizationID("sowing")
        .defaultVisibility(.hidden)
    }
    .onDelete { store.send(.deleted($0)) }
    .placeholder { ContentUnavailableView("Sold Out", systemImage: "leaf") }
    .contextMenu(forSelectionType: TableFeature.Seed.ID.self) { ids in
      if !ids.isEmpty { Button("Add a Bag") { store.send(.bagAdded(ids)) } }
    } primaryAction: { ids in
      store.send(.bagAdded(ids))
    }
    .navigationTitle("Table")
    .toolbar {
      Button("Reset Columns", systemImage: "arrow.counterclockwise") { store.send(.columnsReset) }
        .disabled(store.columns == TableColumnCustomization())
    }
  }
}
"""##
    case .tabView:
##"""
import ComposableGtk
import Foundation

/// A diary of a garden in three tabs.
@Reducer
struct TabViewFeature {
  enum Tab: String {
    case beds, tools, notes
  }

  @Reducer
  struct Bed {
    @ObservableState
    struct State: Equatable {
      var name: String
      var isWatered = false
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
    }
  }

  struct Note: Equatable, Identifiable {
    let id: Int
    var text = ""
  }

  @ObservableState
  struct State: Equatable {
    var tab = Tab.beds
    var beds = ["Carrots", "Onions", "Peas"]
    var tools = ["Rake", "Spade"]
    var broken: Set<String> = ["Spade"]
    var notes: IdentifiedArrayOf<Note> = [Note(id: 1), Note(id: 2), Note(id: 3)]
    var note: Note.ID? = 1
    var path = StackState<Bed.State>()
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case noteAdded
    case notesClosed(IndexSet)
    case notesMoved(IndexSet, to: Int)
    case path(StackActionOf<Bed>)
    case tabSelected(Tab)
    case toolTapped(String)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .path:
        break
      case .noteAdded:
        let id = (state.notes.ids.max() ?? 0) + 1
        state.notes.append(Note(id: id))
        state.note = id
      case .notesClosed(let offsets):
        let shown = state.note.flatMap { state.notes.index(id: $0) } ?? 0
        state.notes.remove(atOffsets: offsets)
        let isShown = state.note.map { state.notes[id: $0] != nil } ?? false
        if !isShown { state.note = state.notes.dropFirst(shown).first?.id ?? state.notes.last?.id }
      case .notesMoved(let offsets, let destination):
        state.notes.move(fromOffsets: offsets, toOffset: destination)
      case .tabSelected(let tab):
        state.tab = tab
      case .toolTapped(let tool):
        state.broken.formSymmetricDifference([tool])
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Bed() }
  }
}

struct TabViewPage: View {
  @Bindable var store: StoreOf<TabViewFeature>

  var body: some View {
    TabView(selection: $store.tab.sending(\.tabSelected)) {
      Tab("Beds", systemImage: "list.bullet", value: .beds) {
        NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
          Form {
            ForEach(store.beds, id: \.self) { bed in
              NavigationLink(bed, state: TabViewFeature.Bed.State(name: bed))
            }
          }
        } destination: { store in
          BedView(store: store)
        }
      }
      Tab("Tools", systemImage: "wrench", value: .tools) {
        Form {
          Section("Tools that work") {
            ForEach(store.tools, id: \.self) { tool in
              Toggle(
                tool,
                isOn: Binding(
                  get: { !store.broken.contains(tool) },
                  set: { _ in store.send(.toolTapped(tool)) }
                )
              )
            }
          }
        }
      }
      .badge(store.broken.count)
      Tab("Notes", systemImage: "note.text", value: .notes) {
        NotesView(store: store)
      }
    }
    .navigationTitle("TabView")
  }
}

/// Each note has a tab that can be closed and moved.
private struct NotesView: View {
  @Bindable var store: StoreOf<TabViewFeature>

  var body: some View {
    TabView(selection: $store.note) {
      ForEach($store.notes) { $note in
        Tab("Note \(note.id)", value: note.id) {
          TextEditor(text: $note.text).padding(12)
        }
        .badge(note.text.isEmpty ? nil : "•")
      }
      .onDelete { store.send(.notesClosed($0)) }
      .onMove { store.send(.notesMoved($0, to: $1)) }
    }
    .tabViewStyle(.documents)
    .toolbar { Button("New Note", systemImage: "plus") { store.send(.noteAdded) } }
  }
}

private struct BedView: View {
  @Bindable var store: StoreOf<TabViewFeature.Bed>

  var body: some View {
    Form {
      Toggle("Watered today", isOn: $store.isWatered)
    }
    .navigationTitle(store.name)
  }
}
"""##
    case .text:
##"""
struct TextExample: View {
  @State private var start = Date()

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text("Plain text")
      Text("Bold").bold() + Text(", italic").italic() + Text(" and struck through").strikethrough()
      Text("**Markdown** in a *literal*, with `code` and [a link](https://www.gtk.org)")
      Text("Two million and a bit: \(2_000_001)")
      Text(2_000_001, format: .number)
      Text("Text that is limited to a single line and is too long for it ends in an ellipsis")
        .lineLimit(1)
      Text("Text with the height of two lines").lineLimit(2, reservesSpace: true)
      Text("Open for ") + Text(start, style: .timer).monospaced() + Text(" since ")
        + Text(start, style: .time)
      Text("Text that can be selected").textSelection()
      Text("Shown as it is: <b>5 < 6 & 7 > 3</b>")
    }
    .padding(24)
  }
}
"""##
    case .textEditor:
##"""
struct TextEditorExample: View {
  @State private var text = "Several lines\nof text"

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      TextEditor(text: $text).frame(minHeight: 160)
      Text("\(text.count) characters").cssClass("dim-label")
    }
    .padding(24)
  }
}
"""##
    case .textField:
##"""
struct TextFieldExample: View {
  @State private var name = ""
  @State private var code = "ABC 1"
  @State private var note = "Grows with its text,\nup to five lines."
  @State private var price = 12.5
  @State private var submitted = "nothing yet"

  var body: some View {
    Form {
      TextField("Name", text: $name, prompt: "What should we call you?")
        .onSubmit { submitted = name }
      TextField("Price", value: $price, format: .number)
      TextField("Code", text: $code)
        .validationMessage(code.contains(" ") ? "A code has no spaces." : nil)
      TextField("Note", text: $note, axis: .vertical)
        .lineLimit(1...5)
      LabeledContent("Submitted", value: submitted)
    }
  }
}
"""##
    case .tint:
##"""
struct TintExample: View {
  @State private var isOn = true
  @State private var volume = 0.4

  var body: some View {
    VStack(spacing: 24) {
      controls.tint(.green)
      controls.tint(.purple)
      controls
    }
    .padding(24)
  }

  private var controls: some View {
    HStack(spacing: 12) {
      Toggle("Check box", isOn: $isOn)
      Slider(value: $volume).frame(minWidth: 120)
      ProgressView(value: volume)
      Button("Prominent") {}.buttonStyle(.borderedProminent)
      Button("Link") {}.buttonStyle(.link)
    }
  }
}
"""##
    case .toast:
##"""
struct ToastExample: View {
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
"""##
    case .toggle:
##"""
struct ToggleExample: View {
  @State private var isOn = true

  var body: some View {
    VStack(spacing: 12) {
      Form {
        Toggle("Notifications", isOn: $isOn)
        Toggle("Sounds", isOn: $isOn).disabled(!isOn)
      }
      Toggle("A check box", isOn: $isOn).toggleStyle(.checkbox)
      Toggle("A button", isOn: $isOn).toggleStyle(.button)
    }
    .padding(24)
  }
}
"""##
    case .toolbar:
##"""
struct ToolbarExample: View {
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
"""##
    case .undoCommands:
##"""
struct UndoExample: View {
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
"""##
    case .viewController:
##"""
import ComposableGtk
import GtkKit
import Observation

/// A page whose widgets are made by hand, and bound to a model.
struct ControllerExample: View {
  var body: some View {
    ViewControllerView { TeaController(tea: Tea()) }
  }
}

@MainActor
@Observable
private final class Tea {
  var name = "Assam"
  var cups = 2.0
}

/// Binds an entry and a spin button to the properties of a model, and shows what the model says.
private final class TeaController: ViewController {
  @UIBindable private var tea: Tea

  init(tea: Tea) {
    self.tea = tea
    super.init()
  }

  override func loadView() -> WidgetPointer {
    let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)!
    gtk_widget_set_halign(column, GTK_ALIGN_CENTER)
    gtk_widget_set_margin_top(column, 24)
    return column
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    add(entry(bound: $tea.name), labelled: "Tea")
    add(spinButton(bound: $tea.cups, in: 1...12), labelled: "Cups")
    let summary = gtk_label_new(nil)!
    gtk_box_append(widget.cast(), summary)
    observe { [tea] in
      let cups = Int(tea.cups)
      let name = tea.name.isEmpty ? "tea" : tea.name
      gtk_label_set_text(OpaquePointer(summary), "\(cups) \(cups == 1 ? "cup" : "cups") of \(name)")
    }
  }

  private func add(_ control: WidgetPointer, labelled text: String) {
    let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
    let label = gtk_label_new_with_mnemonic("_\(text)")!
    gtk_label_set_mnemonic_widget(OpaquePointer(label), control)
    gtk_label_set_xalign(OpaquePointer(label), 0)
    gtk_widget_set_hexpand(label, 1)
    gtk_box_append(row.cast(), label)
    gtk_box_append(row.cast(), control)
    gtk_box_append(widget.cast(), row)
  }

  private func entry(bound text: UIBinding<String>) -> WidgetPointer {
    let entry = gtk_entry_new()!
    let editable = OpaquePointer(entry)
    Signal.connect(entry, "changed") {
      text.wrappedValue = String(cString: gtk_editable_get_text(editable))
    }
    observe {
      // Setting the same text again would move the cursor.
      guard String(cString: gtk_editable_get_text(editable)) != text.wrappedValue else { return }
      gtk_editable_set_text(editable, text.wrappedValue)
    }
    return entry
  }

  private func spinButton(
    bound number: UIBinding<Double>,
    in range: ClosedRange<Double>
  ) -> WidgetPointer {
    let button = gtk_spin_button_new_with_range(range.lowerBound, range.upperBound, 1)!
    let spinButton = OpaquePointer(button)
    Signal.connect(button, "value-changed") {
      number.wrappedValue = gtk_spin_button_get_value(spinButton)
    }
    observe { gtk_spin_button_set_value(spinButton, number.wrappedValue) }
    return button
  }
}
"""##
    case .viewModifier:
##"""
struct ModifierExample: View {
  @State private var count = 1

  var body: some View {
    VStack(spacing: 12) {
      Image(systemName: "envelope").imageScale(48).modifier(Badge(count: count))
      Button("One more") { count += 1 }
      Button("Read all") { count = 0 }
    }
    .padding(24)
  }
}
"""##
    case .vStack:
##"""
struct VStackExample: View {
  var body: some View {
    HStack(alignment: .top, spacing: 48) {
      VStack(alignment: .leading, spacing: 12) {
        Text("Leading").bold()
        Text("is where lines begin")
      }
      VStack(alignment: .trailing, spacing: 12) {
        Text("Trailing").bold()
        Text("is where lines end")
      }
    }
    .padding(24)
  }
}
"""##
    case .widgetView:
##"""
struct WidgetExample: View {
  @State private var level = 0.6

  var body: some View {
    VStack(spacing: 24) {
      WidgetView {
        let bar = gtk_level_bar_new()!
        gtk_widget_set_hexpand(bar, 1)
        return bar
      } update: { bar in
        gtk_level_bar_set_value(OpaquePointer(bar), level)
      }
      Slider(value: $level) { Text("Level") }
    }
    .padding(24)
  }
}
"""##
    case .zStack:
##"""
struct ZStackExample: View {
  var body: some View {
    ZStack(alignment: .bottomTrailing) {
      Box("Below", .blue, padding: 80)
      Box("Above", .orange)
    }
    .padding(24)
  }
}
"""##
    case .controlGroup:
##"""
struct ControlGroupExample: View {
  @State private var size = 12

  var body: some View {
    VStack(spacing: 12) {
      ControlGroup("Size") {
        Button("Smaller") { size -= 1 }
        Button("Larger") { size += 1 }
      }
      Text("Size: \(size)")
    }
    .padding(24)
  }
}
"""##
    case .gauge:
##"""
struct GaugeExample: View {
  @State private var speed = 50.0

  var body: some View {
    VStack(spacing: 24) {
      Gauge(value: speed, in: 0...120) {
        Text("Speed")
      } currentValueLabel: {
        Text("\(Int(speed)) km/h")
      } minimumValueLabel: {
        Text("0")
      } maximumValueLabel: {
        Text("120")
      }
      Gauge(value: speed, in: 0...120) {
        Text("Speed")
      } currentValueLabel: {
        Text("\(Int(speed))")
      }
      .gaugeStyle(.accessoryCircular)
      Slider(value: $speed, in: 0...120) { Text("Speed") }
    }
    .padding(24)
  }
}
"""##
    case .geometryReader:
##"""
struct GeometryExample: View {
  var body: some View {
    GeometryReader { space in
      VStack(alignment: .leading, spacing: 12) {
        Text("\(Int(space.size.width)) by \(Int(space.size.height)) pixels")
        Box("A third", .blue).frame(width: space.size.width / 3)
      }
    }
    .padding(24)
  }
}
"""##
    case .lazyVGrid:
##"""
struct LazyGridExample: View {
  var body: some View {
    ScrollView {
      LazyVGrid(columns: [GridItem(.adaptive(minimum: 120))], spacing: 12) {
        ForEach(1...24, id: \.self) { number in
          Box("Number \(number)", number.isMultiple(of: 2) ? .blue : .purple)
        }
      }
      .padding(24)
    }
  }
}
"""##
    case .outlineGroup:
##"""
struct OutlineExample: View {
  private struct Place: Identifiable {
    let id: String
    var parts: [Place]?
  }

  private let places = [
    Place(id: "Europe", parts: [Place(id: "Norway"), Place(id: "Portugal")]),
    Place(id: "Asia", parts: [Place(id: "Japan", parts: [Place(id: "Kyoto")])]),
    Place(id: "The Moon"),
  ]

  var body: some View {
    VStack(alignment: .leading, spacing: 6) {
      OutlineGroup(places, children: \.parts) { Text($0.id) }
      Spacer()
    }
    .padding(24)
  }
}
"""##
    case .refreshable:
##"""
struct RefreshExample: View {
  @State private var times = 0

  var body: some View {
    List(0..<20) { Text("Message \($0 + 20 * times)") }
      .refreshable {
        try? await Task.sleep(for: .seconds(1))
        times += 1
      }
  }
}
"""##
    case .scrollViewReader:
##"""
struct ReaderExample: View {
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
"""##
    case .timelineView:
##"""
struct TimelineExample: View {
  var body: some View {
    TimelineView(.periodic(from: .now, by: 1)) { context in
      Text(context.date, format: .dateTime.hour().minute().second())
        .font(.largeTitle)
        .monospacedDigit()
    }
    .padding(24)
  }
}
"""##
    }
  }
}
