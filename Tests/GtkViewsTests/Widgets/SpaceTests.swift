import Foundation
import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

@Suite struct TilePlanTests {
  private func widths(_ items: [GridItem], in width: Int32) -> [Int32] {
    plan(items).columns(width: width).map(\.width)
  }

  private func plan(_ items: [GridItem], _ alignment: HorizontalAlignment = .center) -> TilePlan {
    TilePlan(items: items, alignment: alignment, rowSpacing: 12)
  }

  @Test func `columns share the width that is left`() {
    #expect(widths([GridItem(), GridItem()], in: 212) == [100, 100])
    #expect(widths([GridItem(.fixed(50)), GridItem(spacing: 0)], in: 162) == [50, 100])
    #expect(widths([GridItem(.flexible(maximum: 40)), GridItem()], in: 212) == [40, 160])
    #expect(widths([GridItem(.flexible(minimum: 300))], in: 100) == [300])
    #expect(widths([GridItem(), GridItem(.flexible(minimum: 300))], in: 412) == [100, 300])
  }

  @Test func `columns of a third fill the width`() {
    let columns = plan([GridItem(spacing: 0), GridItem(spacing: 0), GridItem(spacing: 0)])
      .columns(width: 100)
    #expect(columns.map(\.x) == [0, 33, 67])
    #expect(columns.map(\.width) == [33, 34, 33])
  }

  @Test(arguments: [(50, 1), (100, 1), (211, 1), (212, 2), (436, 4)])
  func `there are as many columns as have room`(width: Int32, count: Int) {
    let columns = plan([GridItem(.adaptive(minimum: 100))]).columns(width: width)
    #expect(columns.count == count)
    #expect(columns.last.map { $0.x + $0.width } == max(width, 100))
  }

  @Test func `columns are as wide as what is in them`() {
    let columns = plan([GridItem(.adaptive(minimum: 80))]).columns(width: 400, content: 150)
    #expect(columns.map(\.width) == [194, 194])
    #expect(plan([GridItem(), GridItem()]).minimumWidth(content: 150) == 312)
  }

  @Test func `columns that are limited stand where they are told`() {
    let items = [GridItem(.fixed(40))]
    #expect(plan(items).columns(width: 100).map(\.x) == [30])
    #expect(plan(items, .leading).columns(width: 100).map(\.x) == [0])
    #expect(plan(items, .trailing).columns(width: 100).map(\.x) == [60])
  }

  @Test func `odd numbers do no harm`() {
    for size: GridItem.Size in [
      .fixed(.nan), .fixed(-5), .flexible(minimum: .infinity, maximum: -1),
      .adaptive(minimum: 0, maximum: .nan), .adaptive(minimum: -10),
    ] {
      let columns = plan([GridItem(size, spacing: .nan), GridItem()]).columns(width: 10_000)
      #expect((1...1_001).contains(columns.count))
    }
  }
}

@Suite struct TimelineScheduleTests {
  private func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

  @Test func `a period begins at its start`() {
    let schedule = TimelineSchedule.periodic(from: date(100), by: 10)
    #expect(schedule.current(at: date(50)) == date(50))
    #expect(schedule.next(after: date(50)) == date(100))
    #expect(schedule.current(at: date(125)) == date(120))
    #expect(schedule.next(after: date(125)) == date(130))
    #expect(schedule.next(after: date(130)) == date(140))
  }

  @Test func `a next time is always later`() {
    let schedule = TimelineSchedule.periodic(from: date(0.1), by: 0.1)
    var time = date(0)
    for _ in 0..<10_000 {
      guard let next = schedule.next(after: time) else { break }
      #expect(next > time)
      time = next
    }
    #expect(abs(time.timeIntervalSinceReferenceDate - 1_000) < 1)
  }

  @Test func `a minute begins with its second zero`() {
    #expect(TimelineSchedule.everyMinute.next(after: date(61)) == date(120))
  }

  @Test func `dates come in their order, and end`() {
    let schedule = TimelineSchedule.explicit([date(20), date(10)])
    #expect(schedule.next(after: date(0)) == date(10))
    #expect(schedule.current(at: date(15)) == date(10))
    #expect(schedule.next(after: date(20)) == nil)
  }

  @Test func `a period of nothing, and a pause, have no next time`() {
    #expect(TimelineSchedule.periodic(from: date(0), by: 0).next(after: date(1)) == nil)
    #expect(TimelineSchedule.animation(paused: true).next(after: date(1)) == nil)
  }
}

@Observable
private final class SpaceModel {
  var width = 100.0
  var sizes: [CGSize] = []
}

private struct MeasuredView: View {
  let model: SpaceModel

