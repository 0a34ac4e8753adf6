import ComposableGtk
import Foundation

/// A list of sections, whose rows can be selected, moved and deleted.
@Reducer
struct ListSectionsFeature {
  struct Shelf: Equatable, Identifiable {
    let id: String
    var books: IdentifiedArrayOf<Book>
  }

  struct Book: Equatable, Identifiable {
    let id: String
  }

  @ObservableState
  struct State: Equatable {
    var shelves: IdentifiedArrayOf<Shelf> = [
      shelf("Novels", ["Middlemarch", "Persuasion", "Orlando", "The Waves"]),
      shelf("Poems", ["Duino Elegies", "Four Quartets", "Odes"]),
      shelf("Travels", ["A Time of Gifts", "The Snow Leopard"]),
    ]
    var selection: Book.ID? = "Orlando"

    private static func shelf(_ name: String, _ titles: [String]) -> Shelf {
      Shelf(id: name, books: IdentifiedArray(uniqueElements: titles.map { Book(id: $0) }))
    }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case booksDeleted(shelf: Shelf.ID, IndexSet)
    case booksMoved(shelf: Shelf.ID, IndexSet, to: Int)
    case titlesDropped(shelf: Shelf.ID, [String], at: Int)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        break
      case .booksDeleted(let shelf, let offsets):
        state.shelves[id: shelf]?.books.remove(atOffsets: offsets)
      case .booksMoved(let shelf, let offsets, let destination):
        state.shelves[id: shelf]?.books.move(fromOffsets: offsets, toOffset: destination)
      case .titlesDropped(let shelf, let titles, let offset):
        for title in titles.reversed()
        where !state.shelves.contains(where: { $0.books[id: title] != nil }) {
          state.shelves[id: shelf]?.books.insert(Book(id: title), at: offset)
        }
      }
      return .none
    }
  }
}

struct ListSectionsPage: View {
  @Bindable var store: StoreOf<ListSectionsFeature>

  var body: some View {
    List(selection: $store.selection) {
      ForEach(store.shelves) { shelf in
        Section {
          ForEach(shelf.books) { Text($0.id).deleteDisabled(shelf.books.count == 1) }
            .onMove { store.send(.booksMoved(shelf: shelf.id, $0, to: $1)) }
            .onDelete { store.send(.booksDeleted(shelf: shelf.id, $0)) }
            .dropDestination(for: String.self) {
              store.send(.titlesDropped(shelf: shelf.id, $0, at: $1))
            }
        } header: {
          Text(shelf.id)
        } footer: {
          Text(shelf.books.count == 1 ? "1 book" : "\(shelf.books.count) books")
        }
      }
    }
    .navigationTitle("List with sections")
    .navigationSubtitle(store.selection ?? "Nothing selected")
  }
}
