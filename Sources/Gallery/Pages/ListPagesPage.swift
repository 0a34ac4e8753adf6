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
