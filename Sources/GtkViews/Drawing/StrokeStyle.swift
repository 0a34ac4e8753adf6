import Foundation
import GtkKit

/// How the ends of lines look.
nonisolated public enum LineCap: Equatable, Sendable {
  /// Lines end at their last point.
  case butt
  /// Half a circle is added.
  case round
  /// Half a square is added.
  case square

  fileprivate var cairo: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

/// How the corners of lines look.
nonisolated public enum LineJoin: Equatable, Sendable {
  case miter
  case round
  case bevel

  fileprivate var cairo: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}

/// How lines are drawn.
nonisolated public struct StrokeStyle: Equatable, Sendable {
  /// In pixels.
  public var lineWidth: Double
  public var lineCap: LineCap
  public var lineJoin: LineJoin
  /// How much longer than wide a pointed corner can be.
  public var miterLimit: Double
  /// The lengths of dashes and gaps, in pixels; empty for a solid line.
  public var dash: [Double]
  /// Where in the dashes the line begins, in pixels.
  public var dashPhase: Double

  public init(
    lineWidth: Double = 1,
    lineCap: LineCap = .butt,
    lineJoin: LineJoin = .miter,
    miterLimit: Double = 10,
    dash: [Double] = [],
    dashPhase: Double = 0
  ) {
    self.lineWidth = lineWidth
    self.lineCap = lineCap
    self.lineJoin = lineJoin
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashPhase = dashPhase
  }

  /// Sets how cairo draws the next line.
  func apply(to cairo: OpaquePointer) {
    cairo_set_line_width(cairo, lineWidth.isFinite ? max(lineWidth, 0) : 0)
    cairo_set_line_cap(cairo, lineCap.cairo)
    cairo_set_line_join(cairo, lineJoin.cairo)
    cairo_set_miter_limit(cairo, miterLimit)
    // Cairo draws nothing any more after dashes that it cannot draw.
    let isDashed =
      dash.allSatisfy { $0.isFinite && $0 >= 0 } && dash.contains { $0 > 0 } && dashPhase.isFinite
    cairo_set_dash(cairo, dash, isDashed ? Int32(clamping: dash.count) : 0, dashPhase)
  }
}
