import GtkKit

extension View {
  /// Whether controls in this view do not react to the user. A view inside a disabled one cannot be
  /// enabled again.
  public func disabled(_ isDisabled: Bool = true) -> some View {
    transformEnvironment(\.isEnabled, by: isDisabled) { $0 = $0 && !$1 }
  }

  /// Makes the view invisible and out of reach; it keeps its room.
  public func hidden(_ isHidden: Bool = true) -> some View {
    widgetModifier(Hidden(isHidden: isHidden))
  }

  /// How opaque the view is, from 0 to 1.
  public func opacity(_ opacity: Double) -> some View {
    widgetModifier(Opacity(opacity: opacity))
  }

  /// Explains the view when the pointer rests on it; `nil` or an empty text explains nothing.
  public func help(_ text: String?) -> some View {
    widgetModifier(Tooltip(text: text ?? ""))
  }

  /// Adds style classes of GTK or of your own style sheet.
  ///
  /// - Parameters:
  ///   - classes: the names, separated by spaces.
  ///   - isActive: whether they are set at the moment.
  public func cssClass(_ classes: String, isActive: Bool = true) -> some View {
    widgetModifier(
      CSSClasses(classes: isActive ? classes.split(separator: " ").map(String.init) : [])
    )
  }

  /// Gives the view's widgets a name for style sheets and tests.
  public func widgetName(_ name: String) -> some View {
    widgetModifier(WidgetName(name: name))
  }

  /// Says what the view is to those who do not see it.
  public func accessibilityLabel(_ label: String) -> some View {
    widgetModifier(AccessibleText(text: label, property: .label))
  }

  /// Says more about the view to those who do not see it.
  public func accessibilityHint(_ hint: String) -> some View {
    widgetModifier(AccessibleText(text: hint, property: .description))
  }

  /// The font of all texts in this view.
  public func font(_ font: Font?) -> some View {
    widgetModifier(CSSClasses(classes: font?.cssClasses ?? []))
  }

  /// The weight of all texts in this view.
  public func fontWeight(_ weight: Font.Weight) -> some View {
    widgetModifier(CSSClasses(classes: [StyleSheet.cssClass("font-weight: \(weight.rawValue);")]))
  }

  /// Heavier texts.
  public func bold() -> some View { fontWeight(.bold) }

  /// Digits that are all of the same width, for numbers that change or stand below each other.
  public func monospacedDigit() -> some View { cssClass("numeric") }

  /// The colour of texts and symbols in this view.
  public func foregroundStyle(_ color: Color) -> some View {
    widgetModifier(CSSClasses(classes: color.foregroundClasses))
  }

  /// The colour behind this view.
  public func background(_ color: Color) -> some View {
    widgetModifier(CSSClasses(classes: [StyleSheet.cssClass("background-color: \(color.css);")]))
  }

  /// Rounds the corners of what the view draws.
  public func cornerRadius(_ radius: Int) -> some View {
    widgetModifier(CSSClasses(classes: [StyleSheet.cssClass("border-radius: \(radius)px;")]))
  }
}

/// A font by what it is for; sizes follow the user's settings.
public struct Font: Equatable, Sendable {
  /// How heavy letters are.
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

  /// A font of a size of its own. Prefer the named ones.
  ///
  /// - Parameters:
  ///   - size: the size in points.
  ///   - weight: how heavy the letters are.
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
  ///   - red: from 0 to 1.
  ///   - green: from 0 to 1.
  ///   - blue: from 0 to 1.
  ///   - opacity: from 0 to 1.
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    func byte(_ value: Double) -> Int { Int((min(max(value, 0), 1) * 255).rounded()) }
    css = "rgba(\(byte(red)),\(byte(green)),\(byte(blue)),\(opacity))"
  }

  /// A colour of the theme or of a style sheet.
  ///
  /// - Parameter name: its name there, without the `@`.
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
    switch property {
    case .label: Accessibility.setLabel(text, of: widget)
    case .description: Accessibility.setDescription(text, of: widget)
    }
  }
}
