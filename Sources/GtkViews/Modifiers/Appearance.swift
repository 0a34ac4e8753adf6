import GtkKit

extension View {
  /// Disables the controls in this view. A view inside a disabled one cannot be enabled again.
  public func disabled(_ isDisabled: Bool = true) -> some View {
    transformEnvironment(\.isEnabled, by: isDisabled) { $0 = $0 && !$1 }
  }

  /// Hides the view, which takes no input then but keeps its space.
  public func hidden(_ isHidden: Bool = true) -> some View {
    widgetModifier(Hidden(isHidden: isHidden))
  }

  /// Sets the opacity of the view, from 0 to 1.
  public func opacity(_ opacity: Double) -> some View {
    widgetModifier(Opacity(opacity: opacity))
  }

  /// Shows a tooltip when the pointer rests on the view; none for `nil` or an empty text.
  public func help(_ text: String?) -> some View {
    widgetModifier(Tooltip(text: text ?? ""))
  }

  /// Adds CSS classes of GTK or of a custom style sheet.
  ///
  /// - Parameters:
  ///   - classes: The names of the classes, separated by spaces.
  ///   - isActive: Whether the classes are set.
  public func cssClass(_ classes: String, isActive: Bool = true) -> some View {
    widgetModifier(
      CSSClasses(classes: isActive ? classes.split(separator: " ").map(String.init) : [])
    )
  }

  /// Gives the widgets of the view a name, for style sheets and tests.
  public func widgetName(_ name: String) -> some View {
    widgetModifier(WidgetName(name: name))
  }

  /// Sets the accessible name of the view.
  public func accessibilityLabel(_ label: String) -> some View {
    widgetModifier(AccessibleText(text: label, property: .label))
  }

  /// Sets the accessible description of the view.
  public func accessibilityHint(_ hint: String) -> some View {
    widgetModifier(AccessibleText(text: hint, property: .description))
  }

  /// Sets the font of all texts in this view.
  public func font(_ font: Font?) -> some View {
    widgetModifier(CSSClasses(classes: font?.cssClasses ?? []))
  }

  /// Sets the font weight of all texts in this view.
  public func fontWeight(_ weight: Font.Weight) -> some View {
    widgetModifier(CSSClasses(classes: [StyleSheet.cssClass("font-weight: \(weight.rawValue);")]))
  }

  /// Makes all texts in this view bold.
  public func bold() -> some View { fontWeight(.bold) }

  /// Uses digits of equal width, for numbers that change or that are aligned in columns.
  public func monospacedDigit() -> some View { cssClass("numeric") }

  /// Sets the colour of texts and symbols in this view.
  public func foregroundStyle(_ color: Color) -> some View {
    widgetModifier(CSSClasses(classes: color.foregroundClasses))
  }

  /// Sets the background colour of this view.
  public func background(_ color: Color) -> some View {
    widgetModifier(CSSClasses(classes: [StyleSheet.cssClass("background-color: \(color.css);")]))
  }

  /// Rounds the corners of this view's background, by a radius in pixels.
  public func cornerRadius(_ radius: Int) -> some View {
    widgetModifier(CSSClasses(classes: [StyleSheet.cssClass("border-radius: \(radius)px;")]))
  }
}

/// A font, defined by its purpose. Sizes follow the user's settings.
public struct Font: Equatable, Sendable {
  /// The weight of a font.
  public enum Weight: Int, Sendable {
    case light = 300
    case regular = 400
    case medium = 500
    case semibold = 600
    case bold = 700
    case heavy = 800
  }

  private enum Kind: Equatable, Sendable {
    case named(String)
    case size(Double, Weight)
  }

  private let kind: Kind

  public static let largeTitle = Font(kind: .named("large-title"))
  public static let title = Font(kind: .named("title-1"))
  public static let title2 = Font(kind: .named("title-2"))
  public static let title3 = Font(kind: .named("title-3"))
  public static let headline = Font(kind: .named("heading"))
  public static let subheadline = Font(kind: .named("caption-heading"))
  public static let body = Font(kind: .named("body"))
  public static let callout = Font(kind: .named("body"))
  public static let caption = Font(kind: .named("caption"))
  public static let footnote = Font(kind: .named("caption"))
  public static let monospaced = Font(kind: .named("monospace"))

  /// Returns a font with a fixed size. Prefer the named fonts.
  ///
  /// - Parameters:
  ///   - size: The size in points.
  ///   - weight: The weight.
  public static func system(size: Double, weight: Weight = .regular) -> Font {
    Font(kind: .size(size, weight))
  }

  var cssClasses: [String] {
    switch kind {
    case .named(let name): [name]
    case .size(let size, let weight):
      [StyleSheet.cssClass("font-size: \(size)pt; font-weight: \(weight.rawValue);")]
    }
  }
}

/// A colour.
public struct Color: Equatable, Sendable {
  let css: String
  private var isDim = false

  private init(css: String, isDim: Bool = false) {
    self.css = css
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
  public static let secondary = Color(css: "alpha(@theme_fg_color,0.55)", isDim: true)
  public static let accentColor = Color(css: "@theme_selected_bg_color")
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

  var foregroundClasses: [String] {
    isDim ? ["dim-label"] : [StyleSheet.cssClass("color: \(css);")]
  }
}

struct CSSClasses: WidgetModifier {
  let classes: [String]

  func apply(to widget: WidgetPointer, replacing old: CSSClasses?) {
    guard classes != old?.classes else { return }
    for name in old?.classes ?? [] where !classes.contains(name) {
      gtk_widget_remove_css_class(widget, name)
    }
    for name in classes { gtk_widget_add_css_class(widget, name) }
  }
}

private struct Hidden: WidgetModifier {
  let isHidden: Bool

  func apply(to widget: WidgetPointer, replacing old: Hidden?) {
    guard isHidden != old?.isHidden, isHidden || old != nil else { return }
    gtk_widget_set_opacity(widget, isHidden ? 0 : 1)
    gtk_widget_set_can_target(widget, gbool(!isHidden))
    gtk_widget_set_can_focus(widget, gbool(!isHidden))
  }
}

private struct Opacity: WidgetModifier {
  let opacity: Double

  func apply(to widget: WidgetPointer, replacing old: Opacity?) {
    if opacity != old?.opacity { gtk_widget_set_opacity(widget, opacity) }
  }
}

private struct Tooltip: WidgetModifier {
  let text: String

  func apply(to widget: WidgetPointer, replacing old: Tooltip?) {
    guard text != old?.text else { return }
    gtk_widget_set_tooltip_text(widget, text.isEmpty ? nil : text)
  }
}

private struct WidgetName: WidgetModifier {
  let name: String

  func apply(to widget: WidgetPointer, replacing old: WidgetName?) {
    if name != old?.name { gtk_widget_set_name(widget, name) }
  }
}

private struct AccessibleText: WidgetModifier {
  enum Property {
    case label
    case description
  }

  let text: String
  let property: Property

  func apply(to widget: WidgetPointer, replacing old: AccessibleText?) {
    guard text != old?.text else { return }
    let control = Self.control(in: widget)
    switch property {
    case .label: Accessibility.setLabel(text, of: control)
    case .description: Accessibility.setDescription(text, of: control)
    }
  }

  /// What assistive technologies take for the view: in a text editor, the text that scrolls.
  private static func control(in widget: WidgetPointer) -> WidgetPointer {
    guard widget.isA(gtk_scrolled_window_get_type()),
      let child = gtk_scrolled_window_get_child(widget.opaque),
      child.isA(gtk_text_view_get_type())
    else { return widget }
    return child
  }
}
