import Foundation
import Testing

@testable import InventoryCore

@Suite struct FileDateTests {
  @Test func `dates are what Foundation takes them for`() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let seconds = Int64.random(in: 0...253_402_300_799, using: &generator)
      let text = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
      #expect(FileDate.milliseconds(text) == seconds * 1_000, "\(text)")
    }
  }

  @Test(arguments: [
    "", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2100-02-29T00:00:00Z",
    "2024-00-01T00:00:00Z", "2024-13-01T00:00:00Z", "2024-01-00T00:00:00Z",
    "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:60Z",
    "1969-12-31T23:59:59Z", "2024-01-01 00:00:00Z", "2024-01-01T00:00:00", "2024-01-01",
    "2024-01-01T00:00:00+", "+024-01-01T00:00:00Z", "２024-01-01T00:00:0Z", "yesterday",
  ])
  func `any other text is no date`(text: String) {
    #expect(FileDate.milliseconds(text) == nil)
  }
}
