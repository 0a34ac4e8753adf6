import ComposableGtk

/// A selection of an element of a list, rather than of its id.
private struct Parcel: Identifiable, Hashable { let id: Int; var weight = 0 }
private struct ListSelectionView: View {
  @State private var selection: Parcel?
  let parcels: [Parcel]
  var body: some View {
    // error: 'init(_:selection:row:)' is unavailable: the selection consists of ids of elements:
    // bind it to an 'Element.ID?' or a 'Set<Element.ID>'
    List(parcels, selection: $selection) { parcel in
      Text("\(parcel.weight)")
    }
  }
}
