import ComposableGtk
import Testing

@Suite("Fingers that move a page away")
struct BackSwipeTests {
  /// Fingers that move straight on, from second 0.
  private func swipe(_ movements: (forwards: Double, across: Double, time: Double)...) -> BackSwipe
  {
    var swipe = BackSwipe(at: 0)
    for (forwards, across, time) in movements {
      swipe.move(forwards: forwards, across: across, at: time)
    }
    return swipe
  }

  @Test func `the first ten pixels move nothing, and the page then starts from its place`() {
    #expect(swipe((10, 0, 0.1)).way == nil)
    #expect(swipe((11, 0, 0.1)).way == 1)
    #expect(swipe((11, 0, 0.1), (110, 0, 0.2)).way == 100)
    #expect(swipe((110, 0, 0.1), (-50, 0, 0.2)).way == 0)
  }

  @Test func `what starts in another direction stays something else`() {
    #expect(swipe((-11, 0, 0.1), (200, 0, 0.2)).way == nil)
    #expect(swipe((20, 11, 0.1), (200, 11, 0.2)).way == nil)
    #expect(swipe((0, 11, 0.1), (200, 11, 0.2)).way == nil)
    #expect(swipe((22, 10, 0.1), (200, 300, 0.2)).way == 190)
  }

  @Test func `a slow page goes if it has been moved halfway`() {
    #expect(!swipe((50, 0, 1), (109, 0, 2)).isCompleted(at: 3, reach: 200))
    #expect(swipe((50, 0, 1), (110, 0, 2)).isCompleted(at: 3, reach: 200))
  }

  @Test func `a fast page goes however far it has come, and a page that is thrown back stays`() {
    #expect(swipe((20, 0, 0.05), (60, 0, 0.1)).isCompleted(at: 0.1, reach: 1_000))
    #expect(!swipe((900, 0, 1), (700, 0, 1.1)).isCompleted(at: 1.1, reach: 1_000))
    // Thrown away, and back in the last moment.
    #expect(!swipe((600, 0, 0.1), (550, 0, 0.11)).isCompleted(at: 0.11, reach: 1_000))
  }

  @Test func `how fast the fingers were before they came to rest does not count`() {
    #expect(!swipe((20, 0, 0.05), (60, 0, 0.1)).isCompleted(at: 0.5, reach: 1_000))
  }

  @Test func `fingers that have not moved the page do not end a swipe`() {
    #expect(!BackSwipe(at: 0).isCompleted(at: 0, reach: 0))
    #expect(!swipe((-500, 0, 0.1)).isCompleted(at: 0.1, reach: 1))
  }
}
