import ComposableGtk

/// A sort order that the table cannot write.
private struct Parcel: Identifiable { let id: Int; var weight = 0 }
private struct TableSort: View {
  @State private var order: [KeyPathComparator<Parcel>] = []
  let parcels: [Parcel]
  var body: some View {
    // error: cannot convert value 'order' of type '[KeyPathComparator<Parcel>]' to expected type
    // 'Binding<[KeyPathComparator<Parcel>]>', use wrapper instead
    Table(parcels, sortOrder: order) {
      TableColumn("Weight", value: \.weight) { Text("\($0.weight)") }
    }
  }
}
