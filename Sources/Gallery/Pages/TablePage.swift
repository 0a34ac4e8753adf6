import ComposableGtk
import Foundation

/// The stock of a seed merchant, in columns.
@Reducer
struct TableFeature {
  struct Seed: Equatable, Identifiable {
    let id: Int
    let plant: String
    let variety: String
    var bags: Int
    let price: Double
    let sowing: String
  }

  @ObservableState
  struct State: Equatable {
    var columns = TableColumnCustomization<Seed>()
    var seeds: IdentifiedArrayOf<Seed> = Self.stock
    var selection: Set<Seed.ID> = []
    var sortOrder = [KeyPathComparator(\Seed.plant), KeyPathComparator(\Seed.variety)]

    private static var stock: IdentifiedArrayOf<Seed> {
      let months = ["March", "April", "May"]
      let plants = ["Bean", "Carrot", "Leek", "Pea", "Pumpkin", "Radish"]
      let varieties = ["Early", "Golden", "Late", "Red", "White"]
      let pairs = plants.flatMap { plant in varieties.map { (plant, $0) } }
      return IdentifiedArray(
        uniqueElements: pairs.enumerated().map { number, pair in
          Seed(
            id: number,
            plant: pair.0,
            variety: pair.1,
            bags: number * 37 % 90,
            price: Double(100 + number * 53 % 300) / 100,
            sowing: months[number % months.count]
          )
        }
      )
    }
  }

  enum Action: BindableAction {
    case bagAdded(Set<Seed.ID>)
    case binding(BindingAction<State>)
    case columnsReset
    case deleted(IndexSet)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .bagAdded(let ids):
        for id in ids { state.seeds[id: id]?.bags += 1 }
        state.seeds.sort(using: state.sortOrder)
      case .binding(\.sortOrder):
        state.seeds.sort(using: state.sortOrder)
      case .binding:
        break
      case .columnsReset:
        state.columns = TableColumnCustomization()
      case .deleted(let offsets):
        state.seeds.remove(atOffsets: offsets)
      }
      return .none
    }
  }
}

struct TablePage: View {
  @Bindable var store: StoreOf<TableFeature>

  var body: some View {
    Table(
      store.seeds,
      selection: $store.selection,
      sortOrder: $store.sortOrder,
      columnCustomization: $store.columns
    ) {
      TableColumn("Plant", value: \.plant)
        .width(min: 80, ideal: 140)
        .customizationID("plant")
      TableColumn("Variety", value: \.variety)
        .customizationID("variety")
      TableColumn("Bags", value: \.bags) { Text("\($0.bags)") }
        .width(min: 56, ideal: 72)
        .alignment(.numeric)
        .customizationID("bags")
      TableColumn("Price", value: \.price) { Text($0.price, format: .currency(code: "EUR")) }
        .width(min: 72, ideal: 88)
        .alignment(.numeric)
        .customizationID("price")
      TableColumn("Sowing", value: \.sowing)
        .customizationID("sowing")
        .defaultVisibility(.hidden)
    }
    .onDelete { store.send(.deleted($0)) }
    .placeholder { ContentUnavailableView("Sold Out", systemImage: "leaf") }
    .contextMenu(forSelectionType: TableFeature.Seed.ID.self) { ids in
      if !ids.isEmpty { Button("Add a Bag") { store.send(.bagAdded(ids)) } }
    } primaryAction: { ids in
      store.send(.bagAdded(ids))
    }
    .navigationTitle("Table")
    .toolbar {
      Button("Reset Columns", systemImage: "arrow.counterclockwise") { store.send(.columnsReset) }
        .disabled(store.columns == TableColumnCustomization())
    }
  }
}
