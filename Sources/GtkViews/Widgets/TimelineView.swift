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
  ///   - interval: The distance, in seconds. Unless it is above zero, there is one time only.
  public static func periodic(from startDate: Date, by interval: TimeInterval) -> TimelineSchedule {
    TimelineSchedule(
      kind: interval > 0 && interval.isFinite
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
    TimelineSchedule(kind: .explicit(dates.sorted()))
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
    TimelineSchedule(kind: paused ? .paused : .animation(max(minimumInterval ?? 0, 1 / 60)))
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
      let count = (date.timeIntervalSince(start) / interval).rounded(.down) + 1
      let next = start.addingTimeInterval(count * interval)
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

  public var body: some View {
    content(Context(date: date ?? schedule.current(at: .now)))
      .task(id: schedule.identity) {
        date = schedule.current(at: .now)
        while let next = schedule.next(after: .now) {
          try? await Task.sleep(for: .seconds(max(0, next.timeIntervalSinceNow)))
          if Task.isCancelled { return }
          date = schedule.current(at: .now)
        }
      }
  }
}

nonisolated extension TimelineSchedule {
  /// What a task is started again for. A schedule that begins "now" is another one whenever a body
  /// is evaluated, but goes on with the same distances.
  fileprivate var identity: String {
    switch kind {
    case .periodic(_, let interval): "periodic \(interval)"
    case .explicit(let dates): "explicit \(dates.map(\.timeIntervalSinceReferenceDate))"
    case .animation(let interval): "animation \(interval)"
    case .paused: "paused"
    }
  }
}
