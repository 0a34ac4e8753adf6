import CGtkSupport
import Foundation

/// The colours of a widget's style, and those that a style sheet can name.
package struct ThemeColors {
  private let widget: WidgetPointer

  /// - Parameter widget: The widget; not retained.
  package init(of widget: WidgetPointer) {
    self.widget = widget
  }

  /// The colour of texts in the widget.
  package var foreground: DrawingColor {
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
    return DrawingColor(color)
  }

  /// A named colour of the theme, such as `theme_selected_bg_color`; `nil` if the theme has none
  /// with the name.
  package func color(named name: String) -> DrawingColor? {
    var color = GdkRGBA()
    let context = gtk_widget_get_style_context(widget)
    guard gtk_style_context_lookup_color(context, name, &color) != 0 else { return nil }
    return DrawingColor(color)
  }

  /// Returns a colour that is written as in a style sheet: `#rrggbb`, `rgb(…)`, `rgba(…)`, a name
  /// of CSS, `@name` for one of the theme, `currentColor`, `alpha(colour, factor)` or
  /// `mix(colour, colour, share)`; `nil` if it is none of these.
  package func color(css: String) -> DrawingColor? {
    let css = css.trimmingCharacters(in: .whitespaces)
    if css == "currentColor" { return foreground }
    if css == "transparent" { return foreground.opacity(0) }
    if css.hasPrefix("@") { return color(named: String(css.dropFirst())) }
    let arguments = CSSFunction.arguments(of: css)
    switch (css.prefix { $0 != "(" }, arguments.count) {
    case ("alpha", 2):
      guard let factor = Double(arguments[1]) else { return nil }
      return color(css: arguments[0])?.opacity(factor)
    case ("mix", 3):
      guard let first = color(css: arguments[0]), let second = color(css: arguments[1]),
        let share = Double(arguments[2])
      else { return nil }
      return first.mixed(with: second, share)
    default:
      var color = GdkRGBA()
      return gdk_rgba_parse(&color, css) != 0 ? DrawingColor(color) : nil
    }
  }
}

/// A function in a style sheet.
private enum CSSFunction {
  /// Returns what stands between the brackets, separated by commas that are not in brackets
  /// themselves.
  static func arguments(of css: String) -> [String] {
    guard let open = css.firstIndex(of: "("), css.hasSuffix(")") else { return [] }
    var arguments = [""]
    var depth = 0
    for character in css[css.index(after: open)...].dropLast() {
      if character == ",", depth == 0 {
        arguments.append("")
        continue
      }
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      arguments[arguments.count - 1].append(character)
    }
    return arguments.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
