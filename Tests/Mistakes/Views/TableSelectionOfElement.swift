import ComposableGtk

/// A selection of the elements of a table, rather than of their ids.
private struct Parcel: Identifiable, Hashable { let id: Int; var weight = 0 }
private struct TableSelection: View {
  @State private var selection: Set<Parcel> = []
  let parcels: [Parcel]
  var body: some View {
    // error: 'init(_:selection:columns:)' is unavailable: the selection consists of ids of
    // elements: bind it to an 'Element.ID?' or a 'Set<Element.ID>'
    Table(parcels, selection: $selection) {
      TableColumn("Weight") { Text("\($0.weight)") }
    }
  }
}
