import ComposableGtk

/// A selection of a view of tabs that it cannot write.
private struct Tabs: View {
  enum Place { case left, right }
  @State private var place = Place.left
  var body: some View {
    // error: cannot convert value 'place' of type 'Tabs.Place' to expected type
    // 'Binding<Tabs.Place>', use wrapper instead
    TabView(selection: place) {
      Tab("Left", systemImage: "star", value: Place.left) { Text("Left") }
    }
  }
}
