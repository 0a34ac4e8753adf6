import ComposableGtk
import Foundation
import GtkKit
import InventoryCore

/// The drawing of a plot, in the colours and the font of the style.
struct StockPlotDrawing: Equatable {
  let plot: StockPlot
  /// The place of a level in the plot.
  let cursor: Int?
  /// How numbers are written.
  let locale: Locale
  /// How dates are written.
  let dateLocale: Locale

  /// Where the last drawing has its axes, for the pointer to find the values.
  @MainActor
  final class Area {
    fileprivate var left = 0.0
    fileprivate var right = 0.0
    /// Whether time goes to the left, as the user reads.
    fileprivate(set) var isMirrored = false

    /// The place between the start and the end of the plot, from 0 to 1.
    func position(at x: Double) -> Double? {
      guard right > left else { return nil }
      let position = (x - left) / (right - left)
      return isMirrored ? 1 - position : position
    }
  }

  @MainActor
  func draw(in context: DrawingContext, area: Area) {
    Drawer(drawing: self, context: context).draw(area)
  }
}

/// Draws one plot once.
@MainActor
private struct Drawer {
  let plot: StockPlot
  let cursor: Int?
  let locale: Locale
  let dateLocale: Locale
  let context: DrawingContext
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double
  let text: DrawingColor
  let accent: DrawingColor

  init(drawing: StockPlotDrawing, context: DrawingContext) {
    (plot, cursor, locale) = (drawing.plot, drawing.cursor, drawing.locale)
    dateLocale = drawing.dateLocale
    self.context = context
    let labels = plot.quantityTicks.map { Self.label($0, of: drawing.plot, drawing.locale) }
    let width = labels.map { context.size(of: $0).width }.max() ?? 0
    let height = context.size(of: "0").height
    let isMirrored = context.isRightToLeft
    // The cursor's dot needs some room, too.
    left = isMirrored ? 6 : width + 8
    right = context.width - (isMirrored ? width + 8 : 6)
    top = height / 2 + 2
    bottom = context.height - height - 6
    text = context.foreground
    accent = context.color(named: "theme_selected_bg_color") ?? context.foreground
  }

  func draw(_ area: StockPlotDrawing.Area) {
    guard right > left, bottom > top else { return }
    area.left = left
    area.right = right
    area.isMirrored = context.isRightToLeft
    drawQuantities()
    drawDates()
    drawLevels()
    drawReorderLevel()
    drawCursor()
  }

  private func x(_ date: Date) -> Double {
    let position = plot.position(of: date)
    return left + (right - left) * (context.isRightToLeft ? 1 - position : position)
  }

  private func y(_ position: Double) -> Double { bottom - (bottom - top) * position }

  /// The middle of a pixel, where a thin line is sharp.
  private func sharp(_ place: Double) -> Double { place.rounded(.down) + 0.5 }

  private static func label(_ quantity: Quantity, of plot: StockPlot, _ locale: Locale) -> String {
    let style = Decimal.FormatStyle.number.locale(locale)
    return plot.top < 100_000
      ? quantity.decimal.formatted(style.precision(.fractionLength(0...Quantity.mostDecimals)))
      : quantity.decimal.formatted(style.notation(.compactName))
  }

  private func drawQuantities() {
    for tick in plot.quantityTicks {
      let y = sharp(y(plot.position(of: tick)))
      context.stroke([(left, y), (right, y)], color: text.opacity(tick == 0 ? 0.4 : 0.12))
      context.draw(
        Self.label(tick, of: plot, locale),
        at: (context.isRightToLeft ? context.width : left - 8, y),
        anchor: (1, 0.5),
        color: text.opacity(0.7)
      )
    }
  }

  private func drawDates() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = dateLocale
    // No label is wider than one with two wide digits and a month.
    let width = context.size(of: "30 MMM 2026").width + 12
    let (interval, dates) = plot.dateTicks(
      atMost: min(Int((right - left) / width), 6),
      calendar: calendar
    )
    for date in dates {
      let x = sharp(x(date))
      let label = interval.label(of: date, locale: dateLocale)
      let half = context.size(of: label).width / 2
      context.stroke([(x, bottom), (x, bottom + 4)], color: text.opacity(0.4))
      context.draw(
        label,
        at: (min(max(x, half), context.width - half), context.height),
        anchor: (0.5, 1),
        color: text.opacity(0.7)
      )
    }
  }

  /// A level holds until the next, so the line has steps.
  private func drawLevels() {
    var points: [DrawingContext.Point] = []
    for level in plot.levels {
      let x = x(level.date)
      if let last = points.last { points.append((x, last.y)) }
      points.append((x, y(plot.position(of: level.quantity))))
    }
    guard let first = points.first, let last = points.last else { return }
    let end = x(plot.end)
    points.append((end, last.y))
    context.fill([(first.x, y(0))] + points + [(end, y(0))], color: accent.opacity(0.15))
    context.stroke(points, color: accent, width: 2)
  }

  private func drawReorderLevel() {
    guard let level = plot.reorderLevel else { return }
    let y = sharp(y(plot.position(of: level)))
    let color = context.color(named: "warning_color") ?? text
    context.stroke([(left, y), (right, y)], color: color, width: 1.5, dashes: [6, 4])
  }

  private func drawCursor() {
    guard let cursor, plot.levels.indices.contains(cursor) else { return }
    let level = plot.levels[cursor]
    let (x, y) = (x(level.date), y(plot.position(of: level.quantity)))
    context.stroke([(sharp(x), top), (sharp(x), bottom)], color: text.opacity(0.5))
    context.fillCircle(center: (x, y), radius: 5, color: accent)
    context.fillCircle(center: (x, y), radius: 2, color: text)
  }
}
