import Foundation
import GtkKit
import GtkTestSupport
import Testing

@testable import GtkViews

/// Texts that show a date, and controls that choose one.
extension ViewTests {
  private static let now = Date(timeIntervalSince1970: 1_780_000_000)

  private static var english: EnvironmentValues {
    var environment = EnvironmentValues()
    environment.locale = Locale(identifier: "en_US")
    environment.timeZone = .gmt
    environment.calendar = Calendar(identifier: .gregorian)
    return environment
  }

  private func text(_ seconds: Double, _ style: Text.DateStyle) -> String {
    DateText(date: Self.now.addingTimeInterval(seconds), style: style)
      .string(at: Self.now, in: Self.english)
      .replacing("\u{202F}", with: " ")
  }

  @Test func `a date is shown as a day, a time, or how far away it is`() {
    #expect(text(0, .date) == "May 28, 2026")
    #expect(text(0, .time) == "8:26 PM")
    #expect(text(45, .relative) == "45 seconds")
    #expect(text(-8_580, .relative) == "2 hours, 23 minutes")
    #expect(text(7_199, .relative) == "1 hour, 59 minutes")
    #expect(text(7_200, .offset) == "+2 hours")
    #expect(text(-1_814_400, .offset) == "-3 weeks")
    #expect(text(2_219, .timer) == "36:59")
    #expect(text(-3_723, .timer) == "1:02:03")
  }

  @Test func `a text changes when its least unit does`() {
    func delay(_ seconds: Double, _ style: Text.DateStyle) -> Double? {
      DateText(date: Self.now.addingTimeInterval(seconds), style: style)
        .timeUntilChange(at: Self.now)
        .map { $0 / .seconds(1) }
    }
    #expect(delay(10, .date) == nil)
    #expect(delay(10, .time) == nil)
    #expect(delay(-10.25, .timer).map { abs($0 - 0.755) < 0.001 } ?? false)
    #expect(delay(10.25, .timer).map { abs($0 - 0.255) < 0.001 } ?? false)
    #expect(delay(-7_230, .relative).map { abs($0 - 30.005) < 0.001 } ?? false)
    #expect(delay(-7_230, .offset).map { abs($0 - 3_570.005) < 0.001 } ?? false)
    #expect(delay(90_010, .relative).map { abs($0 - 10.005) < 0.001 } ?? false)
  }

  @Test func `a timer follows the time while it is on the screen`() async throws {
    let start = Date()
    let window = ViewWindow("Timer", width: 200, height: 100) {
      Text("Since ") + Text(start, style: .timer).bold()
    }
    window.present()
    defer { window.destroy() }
    let content = try #require(window.window.child)
    let text = { content.texts.first ?? "" }
    #expect(text().hasPrefix("Since 0:0"))
    let first = text()
    #expect(await eventually { text() != first })
    let second = text()
    #expect(await eventually { text() != second })
  }

  @Test func `a date in a text follows the locale of its environment`() throws {
    struct Root: View {
      let settings: Settings

      var body: some View {
        Text(Date(timeIntervalSince1970: 1_780_000_000), style: .date)
          .environment(\.locale, Locale(identifier: settings.isOn ? "de_DE" : "en_US"))
          .environment(\.timeZone, .gmt)
      }
    }
    let settings = Settings()
    withHost(Root(settings: settings)) { host in
      #expect(host.widget.texts == ["May 28, 2026"])
      settings.isOn = true
      MainLoop.pump()
      #expect(host.widget.texts == ["28. Mai 2026"])
    }
  }

  @Test func `a date picker keeps dates from the first one on, or up to the last one`() throws {
    struct Root: View {
      let range: any DateRange
      @Bindable var settings: Settings

      var body: some View {
        DatePicker("Day", selection: $settings.date, in: range, displayedComponents: .date)
      }
    }
    let day: Double = 86_400
    let limit = Date(timeIntervalSince1970: 20 * day + 43_200)
    let ranges: [(any DateRange, allowed: [Bool])] = [
      (limit..., [false, true]), (...limit, [true, false]),
      (Date(timeIntervalSince1970: 18 * day)...limit, [true, false]),
    ]
    for (range, allowed) in ranges {
      for (index, dayOfMonth) in [20, 22].enumerated() {
        let settings = Settings()
        settings.date = limit
        var environment = Self.english
        environment.calendar.timeZone = .gmt
        try withHost(Root(range: range, settings: settings), environment: environment) { host in
          let calendar = try #require(
            host.widget.family.first { $0.isA(gtk_calendar_get_type()) }
          )
          let date = g_date_time_new_utc(1970, 1, Int32(dayOfMonth), 0, 0, 0)
          gtk_calendar_select_day(calendar.opaque, date)
          g_date_time_unref(date)
          let isKept = settings.date != limit
          #expect(isKept == allowed[index], "\(range), \(dayOfMonth)")
        }
      }
    }
  }
}
