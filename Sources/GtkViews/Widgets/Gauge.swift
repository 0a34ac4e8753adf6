import Foundation
import GtkKit

/// Shows where a value is in a range.
public struct Gauge<Label: View, Value: View, Bound: View>: View {
  private let fraction: Double
  private let label: Label
  private let value: Value
  private let minimum: Bound
  private let maximum: Bound

  @Environment(\.gaugeStyle) private var style

  /// - Parameters:
  ///   - value: The value.
  ///   - bounds: The range.
  ///   - label: What the value is.
  public init<V: BinaryFloatingPoint>(
    value: V,
    in bounds: ClosedRange<V> = 0...1,
    @ViewBuilder label: () -> Label
  ) where Value == EmptyView, Bound == EmptyView {
    self.init(value: value, in: bounds, label: label, currentValueLabel: { EmptyView() })
  }

  /// - Parameters:
  ///   - value: The value.
  ///   - bounds: The range.
  ///   - label: What the value is.
  ///   - currentValueLabel: The value as a text.
  public init<V: BinaryFloatingPoint>(
    value: V,
    in bounds: ClosedRange<V> = 0...1,
    @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> Value
  ) where Bound == EmptyView {
    self.init(
      value: value,
      in: bounds,
      label: label,
      currentValueLabel: currentValueLabel,
      minimumValueLabel: { EmptyView() },
      maximumValueLabel: { EmptyView() }
    )
  }

  /// - Parameters:
  ///   - value: The value.
  ///   - bounds: The range.
  ///   - label: What the value is.
  ///   - currentValueLabel: The value as a text.
  ///   - minimumValueLabel: The beginning of the range.
  ///   - maximumValueLabel: The end of the range.
  public init<V: BinaryFloatingPoint>(
    value: V,
    in bounds: ClosedRange<V> = 0...1,
    @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> Value,
    @ViewBuilder minimumValueLabel: () -> Bound,
    @ViewBuilder maximumValueLabel: () -> Bound
  ) {
    let length = Double(bounds.upperBound - bounds.lowerBound)
    let part = length > 0 ? Double(value - bounds.lowerBound) / length : 0
    fraction = part.isFinite ? min(max(part, 0), 1) : 0
    self.label = label()
    self.value = currentValueLabel()
    minimum = minimumValueLabel()
    maximum = maximumValueLabel()
  }

  public var body: some View {
    switch style.kind {
    case .linear:
      VStack(alignment: .leading, spacing: 4) {
        HStack(spacing: 12) {
          label
          if Value.self != EmptyView.self {
            Spacer()
            value.foregroundStyle(.secondary)
          }
        }
        HStack(spacing: 6) {
          minimum.foregroundStyle(.secondary)
          GaugeBar(fraction: fraction)
            .accessibilityLabel((label as? Text)?.string ?? "")
          maximum.foregroundStyle(.secondary)
        }
      }
    case .circular, .ring:
      ZStack {
        Canvas(GaugeArc(fraction: fraction, isClosed: style.kind == .ring)) { context, arc in
          arc.draw(
            GraphicsContext(context),
            CGSize(width: context.width, height: context.height)
          )
        }
        .frame(width: 56, height: 56)
        if Value.self == EmptyView.self { label.font(.caption) } else { value.font(.caption) }
      }
    }
  }
}

/// The bar of a gauge.
private struct GaugeBar: View {
  let fraction: Double

  var body: some View {
    WidgetView {
      let bar = gtk_level_bar_new()!
      // The colours of the usual offsets warn of a low value.
      for name in ["low", "high", "full"] {
        gtk_level_bar_remove_offset_value(OpaquePointer(bar), name)
      }
      gtk_widget_set_hexpand(bar, 1)
      gtk_widget_set_valign(bar, GTK_ALIGN_CENTER)
      return bar
    } update: {
      gtk_level_bar_set_value(OpaquePointer($0), fraction)
    }
  }
}

private struct GaugeArc: Equatable {
  let fraction: Double
  /// Whether it is a whole circle that begins at the top. Otherwise it is three quarters of one,
  /// open at the bottom.
  let isClosed: Bool

  func draw(_ context: GraphicsContext, _ size: CGSize) {
    let radius = min(size.width, size.height) / 2 - 4
    guard radius > 0 else { return }
    let (start, sweep) = isClosed ? (-90.0, 360.0) : (135.0, 270.0)
    let center = CGPoint(x: size.width / 2, y: size.height / 2)
    for (end, color) in [(1, Color.quaternary), (fraction, Color.accentColor)] where end > 0 {
      var path = Path()
      path.addArc(
        center: center,
        radius: radius,
        startAngle: .degrees(start),
        endAngle: .degrees(start + sweep * end),
        clockwise: false
      )
      context.stroke(path, with: .color(color), style: StrokeStyle(lineWidth: 6, lineCap: .round))
    }
  }
}

/// What gauges look like.
nonisolated public struct GaugeStyle: Equatable, Sendable {
  enum Kind { case linear, circular, ring }

  let kind: Kind

  /// A bar.
  public static let automatic = GaugeStyle(kind: .linear)
  /// A bar.
  public static let linearCapacity = automatic
  /// A bar.
  public static let accessoryLinear = automatic
  /// A bar.
  public static let accessoryLinearCapacity = automatic
  /// A part of a circle, around the value.
  public static let accessoryCircular = GaugeStyle(kind: .circular)
  /// A ring around the value, a part of which is filled.
  public static let accessoryCircularCapacity = GaugeStyle(kind: .ring)
}

private enum GaugeStyleKey: EnvironmentKey {
  static let defaultValue = GaugeStyle.automatic
}

extension EnvironmentValues {
  var gaugeStyle: GaugeStyle {
    get { self[GaugeStyleKey.self] }
    set { self[GaugeStyleKey.self] = newValue }
  }
}

extension View {
  /// Sets what gauges look like in this view.
  public func gaugeStyle(_ style: GaugeStyle) -> some View {
    environment(\.gaugeStyle, style)
  }
}
