import ComposableGtk
import GtkKit
import Testing

// The helper of the article "Testing views", as its readers copy it into their tests.
@MainActor
private struct TestingViewsArticle {
  func eventually(within timeout: Duration = .seconds(10), _ condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + timeout
    while true {
      MainLoop.pump(limit: 100)
      if condition() { return true }
      if ContinuousClock.now > deadline { return false }
      try? await Task.sleep(for: .milliseconds(2))
    }
  }
}

extension ComposableGtkTests {
  @Test func `the helper of the article waits for what comes later, and not for ever`() async {
    let article = TestingViewsArticle()
    var hasCome = false
    Task { @MainActor in hasCome = true }
    #expect(await article.eventually { hasCome })
    #expect(await !article.eventually(within: .milliseconds(20)) { false })
  }
}
