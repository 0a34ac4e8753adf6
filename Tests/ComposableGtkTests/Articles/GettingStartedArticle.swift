// The code of the article "Getting started", and of the README, as it stands there but for `@main`.

import ComposableGtk

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

struct FerryWindow: View {
  @State private var store = Store(initialState: Ferry.State()) { Ferry() }

  var body: some View { FerryView(store: store) }
}

struct FerryApp: App {
  static let id = "org.example.Ferry"

  var body: some Scene {
    WindowGroup("Ferry") { FerryWindow() }
  }
}
