import ComposableGtk
import Foundation

@Reducer
struct Museum {
  struct Picture: Equatable, Identifiable {
    let id: Int
    var title: String
    var painter: String
    var year: Int
    var value: Double?
  }

  @ObservableState
  struct State: Equatable {
    var columns = TableColumnCustomization<Picture>()
    var pictures: IdentifiedArrayOf<Picture> = []
    var selection: Set<Picture.ID> = []
    var sortOrder = [KeyPathComparator(\Picture.title)]
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case lendTapped(Set<Picture.ID>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.sortOrder):
        state.pictures.sort(using: state.sortOrder)
      case .binding:
        break
      case .lendTapped(let ids):
        state.pictures.removeAll { ids.contains($0.id) }
      }
      return .none
    }
  }
}

struct MuseumView: View {
  @Bindable var store: StoreOf<Museum>

  var body: some View {
    Table(
      store.pictures,
      selection: $store.selection,
      sortOrder: $store.sortOrder,
      columnCustomization: $store.columns
    ) {
      TableColumn("Title", value: \.title)
        .width(min: 120, ideal: 240)
        .customizationID("title")
        .disabledCustomizationBehavior(.visibility)
      TableColumn("Painter", value: \.painter)
        .customizationID("painter")
      TableColumn("Year", value: \.year) { Text(verbatim: "\($0.year)") }
        .width(60)
        .alignment(.numeric)
        .customizationID("year")
      TableColumn("Value", value: \.value) { picture in
        if let value = picture.value { Text(value, format: .currency(code: "EUR")) }
      }
      .alignment(.numeric)
      .customizationID("value")
      .defaultVisibility(.hidden)
    }
    .contextMenu(forSelectionType: Museum.Picture.ID.self) { ids in
      if !ids.isEmpty { Button("Lend") { store.send(.lendTapped(ids)) } }
    }
    .navigationTitle("Pictures")
  }
}

struct LabelsView: View {
  @Bindable var store: StoreOf<Museum>

  var body: some View {
    Table($store.pictures) {
      TableColumn("Title") { $picture in
        TextField("Title", text: $picture.title)
      }
      TableColumn("Painter") { $picture in
        TextField("Painter", text: $picture.painter)
      }
    }
  }
}

/// An order that a database understands, and that a file can keep.
struct PictureOrder: SortComparator, Codable {
  enum Column: String, Codable {
    case painter, title, year
  }

  var column: Column
  var order = SortOrder.forward

  func compare(_ first: Museum.Picture, _ second: Museum.Picture) -> ComparisonResult {
    let comparator =
      switch column {
      case .painter: KeyPathComparator(\Museum.Picture.painter, order: order)
      case .title: KeyPathComparator(\Museum.Picture.title, order: order)
      case .year: KeyPathComparator(\Museum.Picture.year, order: order)
      }
    return comparator.compare(first, second)
  }
}

struct CatalogueView: View {
  let pictures: [Museum.Picture]
  @Binding var sortOrder: [PictureOrder]

  var body: some View {
    Table(pictures.sorted(using: sortOrder), sortOrder: $sortOrder) {
      TableColumn("Title", sortUsing: PictureOrder(column: .title)) { Text($0.title) }
      TableColumn("Year", sortUsing: PictureOrder(column: .year)) { Text("\($0.year)") }
      TableColumn("State") { Image(systemName: $0.value == nil ? "questionmark" : "checkmark") }
    }
  }
}
