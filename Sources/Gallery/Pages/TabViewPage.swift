import ComposableGtk

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

  @ObservableState
  struct State: Equatable {
    var tab = Tab.beds
    var beds = ["Carrots", "Onions", "Peas"]
    var tools = ["Rake", "Spade"]
    var broken: Set<String> = ["Spade"]
    var notes = ""
    var path = StackState<Bed.State>()
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
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
        Form {
          Section("Notes") { TextField("What grows", text: $store.notes) }
        }
      }
    }
    .navigationTitle("TabView")
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
