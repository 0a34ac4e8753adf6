import ComposableGtk
import Foundation

/// A diary of a garden in three tabs.
@Reducer
struct TabViewFeature {
  enum Tab: String {
    case beds, tools, notes
  }

  @Reducer
  struct Bed {
    @ObservableState
    struct State: Equatable {
      var name: String
      var isWatered = false
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
    }
  }

  struct Note: Equatable, Identifiable {
    let id: Int
    var text = ""
  }

  @ObservableState
  struct State: Equatable {
    var tab = Tab.beds
    var beds = ["Carrots", "Onions", "Peas"]
    var tools = ["Rake", "Spade"]
    var broken: Set<String> = ["Spade"]
    var notes: IdentifiedArrayOf<Note> = [Note(id: 1), Note(id: 2), Note(id: 3)]
    var note: Note.ID? = 1
    var path = StackState<Bed.State>()
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case noteAdded
    case notesClosed(IndexSet)
    case notesMoved(IndexSet, to: Int)
    case path(StackActionOf<Bed>)
    case tabSelected(Tab)
    case toolTapped(String)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .path:
        break
      case .noteAdded:
        let id = (state.notes.ids.max() ?? 0) + 1
        state.notes.append(Note(id: id))
        state.note = id
      case .notesClosed(let offsets):
        let shown = state.note.flatMap { state.notes.index(id: $0) } ?? 0
        state.notes.remove(atOffsets: offsets)
        let isShown = state.note.map { state.notes[id: $0] != nil } ?? false
        if !isShown { state.note = state.notes.dropFirst(shown).first?.id ?? state.notes.last?.id }
      case .notesMoved(let offsets, let destination):
        state.notes.move(fromOffsets: offsets, toOffset: destination)
      case .tabSelected(let tab):
        state.tab = tab
      case .toolTapped(let tool):
        state.broken.formSymmetricDifference([tool])
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Bed() }
  }
}

struct TabViewPage: View {
  @Bindable var store: StoreOf<TabViewFeature>

  var body: some View {
    TabView(selection: $store.tab.sending(\.tabSelected)) {
      Tab("Beds", systemImage: "list.bullet", value: .beds) {
        NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
          Form {
            ForEach(store.beds, id: \.self) { bed in
              NavigationLink(bed, state: TabViewFeature.Bed.State(name: bed))
            }
          }
        } destination: { store in
          BedView(store: store)
        }
      }
      Tab("Tools", systemImage: "wrench", value: .tools) {
        Form {
          Section("Tools that work") {
            ForEach(store.tools, id: \.self) { tool in
              Toggle(
                tool,
                isOn: Binding(
                  get: { !store.broken.contains(tool) },
                  set: { _ in store.send(.toolTapped(tool)) }
                )
              )
            }
          }
        }
      }
      .badge(store.broken.count)
      Tab("Notes", systemImage: "note.text", value: .notes) {
        NotesView(store: store)
      }
    }
    .navigationTitle("TabView")
  }
}

/// Each note has a tab that can be closed and moved.
private struct NotesView: View {
  @Bindable var store: StoreOf<TabViewFeature>

  var body: some View {
    TabView(selection: $store.note) {
      ForEach($store.notes) { $note in
        Tab("Note \(note.id)", value: note.id) {
          TextEditor(text: $note.text).padding(12)
        }
        .badge(note.text.isEmpty ? nil : "•")
      }
      .onDelete { store.send(.notesClosed($0)) }
      .onMove { store.send(.notesMoved($0, to: $1)) }
    }
    .tabViewStyle(.documents)
    .toolbar { Button("New Note", systemImage: "plus") { store.send(.noteAdded) } }
  }
}

private struct BedView: View {
  @Bindable var store: StoreOf<TabViewFeature.Bed>

  var body: some View {
    Form {
      Toggle("Watered today", isOn: $store.isWatered)
    }
    .navigationTitle(store.name)
  }
}
