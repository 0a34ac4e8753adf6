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
