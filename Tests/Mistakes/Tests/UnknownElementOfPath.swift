import ComposableGtk

/// A test with an unknown action of a page.
@MainActor
private func test() async {
  let store = TestStore(initialState: Warehouse.State()) { Warehouse() }
  // error: subscript 'subscript(id:)' requires the types 'StackActionOf<Warehouse.Path>' (aka
  // 'StackAction<Warehouse.Path.State, Warehouse.Path.Action>') and 'IdentifiedAction<Int,
  // ElementAction>' be equivalent
  await store.send(\.path[id: 0].dock.arrive)
}
