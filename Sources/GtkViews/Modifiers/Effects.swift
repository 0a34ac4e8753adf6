import Foundation
import GtkKit

/// An angle.
nonisolated public struct Angle: Hashable, Sendable {
  public var radians: Double

  public init(radians: Double = 0) { self.radians = radians }

  public init(degrees: Double) { radians = degrees * .pi / 180 }

  public var degrees: Double {
    get { radians * 180 / .pi }
    set { radians = newValue * .pi / 180 }
  }

  public static let zero = Angle()

  public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

  public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
}

/// A point of a view as parts of its width and height: (0, 0) is the upper left corner.
nonisolated public struct UnitPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double = 0, y: Double = 0) {
    self.x = x
    self.y = y
  }

  // Leading is left in all languages, as the pixels of an offset are counted from there.
  public static let topLeading = UnitPoint(x: 0, y: 0)
  public static let top = UnitPoint(x: 0.5, y: 0)
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  public static let leading = UnitPoint(x: 0, y: 0.5)
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)

  fileprivate var origin: String { "transform-origin: \(css(x * 100))% \(css(y * 100))%;" }
}

/// Writes a number for a style sheet, to a hundredth: each other number is a rule of its own. What
/// is no number is 0.
nonisolated func css(_ value: Double) -> String {
  guard value.isFinite else { return "0" }
  let hundredths = Int((min(max(value, -1e6), 1e6) * 100).rounded())
  return hundredths.isMultiple(of: 100) ? "\(hundredths / 100)" : "\(Double(hundredths) / 100)"
}

// Each effect is a rule of the style sheet, which is kept. What moves all the time is for a Canvas.
extension View {
  /// Draws this view, and takes its input, beside its place, which stays empty.
  ///
  /// - Parameters:
  ///   - x: To the right, in pixels.
  ///   - y: Downwards, in pixels.
  public func offset(x: Double = 0, y: Double = 0) -> some View {
    effect("transform: translate(\(css(x))px, \(css(y))px);")
  }

  /// Draws this view, and takes its input, beside its place, which stays empty.
  ///
  /// - Parameter offset: To the right and downwards, in pixels.
  public func offset(_ offset: CGSize) -> some View {
    self.offset(x: offset.width, y: offset.height)
  }

  /// Draws this view larger or smaller, in the place of its own size.
  ///
  /// - Parameters:
  ///   - scale: The factor.
  ///   - anchor: The point that stays where it is.
  public func scaleEffect(_ scale: Double, anchor: UnitPoint = .center) -> some View {
    scaleEffect(x: scale, y: scale, anchor: anchor)
  }

  /// Draws this view larger or smaller, in the place of its own size.
  ///
  /// - Parameters:
  ///   - x: The factor of the width; a negative one shows the view mirrored.
  ///   - y: The factor of the height.
  ///   - anchor: The point that stays where it is.
  public func scaleEffect(x: Double = 1, y: Double = 1, anchor: UnitPoint = .center) -> some View {
    effect("transform: scale(\(css(x)), \(css(y))); \(anchor.origin)")
  }

