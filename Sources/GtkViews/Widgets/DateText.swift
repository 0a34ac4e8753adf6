import Foundation

/// How a text shows a date.
public enum DateTextStyle: Equatable, Sendable {
  /// The day, such as "June 3, 2026".
  case date
  /// The time of day, such as "11:23 PM".
  case time
  /// How far away the date is, in up to two units, such as "2 hours, 23 minutes". The largest unit
  /// is a week.
  case relative
  /// How far away the date is, in one unit, such as "+2 hours" or "-3 weeks".
  case offset
  /// How far away the date is, such as "36:59" or "1:02:03".
  case timer
}

/// A date in a text.
struct DateText: Equatable {
  let date: Date
  let style: Text.DateStyle

  /// Returns the text at a moment, in the formats of an environment.
  func string(at now: Date, in environment: EnvironmentValues) -> String {
    let distance = Duration.seconds(Int(abs(date.timeIntervalSince(now))))
    switch style {
    case .date:
      return formatted(date: .long, time: .omitted, in: environment)
    case .time:
      return formatted(date: .omitted, time: .shortened, in: environment)
    case .relative:
      return distance.formatted(units(count: 2, in: environment))
    case .offset:
      let sign = date < now ? "-" : "+"
      return sign + distance.formatted(units(count: 1, in: environment))
    case .timer:
      let hasHours = distance >= .seconds(3_600)
      let style = Duration.TimeFormatStyle(
        pattern: hasHours ? .hourMinuteSecond : .minuteSecond,
        locale: environment.locale
      )
      return distance.formatted(style)
    }
  }

  private func formatted(
    date dateStyle: Date.FormatStyle.DateStyle,
    time: Date.FormatStyle.TimeStyle,
    in environment: EnvironmentValues
  ) -> String {
    date.formatted(
      Date.FormatStyle(
        date: dateStyle,
        time: time,
        locale: environment.locale,
        calendar: environment.calendar,
        timeZone: environment.timeZone
      )
    )
  }

  private func units(
    count: Int,
    in environment: EnvironmentValues
  ) -> Duration.UnitsFormatStyle {
    Duration.UnitsFormatStyle(
      allowedUnits: [.weeks, .days, .hours, .minutes, .seconds],
      width: .wide,
      maximumUnitCount: count,
      fractionalPart: .hide(rounded: .down)
    )
    .locale(environment.locale)
  }

  /// Returns how long after a moment the text changes, or `nil` if it never does.
  func timeUntilChange(at now: Date) -> Duration? {
    let distance = date.timeIntervalSince(now)
    let step: Double
    switch style {
    case .date, .time: return nil
    case .timer: step = 1
    case .relative: step = Self.step(at: abs(distance), units: 2)
    case .offset: step = Self.step(at: abs(distance), units: 1)
    }
    let rest = abs(distance).truncatingRemainder(dividingBy: step)
    // The distance to a coming date shrinks, that to a past one grows. A little later than that,
    // because timers are not exact.
    return .seconds((distance > 0 ? rest : step - rest) + 0.005)
  }

  /// The least change of the distance that changes a text of so many units.
  private static func step(at distance: Double, units: Int) -> Double {
    let lengths: [Double] = [1, 60, 3_600, 86_400, 604_800]
    let largest = lengths.lastIndex { distance >= $0 } ?? 0
    return lengths[max(largest - units + 1, 0)]
  }
}

extension Text {
  /// How a text shows a date.
  public typealias DateStyle = DateTextStyle

  /// A text that shows a date in the language, calendar and time zone of the environment. Texts
  /// that tell how far away the date is follow the time while they are on the screen.
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - style: How the date is shown.
  public init(_ date: Date, style: DateStyle) {
    self.init(date: DateText(date: date, style: style))
  }
}
