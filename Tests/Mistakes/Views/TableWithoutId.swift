import ComposableGtk

/// Rows of a table that have no ids.
private struct TableOfUnidentified: View {
  struct Parcel { var weight = 0 }
  let parcels: [Parcel]
  var body: some View {
    // error: initializer 'init(_:columnCustomization:columns:)' requires that
    // 'TableOfUnidentified.Parcel' conform to 'Identifiable'
    Table(parcels) {
      TableColumn("Weight") { Text("\($0.weight)") }
    }
  }
}
