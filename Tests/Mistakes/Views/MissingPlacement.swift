import ComposableGtk

/// A placement in a toolbar that does not exist.
private struct SheetActions: View {
  let store: StoreOf<Dock>
  var body: some View {
    Form { Text("Dock") }
      .toolbar {
        // error: 'bottomBar' is unavailable: put the views below the content, in a 'VStack'
        ToolbarItem(placement: .bottomBar) { Button("Arrive") { store.send(.arriveButtonTapped) } }
      }
  }
}