  /// Draws this view turned clockwise, in the place that it has upright.
  ///
  /// - Parameters:
  ///   - angle: The angle.
  ///   - anchor: The point around which the view turns.
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
    effect("transform: rotate(\(css(angle.degrees))deg); \(anchor.origin)")
  }

  /// Draws this view blurred.
  ///
  /// - Parameter radius: How far a point is spread, in pixels.
  public func blur(radius: Double) -> some View {
    effect("filter: blur(\(css(max(radius, 0)))px);")
  }

  /// Draws a shadow of what is visible of this view behind it.
  ///
  /// - Parameters:
  ///   - color: The colour of the shadow.
  ///   - radius: How far its edge is blurred, in pixels.
  ///   - x: How far it lies to the right, in pixels.
  ///   - y: How far it lies below, in pixels.
  public func shadow(
    color: Color = .black.opacity(0.33),
    radius: Double,
    x: Double = 0,
    y: Double = 0
  ) -> some View {
    effect("filter: drop-shadow(\(css(x))px \(css(y))px \(css(max(radius, 0)))px \(color.css));")
  }

  /// Draws this view with less of its colours.
  ///
  /// - Parameter amount: From 0, which changes nothing, to 1, which leaves shades of gray.
  public func grayscale(_ amount: Double) -> some View {
    effect("filter: grayscale(\(css(min(max(amount, 0), 1))));")
  }

  /// Draws this view with stronger or weaker colours.
  ///
  /// - Parameter amount: 1 changes nothing, 0 leaves shades of gray.
  public func saturation(_ amount: Double) -> some View {
    effect("filter: saturate(\(css(max(amount, 0))));")
  }

  /// Draws this view with more or less contrast.
  ///
  /// - Parameter amount: 1 changes nothing, 0 leaves an even gray.
  public func contrast(_ amount: Double) -> some View {
    effect("filter: contrast(\(css(max(amount, 0))));")
  }

  /// Draws this view lighter or darker.
  ///
  /// - Parameter amount: 0 changes nothing, -1 leaves black.
  public func brightness(_ amount: Double) -> some View {
    effect("filter: brightness(\(css(max(1 + amount, 0))));")
  }

  /// Draws this view in colours that are turned in their circle.
  public func hueRotation(_ angle: Angle) -> some View {
    effect("filter: hue-rotate(\(css(angle.degrees))deg);")
  }

  /// Draws this view in the opposite colours.
  public func colorInvert() -> some View { effect("filter: invert(1);") }

  /// Draws a line along the edges of this view, inside them.
  ///
  /// - Parameters:
  ///   - color: The colour of the line.
  ///   - width: Its width, in pixels.
  public func border(_ color: Color, width: Double = 1) -> some View {
    overlay { Rectangle().strokeBorder(color, lineWidth: width) }
  }

  /// Cuts off what this view draws outside of its own space.
  ///
  /// - Parameter antialiased: Has no effect: GTK smooths edges.
  public func clipped(antialiased: Bool = false) -> some View { clipShape(Rectangle()) }

  /// Shows only what of this view is inside a shape of its own size.
  ///
  /// A ``Circle`` cuts a view whose sides differ to an ellipse. The ring of the keyboard focus is
  /// cut off, too, where it is around a view in the shape.
  ///
  /// - Parameter shape: The shape.
  public func clipShape(_ shape: some CornerShape) -> some View {
    boxed().widgetModifier(Clip()).styled(shape.corners.declaration).boxed()
  }

  /// Shows a colour behind this view, in a shape of its size.
  ///
  /// - Parameters:
  ///   - color: The colour.
  ///   - shape: The shape.
  public func background(_ color: Color, in shape: some Shape) -> some View {
    background { shape.fill(color) }
  }

  /// Shows a colour or a gradient behind this view, in a shape of its size.
  ///
  /// - Parameters:
  ///   - style: The colour or the gradient.
  ///   - shape: The shape.
  @_disfavoredOverload
  public func background(_ style: some ShapeStyle, in shape: some Shape) -> some View {
    background { shape.fill(style) }
  }

  /// Sets whether this view and the views in it react to the pointer. What lies behind them does
  /// otherwise. The keyboard reaches them in any case.
  public func allowsHitTesting(_ enabled: Bool) -> some View {
    boxed().widgetModifier(HitTesting(isEnabled: enabled))
  }

  /// Gives a box around this view an effect. Effects around one another add up, and what comes
  /// around them, such as a background, has no part in them.
  private func effect(_ declarations: String) -> some View {
    boxed().styled(declarations).boxed()
  }

  /// Puts this view into a box of its own.
  func boxed() -> some View { padding(EdgeInsets()) }
}

private struct Clip: WidgetModifier {
  func apply(to widget: WidgetPointer, replacing old: Clip?) {
    if old == nil { gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN) }
  }
}

struct HitTesting: WidgetModifier {
  let isEnabled: Bool

  func apply(to widget: WidgetPointer, replacing old: HitTesting?) {
    guard isEnabled != old?.isEnabled, !isEnabled || old != nil else { return }
    gtk_widget_set_can_target(widget, gbool(isEnabled))
  }
}
