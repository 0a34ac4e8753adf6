import ComposableArchitecture
import Foundation
import Testing

/// The code of the article "Shared state".
@MainActor
@Suite struct SharedStateArticle {
  @Reducer
  struct Player {
    @ObservableState
    struct State: Equatable {
      @Shared(.inMemory("volume")) var volume = 0.5
      @Shared var queue: [String]
    }

    enum Action {
      case louderButtonTapped
      case songTapped(String)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .louderButtonTapped:
          state.$volume.withLock { $0 = min(1, $0 + 0.25) }
          return .none
        case .songTapped(let song):
          state.$queue.withLock { $0.append(song) }
          return .none
        }
      }
    }
  }

  struct Note: Codable, Equatable, Identifiable {
    let id: UUID
    var text: String
  }

  @Reducer
  struct Notes {
    @ObservableState
    struct State: Equatable {
      @Shared(.notes) var notes
      @Shared(.appStorage("showsPreview")) var showsPreview = true
    }

    enum Action {
      case addButtonTapped
    }

    @Dependency(\.uuid) var uuid

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addButtonTapped:
          let note = Note(id: uuid(), text: "")
          state.$notes.withLock { _ = $0.append(note) }
          return .none
        }
      }
    }
  }

  @Test func `a change of shared state is asserted like any other`() async {
    let store = TestStore(initialState: Player.State(queue: Shared(value: []))) { Player() }

    await store.send(.louderButtonTapped) {
      $0.$volume.withLock { $0 = 0.75 }
    }
    await store.send(.songTapped("Blue in Green")) {
      $0.$queue.withLock { $0 = ["Blue in Green"] }
    }
  }

  @Test func `notes are kept in a file`() async {
    let store = TestStore(initialState: Notes.State()) {
      Notes()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addButtonTapped) {
      $0.$notes.withLock { $0 = [Note(id: UUID(0), text: "")] }
    }
    @Shared(.notes) var notes
    #expect(notes.count == 1)
  }
}

extension SharedKey
where Self == FileStorageKey<IdentifiedArrayOf<SharedStateArticle.Note>>.Default {
  static var notes: Self {
    Self[
      .fileStorage(.applicationSupportDirectory.appending(path: "Notes/notes.json")),
      default: []
    ]
  }
}
