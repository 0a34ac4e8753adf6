import ComposableGtk
import GtkKit
import Testing

// The code of the article "Getting started", and of the README, as it stands there but for `@main`.

@Reducer
struct Counter {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case decrementButtonTapped
    case incrementButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped: state.count -= 1
      case .incrementButtonTapped: state.count += 1
      }
      return .none
    }
  }
}

struct CounterView: View {
  let store: StoreOf<Counter>

  var body: some View {
    HStack(spacing: 12) {
      Button("−") { store.send(.decrementButtonTapped) }
      Text("\(store.count)")
      Button("+") { store.send(.incrementButtonTapped) }
    }
    .padding(24)
  }
}

struct CounterApp: App {
  static let id = "org.example.Counter"
  static let store = Store(initialState: Counter.State()) { Counter() }

  var body: some Scene {
    WindowGroup("Counter") { CounterView(store: Self.store) }
  }
}

extension ComposableGtkTests {
  @MainActor @Test func `incrementing counts up`() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
  }

  @Test func `the counter of the README counts`() async throws {
    #expect(Display.isAvailable, "No display: run under a virtual one")
    let window = TestWindow(CounterView(store: CounterApp.store))
    defer { window.close() }
    #expect(await eventually { window.content.visibleTexts.contains("0") })
    try #require(window.content.button("+")).click()
    #expect(await eventually { window.content.visibleTexts.contains("1") })
  }
}
