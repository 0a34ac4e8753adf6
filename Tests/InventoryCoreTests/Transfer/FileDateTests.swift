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
      let milliseconds = seconds * 1_000 + .random(in: 0...999, using: &generator)
      #expect(FileDate.text(milliseconds) == text, "\(seconds)")
    }
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    (951_868_799, "2000-02-29T23:59:59Z"), (978_220_800, "2000-12-31T00:00:00Z"),
    (4_107_542_400, "2100-03-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
  ])
  func `the first and last days of years and months are written`(seconds: Int64, text: String) {
    #expect(FileDate.text(seconds * 1_000) == text)
    #expect(FileDate.milliseconds(text) == seconds * 1_000)
  }

  @Test(arguments: [
    ("2024-01-05", "2024-01-05T00:00:00Z"), ("2023-01-05 10:11:12", "2023-01-05T10:11:12Z"),
    ("2023-01-05T10:11", "2023-01-05T10:11:00Z"),
    ("2023-01-05T10:11:12.987Z", "2023-01-05T10:11:12Z"),
    ("2023-01-05T10:11:12.1", "2023-01-05T10:11:12Z"),
    ("2023-01-05T00:11:12+01:00", "2023-01-04T23:11:12Z"),
    ("2023-12-31T23:30:00-0130", "2024-01-01T01:00:00Z"),
  ])
  func `dates are read as programs write them`(text: String, date: String) throws {
    #expect(FileDate.text(try #require(FileDate.milliseconds(text))) == date)
  }

  @Test(arguments: [-1, .min, 253_402_300_800_000, .max])
  func `a moment outside the years that can be written is left out`(milliseconds: Int64) {
    #expect(FileDate.text(milliseconds) == "")
  }

  @Test(arguments: [
    "", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2100-02-29T00:00:00Z",
    "2024-00-01T00:00:00Z", "2024-13-01T00:00:00Z", "2024-01-00T00:00:00Z",
    "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:60Z",
    "1969-12-31T23:59:59Z", "2024-1-1", "01/05/2024", "2024-01-01T", "2024-01-01T00",
    "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00ZZ",
    "2024-01-01T00:00:00+", "+024-01-01T00:00:00Z", "２024-01-01T00:00:0Z", "yesterday",
  ])
  func `any other text is no date`(text: String) {
    #expect(FileDate.milliseconds(text) == nil)
  }
}
