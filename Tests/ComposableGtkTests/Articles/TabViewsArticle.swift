import ComposableGtk
import Foundation

@Reducer
struct Harbour {
  enum Page: String, Codable {
    case arrivals, pilots, weather
  }

  @Reducer
  struct Pilot {
    @ObservableState
    struct State: Equatable {
      var name: String
    }
  }

  @ObservableState
  struct State: Equatable {
    var isReporting = false
    var page = Page.arrivals
    var path = StackState<Pilot.State>()
    var pilots = ["Ada", "Grace"]
    var ships = ["Aurora", "Bounty"]
  }

  enum Action {
    case pageSelected(Page)
    case path(StackActionOf<Pilot>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      // Who is in the middle of a report stays there.
      if case .pageSelected(let page) = action, !state.isReporting { state.page = page }
      return .none
    }
    .forEach(\.path, action: \.path) { Pilot() }
  }
}

struct HarbourView: View {
  @Bindable var store: StoreOf<Harbour>

  var body: some View {
    TabView(selection: $store.page.sending(\.pageSelected)) {
      Tab("Arrivals", systemImage: "calendar", value: .arrivals) {
        List(store.ships, id: \.self) { ship in
          Text(ship)
        }
        .navigationTitle("Arrivals")
      }
      .badge(store.ships.count)
      Tab("Pilots", systemImage: "person.2", value: .pilots) {
        PilotsView(store: store)
      }
      Tab("Weather", systemImage: "cloud", value: .weather) {
        ContentUnavailableView("No Wind", systemImage: "wind")
      }
    }
  }
}

struct PilotsView: View {
  @Bindable var store: StoreOf<Harbour>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      List(store.pilots, id: \.self) { name in
        NavigationLink(name, state: Harbour.Pilot.State(name: name))
      }
      .navigationTitle("Pilots")
    } destination: { store in
      Text("\(store.name) is at sea.").navigationTitle(store.name)
    }
  }
}

struct BerthsView: View {
  let berths: [String]
  @State private var berth: String?

  var body: some View {
    TabView(selection: $berth) {
      ForEach(berths, id: \.self) { berth in
        Text("Nobody is at \(berth).")
          .tabItem { Label(berth, systemImage: "mappin") }
      }
    }
  }
}

@Reducer
struct Studio {
  struct Letter: Equatable, Identifiable {
    let id: Int
    var subject = ""
    var isChanged = false
  }

  @ObservableState
  struct State: Equatable {
    var letters: IdentifiedArrayOf<Letter> = []
    var shown: Letter.ID?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case lettersClosed(IndexSet)
    case lettersMoved(IndexSet, to: Int)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        break
      case .lettersClosed(let offsets):
        // A letter that has changed stays open.
        for index in offsets.sorted(by: >) where !state.letters[index].isChanged {
          let letter = state.letters.remove(at: index)
          guard state.shown == letter.id else { continue }
          let next = min(index, state.letters.count - 1)
          state.shown = next < 0 ? nil : state.letters[next].id
        }
      case .lettersMoved(let offsets, let destination):
        state.letters.move(fromOffsets: offsets, toOffset: destination)
      }
      return .none
    }
  }
}

struct StudioView: View {
  @Bindable var store: StoreOf<Studio>

  var body: some View {
    TabView(selection: $store.shown) {
      ForEach(store.letters) { letter in
        Tab(letter.subject, value: letter.id) {
          DraftView(letter: letter)
        }
        .badge(letter.isChanged ? "•" : nil)
      }
      .onDelete { store.send(.lettersClosed($0)) }
      .onMove { store.send(.lettersMoved($0, to: $1)) }
    }
    .tabViewStyle(.documents)
  }
}

struct DraftView: View {
  let letter: Studio.Letter

  var body: some View { Text(letter.subject) }
}
