import Foundation

/// The quantity of an item over time, as it is drawn: what the axes begin and end with, and where
/// their ticks are.
public struct StockPlot: Equatable, Sendable {
  /// The oldest first; each holds until the next, and the last one until the end.
  public let levels: [StockLevel]
  public let reorderLevel: Quantity?
  public let start: Date
  public let end: Date
  /// The quantities with a line across the plot, from 0.
  public let quantityTicks: [Quantity]
  /// The quantity at the upper edge.
  public let top: Double

  /// - Parameters:
  ///   - levels: The quantities, the oldest first. There must be one.
  ///   - reorderLevel: The quantity at which more should be ordered.
  ///   - now: The moment that the plot ends with.
  public init?(levels: [StockLevel], reorderLevel: Quantity?, now: Date) {
    guard let first = levels.first, let last = levels.last else { return nil }
    self.levels = levels
    self.reorderLevel = reorderLevel
    // Clocks are set: the latest movement may be of later than now.
    end = max(now, last.date)
    // What has only just begun would have no width.
    start = min(first.date, end.addingTimeInterval(-60 * 60))
    let quantities = levels.map(\.quantity) + (reorderLevel.map { [$0] } ?? [])
    // Where everything is counted in whole numbers, there is nothing between two of them.
    let leastStep: Quantity =
      quantities.allSatisfy(\.isWhole) ? 1 : Quantity(millionths: 1)
    let highest = quantities.max().flatMap { $0 > 0 ? $0 : nil } ?? 1
    let step = Self.step(highest.millionths, least: leastStep.millionths, intervals: 4)
    let count =
      highest.millionths / step + (highest.millionths.isMultiple(of: step) ? 0 : 1)
    top = Quantity(millionths: step).approximate * Double(count)
    quantityTicks = (0...count).compactMap {
      let (tick, isTooLarge) = step.multipliedReportingOverflow(by: $0)
      return isTooLarge ? nil : Quantity(millionths: tick)
    }
  }

  /// The least step of 1, 2, 5, 10, 20, 50 … millionths that needs no more intervals than some for
  /// a number of them.
  ///
  /// - Parameter least: The smallest step, which is a power of ten.
  private static func step(_ highest: Int64, least: Int64, intervals: Int64) -> Int64 {
    var magnitude = least
    while true {
      for factor: Int64 in [1, 2, 5] {
        let step = factor * magnitude
        if highest / step < intervals || highest == step * intervals { return step }
      }
      // The largest step is 5 · 10¹⁸: four of them are more than any number.
      magnitude *= 10
    }
  }

  // MARK: Places

  /// Where a moment is, from 0 at the start to 1 at the end.
  public func position(of date: Date) -> Double {
    date.timeIntervalSince(start) / end.timeIntervalSince(start)
  }

  /// Where a quantity is, from 0 at the lower edge to 1 at the upper one.
  public func position(of quantity: Quantity) -> Double { quantity.approximate / top }

  /// The moment at a position.
  public func date(at position: Double) -> Date {
    start.addingTimeInterval(end.timeIntervalSince(start) * min(max(position, 0), 1))
  }

  // MARK: Dates

  /// What is between two ticks of the axis of time.
  public struct Interval: Equatable, Sendable {
    public enum Unit: Equatable, Sendable {
      case hour
      case day
      case week
      case month
      case year
    }

    public var unit: Unit
    public var count: Int

    fileprivate var seconds: Double {
      let day: Double = 24 * 60 * 60
      let unit =
        switch unit {
        case .hour: day / 24
        case .day: day
        case .week: 7 * day
        case .month: 30.4 * day
        case .year: 365.2 * day
        }
      return unit * Double(count)
    }

    fileprivate static let all =
      [(Unit.hour, 1), (.hour, 3), (.hour, 6), (.hour, 12), (.day, 1), (.day, 2), (.week, 1)]
      .map(Self.init) + [(.week, 2), (.month, 1), (.month, 3), (.month, 6)].map(Self.init)
      + [1, 2, 5, 10, 20, 50, 100, 1_000].map { Self(.year, $0) }

    fileprivate init(_ unit: Unit, _ count: Int) {
      self.unit = unit
      self.count = count
    }
  }

  /// The ticks of the axis of time: moments that people name, such as the first of a month.
  ///
  /// - Parameters:
  ///   - limit: How many ticks there is room for.
  ///   - calendar: The calendar with the user's time zone and first day of the week.
  public func dateTicks(
    atMost limit: Int,
    calendar: Calendar
  ) -> (interval: Interval, dates: [Date]) {
    let span = end.timeIntervalSince(start)
    let interval =
      Interval.all.first { span / $0.seconds <= Double(max(limit, 1)) }
      ?? Interval.all[
        Interval.all.count - 1
      ]
    var dates: [Date] = []
    var date = first(of: interval, calendar)
    while let tick = date, tick <= end, dates.count <= limit {
      if tick >= start { dates.append(tick) }
      date = calendar.date(byAdding: interval.component, value: interval.count, to: tick)
    }
    return (interval, Array(dates.prefix(limit)))
  }

  /// A tick at or before the start.
  private func first(of interval: Interval, _ calendar: Calendar) -> Date? {
    switch interval.unit {
    case .hour, .day:
      return calendar.startOfDay(for: start)
    case .week:
      return calendar.dateInterval(of: .weekOfYear, for: start)?.start
    case .month, .year:
      var parts = calendar.dateComponents([.era, .year, .month], from: start)
      if interval.unit == .month {
        parts.month = parts.month.map { $0 - ($0 - 1) % interval.count }
      } else {
        parts.month = 1
        parts.year = parts.year.map { $0 - $0 % interval.count }
      }
      return calendar.date(from: parts)
    }
  }
}

extension StockPlot.Interval {
  fileprivate var component: Calendar.Component {
    switch unit {
    case .hour: .hour
    case .day: .day
    case .week: .weekOfYear
    case .month: .month
    case .year: .year
    }
  }

  /// What is written at a tick.
  public func label(of tick: Date, locale: Locale, timeZone: TimeZone = .current) -> String {
    let style = Date.FormatStyle(locale: locale, timeZone: timeZone)
    return switch unit {
    case .hour: tick.formatted(style.hour().minute())
    case .day, .week: tick.formatted(style.day().month(.abbreviated))
    case .month: tick.formatted(style.month(.abbreviated).year())
    case .year: tick.formatted(style.year())
    }
  }
}
