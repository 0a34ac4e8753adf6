import ComposableGtk

/// A property that the rows of a table do not have, in a column.
private struct Parcel: Identifiable {
  let id: Int
  var weight = 0
}

private struct Parcels: View {
  @State private var order: [KeyPathComparator<Parcel>] = []
  @State private var parcels: [Parcel] = []
  @State private var selection: Set<Parcel.ID> = []

  var body: some View {
    Table(parcels, selection: $selection, sortOrder: $order) {
      TableColumn("Number") { Text("\($0.id)") }
      // error: value of type 'Parcel' has no member 'weigth'
      TableColumn("Weight", value: \.weight) { Text("\($0.weigth) kg") }
      TableColumn("Twice", value: \.weight) { Text("\($0.weight * 2) kg") }
    }
    .contextMenu(forSelectionType: Parcel.ID.self) { ids in
      Button("Send \(ids.count)") {}
    }
  }
}
