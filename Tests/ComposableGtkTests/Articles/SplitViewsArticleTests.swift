import ComposableGtk
import Testing

@MainActor
@Suite struct SplitViewsArticleTests {
  private let letters: IdentifiedArrayOf<Archive.Letter> = [
    Archive.Letter(id: 1, subject: "Spring", text: "The boats are out again."),
    Archive.Letter(id: 2, subject: "Autumn", text: "The boats are in."),
  ]

  @Test
  func `a selection is an action, in either form`() async {
    let store = TestStore(initialState: Archive.State(letters: letters)) { Archive() }

    await store.send(\.binding.letterID, 2) { $0.letterID = 2 }
    #expect(store.state.letter?.subject == "Autumn")
    // What a way back sends while the columns are shown one at a time.
    await store.send(\.binding.letterID, nil) { $0.letterID = nil }
    #expect(store.state.letter == nil)
  }

  @Test
  func `a draft that has changed keeps its letter`() async {
    let store = TestStore(
      initialState: Archive.State(isDraftChanged: true, letterID: 1, letters: letters)
    ) {
      CarefulArchive()
    }

    await store.send(\.binding.letterID, nil)
  }
}
