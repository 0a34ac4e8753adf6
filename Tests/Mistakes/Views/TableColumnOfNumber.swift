import ComposableGtk

/// A column that shows a number without saying how.
private struct Parcel: Identifiable { let id: Int; var weight = 0 }
private struct NumberColumn: View {
  let parcels: [Parcel]
  var body: some View {
    Table(parcels) {
      // error: cannot convert value of type 'KeyPath<Parcel, Int>' to expected argument type
      // 'KeyPath<Parcel, String>'
      TableColumn("Weight", value: \.weight)
    }
  }
}
