import GtkKit

/// An angle.
public struct Angle: Hashable, Sendable {
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
public struct UnitPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double = 0, y: Double = 0) {
    self.x = x
    self.y = y
  }

  public static let topLeading = UnitPoint(x: 0, y: 0)
  public static let top = UnitPoint(x: 0.5, y: 0)
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  public static let leading = UnitPoint(x: 0, y: 0.5)
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)

  fileprivate var css: String { "transform-origin: \(x * 100)% \(y * 100)%;" }
}

extension View {
  /// Draws this view, and takes its input, beside its place, which stays empty.
  ///
  /// - Parameters:
  ///   - x: To the right, in pixels.
  ///   - y: Downwards, in pixels.
  public func offset(x: Double = 0, y: Double = 0) -> some View {
    effect("transform: translate(\(x)px, \(y)px);")
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
    effect("transform: scale(\(x), \(y)); \(anchor.css)")
  }

  /// Draws this view turned clockwise, in the place that it has upright.
  ///
  /// - Parameters:
  ///   - angle: The angle.
  ///   - anchor: The point around which the view turns.
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
    effect("transform: rotate(\(angle.degrees)deg); \(anchor.css)")
  }

  /// Draws this view blurred.
  ///
  /// - Parameter radius: How far a point is spread, in pixels.
  public func blur(radius: Double) -> some View {
    effect("filter: blur(\(max(radius, 0))px);")
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
    effect("filter: drop-shadow(\(x)px \(y)px \(max(radius, 0))px \(color.css));")
  }

  /// Draws this view with less of its colours.
  ///
  /// - Parameter amount: From 0, which changes nothing, to 1, which leaves shades of gray.
  public func grayscale(_ amount: Double) -> some View {
    effect("filter: grayscale(\(min(max(amount, 0), 1)));")
  }

  /// Draws this view with stronger or weaker colours.
  ///
  /// - Parameter amount: 1 changes nothing, 0 leaves shades of gray.
  public func saturation(_ amount: Double) -> some View {
    effect("filter: saturate(\(max(amount, 0)));")
  }

  /// Draws this view with more or less contrast.
  ///
  /// - Parameter amount: 1 changes nothing, 0 leaves an even gray.
  public func contrast(_ amount: Double) -> some View {
    effect("filter: contrast(\(max(amount, 0)));")
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
  public func clipped() -> some View { clipShape(Rectangle()) }

  /// Shows only what of this view is inside a shape of its own size.
  ///
  /// A ``Circle`` cuts a view whose sides differ to an ellipse.
  ///
  /// - Parameter shape: The shape.
  public func clipShape(_ shape: some Shape) -> some View {
    padding(EdgeInsets()).widgetModifier(Clip()).widgetModifier(shape.corners)
  }

  /// Shows a colour behind this view, in a shape of its size.
  ///
  /// - Parameters:
  ///   - color: The colour.
  ///   - shape: The shape.
  public func background(_ color: Color, in shape: some Shape) -> some View {
    background { shape.fill(color) }
  }

  /// Sets whether this view and the views in it react to the pointer. What lies behind them does
  /// otherwise. The keyboard reaches them in any case.
  public func allowsHitTesting(_ enabled: Bool) -> some View {
    widgetModifier(HitTesting(isEnabled: enabled))
  }

  /// Gives a box around this view an effect. Effects around one another add up.
  private func effect(_ declarations: String) -> some View {
    padding(EdgeInsets())
      .widgetModifier(CSSClasses(classes: [StyleSheet.cssClass(declarations)]))
  }
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
