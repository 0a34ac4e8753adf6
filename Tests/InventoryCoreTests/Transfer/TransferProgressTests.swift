import InventoryCore
import Testing

@Suite struct TransferProgressTests {
  @Test(arguments: [
    (1, "A few seconds left"), (7, "About 10 seconds left"), (30, "About 30 seconds left"),
    (60, "About a minute left"), (200, "About 3 minutes left"),
  ])
  func `the time left is told as people do`(seconds: Int, text: String) {
    #expect(TimeLeft(.seconds(seconds)).text == text)
  }

  @Test func `the time left is told once it is no guesswork`() {
    let half = TransferProgress(fraction: 0.5, rows: 1)
    #expect(TimeLeft(after: .milliseconds(500), half) == nil)
    #expect(TimeLeft(after: .seconds(9), half) == TimeLeft(.seconds(9)))
    #expect(TimeLeft(after: .seconds(9), TransferProgress(fraction: 0.001, rows: 1)) == nil)
    #expect(TransferProgress(fraction: .infinity, rows: 0).fraction == 1)
  }
}
