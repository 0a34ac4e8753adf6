import ComposableGtk
import GtkKit
import Testing

// The code of the article "Getting started", and of the README, as it stands there but for `@main`.

@Reducer
struct Ferry {
  @ObservableState
  struct State: Equatable {
    var aboard = 0
    var isFull: Bool { aboard == 12 }
  }

  enum Action {
    case boardButtonTapped
    case landButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .boardButtonTapped: state.aboard += state.isFull ? 0 : 1
      case .landButtonTapped: state.aboard = 0
      }
      return .none
    }
  }
}

struct FerryView: View {
  let store: StoreOf<Ferry>

  var body: some View {
    HStack(spacing: 12) {
      Text("\(store.aboard) aboard")
      Button("Board") { store.send(.boardButtonTapped) }
      Button("Land") { store.send(.landButtonTapped) }
    }
    .padding(24)
  }
}

struct FerryApp: App {
  static let id = "org.example.Ferry"
  static let store = Store(initialState: Ferry.State()) { Ferry() }

  var body: some Scene {
    WindowGroup("Ferry") { FerryView(store: Self.store) }
  }
}

extension ComposableGtkTests {
  @MainActor @Test func `a passenger comes aboard`() async {
    let store = TestStore(initialState: Ferry.State()) { Ferry() }
    await store.send(.boardButtonTapped) { $0.aboard = 1 }
  }

  @Test func `the ferry of the README takes passengers aboard`() async throws {
    #expect(Display.isAvailable, "No display: run under a virtual one")
    let window = TestWindow(FerryView(store: FerryApp.store))
    defer { window.close() }
    #expect(await eventually { window.content.visibleTexts.contains("0 aboard") })
    try #require(window.content.button("Board")).click()
    #expect(await eventually { window.content.visibleTexts.contains("1 aboard") })
  }
}
