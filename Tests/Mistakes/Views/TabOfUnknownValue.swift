import ComposableGtk

/// A tab with a value that the type of the selection does not have.
private struct Page: View {
  enum Place { case left, right }

  @State private var place = Place.left

  var body: some View {
    TabView(selection: $place) {
      Tab("Left", systemImage: "star", value: .left) { Text("Left") }
      // error: type 'Page.Place' has no member 'above'
      Tab("Above", systemImage: "star", value: .above) { Text("Above") }
        .badge(2)
    }
  }
}
