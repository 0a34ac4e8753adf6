import Foundation
import GtkKit

/// When a ``TimelineView`` is made anew.
nonisolated public struct TimelineSchedule: Equatable, Sendable {
  private enum Kind: Equatable {
    case periodic(from: Date, by: TimeInterval)
    case explicit([Date])
    case animation(TimeInterval)
    case paused
  }

  private let kind: Kind

  /// At equal distances.
  ///
  /// - Parameters:
  ///   - startDate: The first time.
  ///   - interval: The distance, in seconds. Unless it is at least a thousandth, there is one time
  ///     only.
  public static func periodic(from startDate: Date, by interval: TimeInterval) -> TimelineSchedule {
    TimelineSchedule(
      kind: interval.isUsable && startDate.timeIntervalSinceReferenceDate.isFinite
        ? .periodic(from: startDate, by: interval) : .explicit([startDate])
    )
  }

  /// At the start of each minute.
  public static var everyMinute: TimelineSchedule {
    // Minutes begin at the reference date, and at all whole minutes after it.
    .periodic(from: Date(timeIntervalSinceReferenceDate: 0), by: 60)
  }

  /// At some dates, in their order.
  public static func explicit(_ dates: some Sequence<Date>) -> TimelineSchedule {
    let dates = dates.filter { $0.timeIntervalSinceReferenceDate.isFinite }
    return TimelineSchedule(kind: .explicit(dates.sorted()))
  }

  /// As often as the screen shows another picture.
  public static var animation: TimelineSchedule { .animation() }

  /// As often as the screen shows another picture, or less often.
  ///
  /// - Parameters:
  ///   - minimumInterval: The time between two, in seconds; `nil` for a 60th.
  ///   - paused: Whether the time stands still.
  public static func animation(
    minimumInterval: TimeInterval? = nil,
    paused: Bool = false
  ) -> TimelineSchedule {
    let interval = minimumInterval ?? 0
    let isPaused = paused || !interval.isFinite
    return TimelineSchedule(kind: isPaused ? .paused : .animation(max(interval, 1 / 60)))
  }

  /// The last time that is not after a date; the date itself if there is none.
  func current(at date: Date) -> Date {
    switch kind {
    case .periodic(let start, let interval):
      guard date >= start else { return date }
      let count = (date.timeIntervalSince(start) / interval).rounded(.down)
      return start.addingTimeInterval(count * interval)
    case .explicit(let dates): return dates.last { $0 <= date } ?? date
    case .animation, .paused: return date
    }
  }

  /// The first time after a date; `nil` if there is none.
  func next(after date: Date) -> Date? {
    switch kind {
    case .periodic(let start, let interval):
      guard date >= start else { return start }
      let next = current(at: date).addingTimeInterval(interval)
      // Rounding may lead back to the date, or to one that is hardly later.
      let isLater = next.timeIntervalSince(date) > interval / 1_000
      return isLater ? next : next.addingTimeInterval(interval)
    case .explicit(let dates): return dates.first { $0 > date }
    case .animation(let interval): return date.addingTimeInterval(interval)
    case .paused: return nil
    }
  }
}

/// What the views of a ``TimelineView`` are made from.
nonisolated public struct TimelineViewDefaultContext: Equatable, Sendable {
  /// The time of the schedule that has come last.
  public let date: Date
}

/// Views that are made anew as time goes by, while they are on the screen.
///
/// ```swift
/// TimelineView(.everyMinute) { context in
///   Text(context.date, format: .dateTime.hour().minute())
/// }
/// ```
///
/// For what a feature has to know, let an effect count the time: a test can advance its clock.
public struct TimelineView<Content: View>: View {
  public typealias Context = TimelineViewDefaultContext

  @State private var date: Date?
  private let schedule: TimelineSchedule
  private let content: (TimelineViewDefaultContext) -> Content

  /// - Parameters:
  ///   - schedule: When the views are made anew.
  ///   - content: Makes the views.
  public init(
    _ schedule: TimelineSchedule,
    @ViewBuilder content: @escaping (_ context: TimelineViewDefaultContext) -> Content
  ) {
    self.schedule = schedule
    self.content = content
  }

  /// The time that has come last. A date of a schedule that is another one by now does not count.
  private var shown: Date {
    let current = schedule.current(at: .now)
    return date.map { max($0, current) } ?? current
  }

  public var body: some View {
    content(Context(date: shown))
      .task(id: schedule.identity) {
        date = schedule.current(at: .now)
        while let next = schedule.next(after: .now) {
          // A day at most, because the clock of the machine may be set.
          let pause = min(max(next.timeIntervalSinceNow, 0.001), 86_400)
          try? await Task.sleep(for: .seconds(pause))
          if Task.isCancelled { return }
          date = schedule.current(at: .now)
        }
      }
  }
}

nonisolated extension TimelineSchedule {
  /// What a task is started again for. A period that begins "now" differs each time that a
  /// body is evaluated, but goes on as it was.
  fileprivate var identity: String {
    switch kind {
    case .periodic(let start, let interval):
      abs(start.timeIntervalSinceNow) < 1
        ? "periodic \(interval)" : "periodic \(interval) \(start.timeIntervalSinceReferenceDate)"
    case .explicit(let dates): "explicit \(dates.map(\.timeIntervalSinceReferenceDate))"
    case .animation(let interval): "animation \(interval)"
    case .paused: "paused"
    }
  }
}

nonisolated extension TimeInterval {
  /// Whether a period can be this long: as long as the clock can tell, and no longer than any date
  /// lies ahead.
  fileprivate var isUsable: Bool { (0.001...1e10).contains(self) }
}
