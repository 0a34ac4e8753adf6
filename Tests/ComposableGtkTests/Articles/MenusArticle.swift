import ComposableGtk

@Reducer
struct Playlist {
  @ObservableState
  struct State: Equatable {
    var isNumbered = false
    var removed: [String] = []
    var songs = ["Round Midnight", "So What", "Naima"]
    var undone: [String] = []

    func title(of song: String) -> String {
      guard isNumbered, let index = songs.firstIndex(of: song) else { return song }
      return "\(index + 1). \(song)"
    }
  }

  enum Action: BindableAction {
    case addButtonTapped
    case binding(BindingAction<State>)
    case redoCommanded
    case removeButtonTapped(String)
    case reverseButtonTapped
    case undoCommanded
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.songs.append("Song \(state.songs.count + 1)")
      case .binding:
        break
      case .redoCommanded:
        if let song = state.undone.popLast() { remove(song, from: &state) }
      case .removeButtonTapped(let song):
        state.undone = []
        remove(song, from: &state)
      case .reverseButtonTapped:
        state.songs.reverse()
      case .undoCommanded:
        if let song = state.removed.popLast() {
          state.songs.append(song)
          state.undone.append(song)
        }
      }
      return .none
    }
  }

  private func remove(_ song: String, from state: inout State) {
    state.songs.removeAll { $0 == song }
    state.removed.append(song)
  }
}

struct PlaylistView: View {
  @Bindable var store: StoreOf<Playlist>

  var body: some View {
    List {
      ForEach(store.songs, id: \.self) { song in
        Text(store.state.title(of: song))
          .contextMenu {
            Button("Remove", role: .destructive) { store.send(.removeButtonTapped(song)) }
          }
      }
    }
    .navigationTitle("Playlist")
    .toolbar {
      ToolbarItem(placement: .leading) {
        Button("Add a song", systemImage: "plus") { store.send(.addButtonTapped) }
          .keyboardShortcut("n")
      }
      ToolbarItem(placement: .trailing) {
        Menu(systemImage: "line.3.horizontal") {
          Toggle("Numbers", isOn: $store.isNumbered)
          Divider()
          Section("Order") {
            Button("Reverse") { store.send(.reverseButtonTapped) }
              .disabled(store.songs.count < 2)
          }
        }
        .primaryMenu()
        .accessibilityLabel("Menu")
      }
    }
    .undoCommands {
      store.send(.undoCommanded)
    } redo: {
      store.send(.redoCommanded)
    }
  }
}
