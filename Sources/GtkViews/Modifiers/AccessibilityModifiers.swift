import GtkKit

extension View {
  /// Sets the accessible name of the view.
  public func accessibilityLabel(_ label: String) -> some View {
    widgetModifier(AccessibleText(text: label, property: .label))
  }

  /// Sets the accessible description of the view.
  public func accessibilityHint(_ hint: String) -> some View {
    widgetModifier(AccessibleText(text: hint, property: .description))
  }

  /// Sets what assistive technologies read as the value of the view, such as "3 of 5 stars".
  public func accessibilityValue(_ value: String) -> some View {
    widgetModifier(AccessibleText(text: value, property: .value))
  }

  /// Hides the view from assistive technologies, such as a picture that decorates. Controls in it
  /// can still have the keyboard focus.
  public func accessibilityHidden(_ isHidden: Bool = true) -> some View {
    widgetModifier(AccessibleState(state: GTK_ACCESSIBLE_STATE_HIDDEN, isSet: isHidden))
  }

  /// Tells assistive technologies what the view is, or that it is selected.
  ///
  /// What a view is cannot change once it has been on the screen. Of several such traits, the last
  /// one counts.
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    widgetModifier(AccessibleTraits(traits: traits, isSet: true))
  }

  /// Takes back that the view is selected. What a view is stays as it is.
  public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View {
    widgetModifier(AccessibleTraits(traits: traits, isSet: false))
  }
}

/// What a view is for assistive technologies, whatever it is made of.
public struct AccessibilityTraits: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let isButton = AccessibilityTraits(rawValue: 1)
  /// A title of what comes after it.
  public static let isHeader = AccessibilityTraits(rawValue: 2)
  public static let isLink = AccessibilityTraits(rawValue: 4)
  public static let isImage = AccessibilityTraits(rawValue: 8)
  public static let isStaticText = AccessibilityTraits(rawValue: 16)
  public static let isSearchField = AccessibilityTraits(rawValue: 32)
  public static let isSelected = AccessibilityTraits(rawValue: 64)

  fileprivate var role: GtkAccessibleRole? {
    let roles: [(AccessibilityTraits, GtkAccessibleRole)] = [
      (.isButton, GTK_ACCESSIBLE_ROLE_BUTTON), (.isHeader, GTK_ACCESSIBLE_ROLE_HEADING),
      (.isLink, GTK_ACCESSIBLE_ROLE_LINK), (.isImage, GTK_ACCESSIBLE_ROLE_IMG),
      (.isStaticText, GTK_ACCESSIBLE_ROLE_LABEL),
      (.isSearchField, GTK_ACCESSIBLE_ROLE_SEARCH_BOX),
    ]
    return roles.last { contains($0.0) }?.1
  }
}

private struct AccessibleState: WidgetModifier {
  let state: GtkAccessibleState
  let isSet: Bool

  func apply(to widget: WidgetPointer, replacing old: AccessibleState?) {
    if isSet != old?.isSet { Accessibility.setState(state, isSet, of: widget) }
  }
}

private struct AccessibleTraits: WidgetModifier {
  let traits: AccessibilityTraits
  let isSet: Bool

  func apply(to widget: WidgetPointer, replacing old: AccessibleTraits?) {
    guard traits != old?.traits || isSet != old?.isSet else { return }
    let isSelected = traits.contains(.isSelected)
    if isSelected || old?.traits.contains(.isSelected) ?? false {
      Accessibility.setState(GTK_ACCESSIBLE_STATE_SELECTED, isSelected && isSet, of: widget)
    }
    if isSet, let role = traits.role { Accessibility.setRole(role, of: widget) }
  }
}

private struct AccessibleText: WidgetModifier {
  enum Property {
    case label
    case description
    case value
  }

  let text: String
  let property: Property

  func apply(to widget: WidgetPointer, replacing old: AccessibleText?) {
    guard text != old?.text else { return }
    let control = Self.control(in: widget)
    switch property {
    case .label: Accessibility.setLabel(text, of: control)
    case .description: Accessibility.setDescription(text, of: control)
    case .value: Accessibility.setValue(text, of: control)
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
