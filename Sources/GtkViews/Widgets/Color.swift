import GtkKit

/// A colour. As a view, it fills the space that it is given.
nonisolated public struct Color: Equatable, Sendable {
  let css: String
  /// The colour of texts, if it differs because they need more contrast.
  private var textCSS: String?
  private var isDim = false
  /// Whether surfaces go over from a lighter colour into this one, downwards.
  private(set) var isGradient = false

  private init(css: String, textCSS: String? = nil, isDim: Bool = false) {
    self.css = css
    self.textCSS = textCSS
    self.isDim = isDim
  }

  /// - Parameters:
  ///   - red: From 0 to 1.
  ///   - green: From 0 to 1.
  ///   - blue: From 0 to 1.
  ///   - opacity: From 0 to 1.
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    let solid = SolidColor(red: red, green: green, blue: blue)
    css = "rgba(\(solid.red),\(solid.green),\(solid.blue),\(opacity))"
  }

  /// - Parameters:
  ///   - white: How light the gray is, from 0 to 1.
  ///   - opacity: From 0 to 1.
  public init(white: Double, opacity: Double = 1) {
    self.init(red: white, green: white, blue: white, opacity: opacity)
  }

  /// - Parameters:
  ///   - hue: The place in the circle of colours, from 0 to 1: red, yellow, green, cyan, blue,
  ///     magenta and red again.
  ///   - saturation: From 0, which is gray, to 1.
  ///   - brightness: From 0, which is black, to 1.
  ///   - opacity: From 0 to 1.
  public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
    /// A component is full over a third of the circle, and rises and falls over a sixth each.
    let hue = hue.isFinite ? hue - hue.rounded(.down) : 0
    func component(_ offset: Double) -> Double {
      let place = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      let distance = max(0, min(place, 4 - place, 1))
      return brightness * (1 - saturation * distance)
    }
    self.init(red: component(5), green: component(3), blue: component(1), opacity: opacity)
  }

  private init(_ hue: Hue) {
    css = hue.color.css
    textCSS = "@\(hue.textName)"
  }

  /// A named colour of the theme or of a style sheet.
  ///
  /// - Parameter name: The name, without the `@`.
  public init(named name: String) {
    css = "@\(name)"
  }

  public static let primary = Color(css: "@theme_fg_color")
  public static let secondary = Color(css: "@dim_fg_color", isDim: true)
  /// Less distinct than ``secondary``. Not for texts that people have to read.
  public static let tertiary = Color(css: "alpha(@theme_fg_color,0.3)")
  /// Less distinct than ``tertiary``: for surfaces.
  public static let quaternary = Color(css: "alpha(@theme_fg_color,0.15)")
  public static let accentColor = Color(css: "@theme_selected_bg_color", textCSS: "@accent_color")
  /// The colour of what is accented; the same as ``accentColor``.
  public static let tint = accentColor
  /// The colour of the texts around.
  static let current = Color(css: "currentColor")
  public static let clear = Color(css: "transparent")
  /// The colour of the window, through which what lies behind is seen. GTK does not blur it.
  public static let ultraThinMaterial = windowColor.opacity(0.5)
  /// The colour of the window, through which what lies behind is seen. GTK does not blur it.
  public static let thinMaterial = windowColor.opacity(0.65)
  /// The colour of the window, through which what lies behind is seen. GTK does not blur it.
  public static let regularMaterial = windowColor.opacity(0.8)
  /// The colour of the window, through which what lies behind is seen. GTK does not blur it.
  public static let thickMaterial = windowColor.opacity(0.9)
  /// The colour of the window, through which what lies behind is seen. GTK does not blur it.
  public static let ultraThickMaterial = windowColor.opacity(0.95)
  /// The colour of bars: that of the window.
  public static let bar = windowColor
  private static let windowColor = Color(css: "@theme_bg_color")
  public static let red = Color(.red)
  public static let orange = Color(.orange)
  public static let yellow = Color(.yellow)
  public static let green = Color(.green)
  public static let mint = Color(.mint)
  public static let teal = Color(.teal)
  public static let cyan = Color(.cyan)
  public static let blue = Color(.blue)
  public static let indigo = Color(.indigo)
  public static let purple = Color(.purple)
  public static let pink = Color(.pink)
  public static let brown = Color(.brown)
  public static let gray = Color(.gray)
  public static let black = Color(css: "#000000")
  public static let white = Color(css: "#ffffff")

  /// Returns the colour with its opacity multiplied by a factor from 0 to 1.
  public func opacity(_ opacity: Double) -> Color {
    var color = Color(css: "alpha(\(css),\(min(max(opacity, 0), 1)))")
    color.isGradient = isGradient
    return color
  }

  /// The colour with a lighter one above it, for surfaces. Texts have the colour alone.
  public var gradient: Color {
    var color = self
    color.isGradient = true
    return color
  }

  private var lighterCSS: String { "mix(\(css),#ffffff,0.2)" }

  var gradientShading: GraphicsContext.Shading {
    .unitLinearGradient(
      Gradient(colors: [Color(css: lighterCSS), Color(css: css)]),
      startPoint: .top,
      endPoint: .bottom
    )
  }

  /// The colour of a text, in CSS.
  var textColor: String { textCSS ?? css }

  @MainActor var foregroundClasses: [String] {
    isDim ? ["dim-label"] : [StyleSheet.cssClass("color: \(textCSS ?? css);")]
  }

  @MainActor var backgroundClass: String {
    let image = "background-image: linear-gradient(to bottom, \(lighterCSS), \(css));"
    return StyleSheet.cssClass(isGradient ? image : "background-color: \(css);")
  }
}

extension Color: PrimitiveView {
  public func makeNode(_ context: NodeContext) -> ViewNode<Color> { ColorNode(self, context) }
}

/// Assistive technologies pass over it, as over each box without a name.
private final class ColorNode: WidgetNode<Color> {
  init(_ view: Color, _ context: NodeContext) {
    super.init(view, context, widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    gtk_widget_add_css_class(widget, view.backgroundClass)
  }

  deinit {}

  override func update(_ view: Color) {
    guard view != self.view else { return }
    gtk_widget_remove_css_class(widget, self.view.backgroundClass)
    super.update(view)
    gtk_widget_add_css_class(widget, view.backgroundClass)
  }
}
