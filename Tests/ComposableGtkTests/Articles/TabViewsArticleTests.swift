import ComposableGtk
import Testing

@MainActor
@Suite struct TabViewsArticleTests {
  @Test
  func `the tab is an action, which may be declined`() async {
    let store = TestStore(initialState: Harbour.State()) { Harbour() }

    await store.send(\.pageSelected, .pilots) { $0.page = .pilots }
    await store.send(\.path.push, (id: 0, state: Harbour.Pilot.State(name: "Ada"))) {
      $0.path[id: 0] = Harbour.Pilot.State(name: "Ada")
    }
    // The stack of the pilots stays as it is.
    await store.send(\.pageSelected, .weather) { $0.page = .weather }

    let reporting = TestStore(initialState: Harbour.State(isReporting: true)) { Harbour() }
    await reporting.send(\.pageSelected, .weather)
  }

  @Test
  func `closing a letter shows the next one, unless it has changed`() async {
    let store = TestStore(
      initialState: Studio.State(
        letters: [Studio.Letter(id: 1), Studio.Letter(id: 2, isChanged: true)],
        shown: 1
      )
    ) {
      Studio()
    }

    await store.send(\.lettersClosed, [0]) {
      $0.letters.remove(id: 1)
      $0.shown = 2
    }
    await store.send(\.lettersClosed, [0])
  }
}
