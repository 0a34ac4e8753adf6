import ComposableGtk

/// Minerals in groups, one of which is looked at.
@Reducer
struct SplitViewFeature {
  enum Group: String, CaseIterable, Identifiable {
    case carbonates = "Carbonates"
    case oxides = "Oxides"
    case silicates = "Silicates"

    var id: Self { self }

    var minerals: [String] {
      switch self {
      case .carbonates: ["Aragonite", "Calcite", "Dolomite", "Malachite"]
      case .oxides: ["Corundum", "Hematite", "Magnetite", "Rutile"]
      case .silicates: ["Beryl", "Garnet", "Olivine", "Quartz", "Topaz", "Zircon"]
      }
    }
  }

  @ObservableState
  struct State: Equatable {
    var group: Group?
    var mineral: String?
    var notes: [String: String] = [:]
    var visibility = NavigationSplitViewVisibility.automatic
    var widths = NavigationSplitViewWidths()
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .binding(\.group) = action { state.mineral = nil }
      return .none
    }
  }
}

struct SplitViewPage: View {
  @Bindable var store: StoreOf<SplitViewFeature>

  var body: some View {
    NavigationSplitView(columnVisibility: $store.visibility) {
      List(SplitViewFeature.Group.allCases, selection: $store.group) { group in
        Text(group.rawValue)
      }
      .navigationTitle("Groups")
      .navigationSplitViewColumnWidth(min: 150, ideal: 180, max: 300)
    } content: {
      List(store.group?.minerals ?? [], id: \.self, selection: $store.mineral) { mineral in
        Text(mineral)
      }
      .navigationTitle(store.group?.rawValue ?? "Minerals")
      .navigationSplitViewColumnWidth(min: 180, ideal: 220, max: 400)
    } detail: {
      if let mineral = store.mineral {
        Form {
          Section("Notes") {
            TextField("Where it was found", text: $store.notes[note: mineral])
          }
        }
        .navigationTitle(mineral)
      } else {
        ContentUnavailableView("No Mineral Selected", systemImage: "cube")
      }
    }
    .columnWidths($store.widths)
    .navigationTitle("NavigationSplitView")
  }
}

extension [String: String] {
  fileprivate subscript(note mineral: String) -> String {
    get { self[mineral] ?? "" }
    set { self[mineral] = newValue }
  }
}
