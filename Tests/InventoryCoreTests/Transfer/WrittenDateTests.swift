import Foundation
import Testing

@testable import InventoryCore

@Suite struct WrittenDateTests {
  @Test(arguments: [
    ("2025-12-31", "2025-12-31T00:00:00Z"), ("2025/12/31", "2025-12-31T00:00:00Z"),
    ("31.12.2025", "2025-12-31T00:00:00Z"), ("1.2.2025", "2025-02-01T00:00:00Z"),
    ("31.12.2025 17:05", "2025-12-31T17:05:00Z"), ("12/31/2025", "2025-12-31T00:00:00Z"),
    ("31/12/2025", "2025-12-31T00:00:00Z"), ("31-12-2025", "2025-12-31T00:00:00Z"),
    ("05/05/2025", "2025-05-05T00:00:00Z"), ("Dec 31, 2025", "2025-12-31T00:00:00Z"),
    ("December 1st, 2025", "2025-12-01T00:00:00Z"), ("31 Dec 2025", "2025-12-31T00:00:00Z"),
    ("31-Dec-2025", "2025-12-31T00:00:00Z"), ("2025 Dec 31", "2025-12-31T00:00:00Z"),
    ("January 5, 2024 10:11 AM", "2024-01-05T10:11:00Z"),
    ("January 5, 2024 12:00 am", "2024-01-05T00:00:00Z"),
    ("1/15/2024 3:04:05 PM", "2024-01-15T15:04:05Z"), ("5. März 2024", "2024-03-05T00:00:00Z"),
    ("5 de enero de 2024", "2024-01-05T00:00:00Z"), ("1er août 2024", "2024-08-01T00:00:00Z"),
    ("5 января 2024", "2024-01-05T00:00:00Z"),
  ])
  func `a date is read as people write it`(text: String, expected: String) {
    let date = WrittenDate(text)
    #expect(date?.isInDoubt == false)
    #expect(date?.milliseconds(nil).map(FileDate.text) == expected)
  }

  @Test(arguments: [
    "", "soon", "2025", "31.13.2025", "30.02.2025", "13/13/2025", "31.12.25", "1/2/25", "12.5",
    "1.2.3", "192.168.10.2", "10:11", "Jan-05-24", "Jan-05-24 10:22:01 PST", "5 Sometime 2024",
    "2024-01-05 10:11:12 PST", "05/01/2024 25:00", "12345678", "A-12-2025",
  ])
  func `anything else is no date`(text: String) {
    #expect(WrittenDate(text) == nil)
  }

  @Test func `a date of two days is decided by others`() throws {
    let date = try #require(WrittenDate("03/04/2025"))
    #expect(date.isInDoubt)
    #expect(date.milliseconds(nil) == nil)
    #expect(date.milliseconds(.day).map(FileDate.text) == "2025-04-03T00:00:00Z")
    #expect(date.milliseconds(.month).map(FileDate.text) == "2025-03-04T00:00:00Z")
    #expect(WrittenDate("13/04/2025")?.proof == .day)
    #expect(WrittenDate("04/13/2025")?.proof == .month)
    #expect(date.proof == nil)
  }
}
