import Foundation
import InventoryCore
import Testing

private func decimal(_ text: String) -> Quantity { Quantity(text) ?? -1 }

private func tenths(_ range: ClosedRange<Int64>) -> [Quantity] {
  range.map { Quantity(millionths: $0 * 100_000) }
}

@Suite struct StockPlotTests {
  private let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    calendar.firstWeekday = 2
    return calendar
  }()

  private func date(_ text: String) -> Date {
    try! Date("\(text):00Z", strategy: .iso8601)
  }

  private func plot(
    _ levels: [(String, Quantity)],
    reorderLevel: Quantity? = nil,
    now: String
  ) throws -> StockPlot {
    try #require(
      StockPlot(
        levels: levels.map { StockLevel(date: date($0.0), quantity: $0.1) },
        reorderLevel: reorderLevel,
        now: date(now)
      )
    )
  }

  @Test func `there is nothing to plot without a level`() {
    #expect(StockPlot(levels: [], reorderLevel: 3, now: Date()) == nil)
  }

  @Test(
    arguments: [
      (0, nil, [0, 1]), (1, nil, [0, 1]), (4, nil, [0, 1, 2, 3, 4]), (5, nil, [0, 2, 4, 6]),
      (9, nil, [0, 5, 10]), (20, nil, [0, 5, 10, 15, 20]), (21, nil, [0, 10, 20, 30]),
      (3, 12, [0, 5, 10, 15]), (1_999, nil, [0, 500, 1_000, 1_500, 2_000]),
      (Quantity.max, nil, [0, 5_000_000_000_000]), (decimal("0.25"), nil, tenths(0...3)),
      (0, decimal("0.5"), [0, decimal("0.2"), decimal("0.4"), decimal("0.6")]),
      (decimal("2.5"), nil, [0, 1, 2, 3]), (decimal("0.333"), 4, [0, 1, 2, 3, 4]),
      (decimal("0.000001"), nil, [0, decimal("0.000001")]),
    ] as [(Quantity, Quantity?, [Quantity])]
  )
  func `the quantities that have a line are round`(
    quantity: Quantity,
    reorderLevel: Quantity?,
    ticks: [Quantity]
  ) throws {
    let plot = try plot(
      [("2026-03-01T00:00", quantity)],
      reorderLevel: reorderLevel,
      now: "2026-03-02T00:00"
    )
    #expect(plot.quantityTicks == ticks)
    #expect(plot.top >= max(quantity, reorderLevel ?? 0).approximate)
  }

  @Test(
    arguments: [
      ("2026-03-01T08:30", "2026-03-01T12:10", ["09:00", "10:00", "11:00", "12:00"]),
      ("2026-03-01T08:30", "2026-03-04T12:10", ["2 Mar", "3 Mar", "4 Mar"]),
      ("2026-03-01T08:30", "2026-03-24T12:10", ["2 Mar", "9 Mar", "16 Mar", "23 Mar"]),
      ("2026-01-20T08:30", "2026-11-24T12:10", ["Apr 2026", "Jul 2026", "Oct 2026"]),
      ("2019-01-20T08:30", "2026-11-24T12:10", ["2020", "2022", "2024", "2026"]),
    ]
  )
  func `the moments that have a tick are those that people name`(
    start: String,
    now: String,
    labels: [String]
  ) throws {
    let plot = try plot([(start, 1)], now: now)
    let (interval, dates) = plot.dateTicks(atMost: 5, calendar: calendar)
    let locale = Locale(identifier: "en_GB")
    #expect(dates.map { interval.label(of: $0, locale: locale, timeZone: .gmt) } == labels)
  }

  @Test func `there are never more ticks than there is room for`() throws {
    for days in [0, 1, 2, 5, 9, 20, 50, 100, 300, 1_000, 5_000, 100_000] {
      let start = date("1900-01-05T10:00")
      let plot = try #require(
        StockPlot(
          levels: [StockLevel(date: start, quantity: 1)],
          reorderLevel: nil,
          now: start.addingTimeInterval(Double(days) * 86_400)
        )
      )
      for limit in 1...8 {
        let dates = plot.dateTicks(atMost: limit, calendar: calendar).dates
        #expect(dates.count <= limit)
        #expect(dates.allSatisfy { (plot.start...plot.end).contains($0) })
      }
    }
  }

  @Test func `dates are written as in the place of the user`() throws {
    let plot = try plot([("2026-03-01T00:00", 1)], now: "2026-05-24T12:10")
    let (interval, dates) = plot.dateTicks(atMost: 5, calendar: calendar)
    let labels = dates.map {
      interval.label(of: $0, locale: Locale(identifier: "de_DE"), timeZone: .gmt)
    }
    #expect(labels == ["März 2026", "Apr. 2026", "Mai 2026"])
  }

  @Test func `a place in the plot and a moment are the same`() throws {
    let plot = try plot(
      [("2026-03-01T00:00", 5), ("2026-03-02T00:00", 10)],
      now: "2026-03-03T00:00"
    )
    #expect(plot.position(of: date("2026-03-02T00:00")) == 0.5)
    #expect(plot.date(at: 0.5) == date("2026-03-02T00:00"))
    #expect(plot.date(at: 7) == plot.end)
    #expect(plot.position(of: 5) == 0.5)
  }

  @Test func `what has only just begun, or is of later than now, has a width`() throws {
    let new = try plot([("2026-03-01T00:00", 5)], now: "2026-03-01T00:00")
    #expect(new.end.timeIntervalSince(new.start) == 3_600)
    let later = try plot([("2026-03-01T00:00", 5)], now: "2025-03-01T00:00")
    #expect(later.end == date("2026-03-01T00:00"))
  }
}
