import ComposableGtk

@Reducer
struct Archive {
  struct Letter: Equatable, Identifiable {
    let id: Int
    var subject: String
    var text: String
  }

  @ObservableState
  struct State: Equatable {
    var column = NavigationSplitViewColumn.sidebar
    var isDraftChanged = false
    var letterID: Letter.ID?
    var letters: IdentifiedArrayOf<Letter> = []
    var visibility = NavigationSplitViewVisibility.automatic
    var widths = NavigationSplitViewWidths()

    var letter: Letter? { letterID.flatMap { letters[id: $0] } }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
  }
}

struct ArchiveView: View {
  @Bindable var store: StoreOf<Archive>

  var body: some View {
    NavigationSplitView(columnVisibility: $store.visibility) {
      List(store.letters, selection: $store.letterID) { letter in
        Text(letter.subject)
      }
      .navigationTitle("Letters")
      .navigationSplitViewColumnWidth(min: 220, ideal: 300, max: 420)
    } detail: {
      if let letter = store.letter {
        ScrollView {
          Text(letter.text).padding(24)
        }
        .navigationTitle(letter.subject)
      } else {
        ContentUnavailableView("No Letter Selected", systemImage: "envelope")
      }
    }
    .columnWidths($store.widths)
  }
}

struct ChosenColumnView: View {
  @Bindable var store: StoreOf<Archive>

  var body: some View {
    NavigationSplitView(preferredCompactColumn: $store.column) {
      List(store.letters, selection: $store.letterID) { letter in
        Text(letter.subject)
      }
    } detail: {
      ReadingView(letter: store.letter)
    }
  }
}

struct ShortcutsView: View {
  @Bindable var store: StoreOf<Archive>

  var body: some View {
    NavigationSplitView {
      List(store.letters, selection: $store.letterID) { letter in
        Text(letter.subject)
      }
    } detail: {
      ReadingView(letter: store.letter)
    }
    .compactRoot(.detail)
  }
}

struct ReadingView: View {
  let letter: Archive.Letter?
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    VStack(alignment: .leading, spacing: sizeClass == .compact ? 6 : 18) {
      Text(letter?.subject ?? "").font(.title)
      Text(letter?.text ?? "")
    }
    .padding(sizeClass == .compact ? 12 : 36)
  }
}

@Reducer
struct CarefulArchive {
  var body: some Reducer<Archive.State, Archive.Action> {
    Reduce { state, action in
      let letterID = state.letterID
      let effect = Archive().reduce(into: &state, action: action)
      // A draft that has changed keeps its letter, and with it its column.
      if state.isDraftChanged { state.letterID = letterID }
      return effect
    }
  }
}
