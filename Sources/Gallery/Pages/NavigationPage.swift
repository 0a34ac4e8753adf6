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
