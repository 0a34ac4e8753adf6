import ComposableGtk

/// A tab whose value has another type than the selection, and one with a value that does not exist.
private struct Page: View {
  enum Place { case left, right }

  @State private var place = Place.left

  var body: some View {
    TabView(selection: $place) {
      Tab("Left", systemImage: "star", value: .left) { Text("Left") }
      // error: the value of the tab has another type than the selection of the 'TabView'
      Tab("Right", systemImage: "star", value: "right") { Text("Right") }
    }
  }
}

private struct OtherPage: View {
  enum Place { case left, right }

  @State private var place = Place.left

  var body: some View {
    TabView(selection: $place) {
      // error: type 'OtherPage.Place' has no member 'above'
      Tab("Above", systemImage: "star", value: .above) { Text("Above") }
        .badge(2)
    }
  }
}
