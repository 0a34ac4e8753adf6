import GtkKit

/// A colour. As a view, it fills the space that it is given.
public struct Color: Equatable, Sendable {
  let css: String
  /// The colour of texts, if it differs because they need more contrast.
  private var textCSS: String?
  private var isDim = false

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
    func byte(_ value: Double) -> Int { Int((min(max(value, 0), 1) * 255).rounded()) }
    css = "rgba(\(byte(red)),\(byte(green)),\(byte(blue)),\(opacity))"
  }

  /// A named colour of the theme or of a style sheet.
  ///
  /// - Parameter name: The name, without the `@`.
  public init(named name: String) {
    css = "@\(name)"
  }

  public static let primary = Color(css: "@theme_fg_color")
  public static let secondary = Color(css: "@dim_fg_color", isDim: true)
  public static let accentColor = Color(css: "@theme_selected_bg_color", textCSS: "@accent_color")
  public static let clear = Color(css: "transparent")
  public static let red = Color(css: "#e01b24")
  public static let orange = Color(css: "#ff7800")
  public static let yellow = Color(css: "#e5a50a")
  public static let green = Color(css: "#2ec27e")
  public static let blue = Color(css: "#3584e4")
  public static let purple = Color(css: "#9141ac")
  public static let brown = Color(css: "#986a44")
  public static let gray = Color(css: "#9a9996")
  public static let black = Color(css: "#000000")
  public static let white = Color(css: "#ffffff")

  /// Returns the colour with its opacity multiplied by a factor from 0 to 1.
  public func opacity(_ opacity: Double) -> Color {
    Color(css: "alpha(\(css),\(min(max(opacity, 0), 1)))")
  }

  var foregroundClasses: [String] {
    isDim ? ["dim-label"] : [StyleSheet.cssClass("color: \(textCSS ?? css);")]
  }

  var backgroundClass: String { StyleSheet.cssClass("background-color: \(css);") }
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
