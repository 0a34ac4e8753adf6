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

  /// Sets the font of all texts in this view.
  public func font(_ font: Font?) -> some View {
    widgetModifier(CSSClasses(classes: font?.cssClasses ?? []))
  }

  /// Sets the font weight of all texts in this view.
  public func fontWeight(_ weight: Font.Weight) -> some View {
    styled("font-weight: \(weight.rawValue);")
  }

  /// Sets the kind of letters of all texts in this view; `nil` changes nothing.
  public func fontDesign(_ design: Font.Design?) -> some View {
    styled(design?.declaration ?? "")
  }

  /// Makes all texts in this view bold.
  public func bold(_ isActive: Bool = true) -> some View {
    styled(isActive ? "font-weight: \(Font.Weight.bold.rawValue);" : "")
  }

  /// Makes all texts in this view italic.
  public func italic(_ isActive: Bool = true) -> some View {
    styled(isActive ? "font-style: italic;" : "")
  }

  /// Shows the letters of all texts in this view as capitals, or as small letters; `nil` shows them
  /// as they are written.
  public func textCase(_ textCase: Text.Case?) -> some View {
    styled("text-transform: \(textCase?.rawValue ?? "none");")
  }

  /// Sets the space between the letters of all texts in this view, in pixels beside the usual one.
  public func kerning(_ kerning: Double) -> some View {
    styled("letter-spacing: \(css(kerning))px;")
  }

  /// Sets the space between the letters of all texts in this view, in pixels beside the usual one.
  public func tracking(_ tracking: Double) -> some View { kerning(tracking) }

  /// Gives the widgets of the view a rule of the style sheet; none if there are no declarations.
  func styled(_ declarations: String) -> some View {
    widgetModifier(
      CSSClasses(classes: declarations.isEmpty ? [] : [StyleSheet.cssClass(declarations)])
    )
  }

  /// Uses digits of equal width, for numbers that change or that are aligned in columns.
  public func monospacedDigit() -> some View { cssClass("numeric") }

  /// Sets the colour of texts and symbols in this view.
  public func foregroundStyle(_ color: Color) -> some View {
    widgetModifier(CSSClasses(classes: color.foregroundClasses))
  }

  /// Sets the background colour of this view.
  public func background(_ color: Color) -> some View {
    widgetModifier(CSSClasses(classes: [color.backgroundClass]))
  }

  /// Rounds the corners of this view's background, by a radius in pixels.
  public func cornerRadius(_ radius: Double) -> some View {
    styled("border-radius: \(css(max(radius, 0)))px;")
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