  var body: some View {
    GeometryReader { proxy in
      Text("\(Int(proxy.size.width)) by \(Int(proxy.size.height))")
    }
    .onGeometryChange(for: CGSize.self, of: \.size) { model.sizes.append($0) }
    .frame(width: model.width, height: 50)
  }
}

extension ViewTests {
  @Test func `views know the space that they are given, and a change of it`() async throws {
    let model = SpaceModel()
    let window = ViewWindow("Main", width: 400, height: 200) { MeasuredView(model: model) }
    window.present()
    defer { window.destroy() }
    let content = try #require(window.window.child)
    #expect(await eventually { content.texts.contains("100 by 50") })
    model.width = 150
    #expect(await eventually { content.texts.contains("150 by 50") })
    #expect(await eventually { model.sizes.last == CGSize(width: 150, height: 50) })
    #expect(model.sizes.first == CGSize(width: 100, height: 50))
  }

  @Test func `tiles stand in as many columns as have room, in the order of reading`() async throws {
    let window = ViewWindow("Main", width: 400, height: 300) {
      LazyVGrid(columns: [GridItem(.adaptive(minimum: 100), spacing: 0)], spacing: 10) {
        ForEach(0..<5, id: \.self) { index in
          Color.blue.frame(height: 40).widgetName("tile \(index)")
        }
      }
      .frame(width: 330)
    }
    window.present()
    defer { window.destroy() }
    let content = try #require(window.window.child)
    func place(_ index: Int) -> (x: Double, y: Double, width: Int32)? {
      guard
        let tile = content.contents.first(where: {
          String(gtk: gtk_widget_get_name($0)) == "tile \(index)"
        })
      else { return nil }
      var (x, y) = (0.0, 0.0)
      gtk_widget_translate_coordinates(tile, content, 0, 0, &x, &y)
      return (x, y, gtk_widget_get_width(tile))
    }
    #expect(await eventually { place(0)?.width == 110 })
    let places = try (0..<5).map { try #require(place($0)) }
    #expect(places.map(\.width) == [110, 110, 110, 110, 110])
    #expect(places[1].x - places[0].x == 110)
    #expect(places[2].y == places[0].y)
    #expect(places[3].x == places[0].x)
    #expect(places[3].y - places[0].y == 50)
  }

  @Test func `tiles begin at the right for who reads from there`() async throws {
    let window = ViewWindow("Main", width: 400, height: 300) {
      LazyVGrid(columns: [GridItem(spacing: 0), GridItem()]) {
        Color.blue.frame(height: 40).widgetName("first")
        Color.red.frame(height: 40).widgetName("second")
      }
      .frame(width: 330)
    }
    let content = try #require(window.window.child)
    for widget in [content] + content.contents {
      gtk_widget_set_direction(widget, GTK_TEXT_DIR_RTL)
    }
    window.present()
    defer { window.destroy() }
    func x(_ name: String) -> Double {
      let tile = content.contents.first { String(gtk: gtk_widget_get_name($0)) == name }
      var (x, y) = (0.0, 0.0)
      if let tile { gtk_widget_translate_coordinates(tile, content, 0, 0, &x, &y) }
      return x
    }
    #expect(await eventually { x("first") - x("second") == 165 })
  }

  @Test func `views in an inset stand at their edge and leave the rest`() async throws {
    let window = ViewWindow("Main", width: 300, height: 300) {
      Color.blue
        .safeAreaInset(edge: .bottom) { Text("Below") }
        .safeAreaInset(edge: .leading, spacing: 10) { Color.red.frame(width: 50) }
    }
    window.present()
    defer { window.destroy() }
    let content = try #require(window.window.child)
    #expect(await eventually { content.pixel(x: 20, y: 20) == 0xFFE0_1B24 })
    #expect(content.pixel(x: 55, y: 20) != 0xFF35_84E4)
    #expect(content.pixel(x: 70, y: 20) == 0xFF35_84E4)
    #expect(content.texts.contains("Below"))
    #expect(content.pixel(x: 70, y: 298) != 0xFF35_84E4)
  }

  @Test func `a timeline shows the time that has come`() async throws {
    var dates: [Date] = []
    let start = Date.now
    let window = ViewWindow("Main", width: 200, height: 100) {
      TimelineView(.periodic(from: start, by: 0.05)) { context in
        Text("Time").onChange(of: context.date, initial: true) { _, date in dates.append(date) }
      }
    }
    window.present()
    defer { window.destroy() }
    #expect(await eventually { dates.count > 3 })
    #expect(dates == dates.sorted())
    for date in dates {
      let count = date.timeIntervalSince(start) / 0.05
      #expect(abs(count - count.rounded()) < 0.01)
    }
  }
}
