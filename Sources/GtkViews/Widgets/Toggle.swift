import GtkKit

/// The appearance of toggles.
public enum ToggleStyle: Equatable, Sendable {
  /// A switch in forms, a check box elsewhere.
  case automatic
  case `switch`
  case checkbox
  /// A button that stays pressed.
  case button
}

private enum ToggleStyleKey: EnvironmentKey {
  static let defaultValue = ToggleStyle.automatic
}

extension EnvironmentValues {
  var toggleStyle: ToggleStyle {
    get { self[ToggleStyleKey.self] }
    set { self[ToggleStyleKey.self] = newValue }
  }
}

extension View {
  /// Sets the appearance of the toggles in this view. Later changes do not affect existing toggles.
  public func toggleStyle(_ style: ToggleStyle) -> some View {
    environment(\.toggleStyle, style)
  }
}

/// A control that switches something on and off.
public struct Toggle<Label: View>: PrimitiveView {
  let isOn: Binding<Bool>
  let label: Label

  /// - Parameters:
  ///   - isOn: Whether the toggle is on.
  ///   - label: The label.
  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.isOn = isOn
    self.label = label()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    switch context.environment.toggleStyle {
    case .switch: SwitchNode(self, context)
    case .checkbox: CheckNode(self, context, button: gtk_check_button_new())
    case .button: CheckNode(self, context, button: gtk_toggle_button_new())
    case .automatic:
      context.environment.placement == .formRow
        ? SwitchNode(self, context) : CheckNode(self, context, button: gtk_check_button_new())
    }
  }
}

extension Toggle where Label == Text {
  /// - Parameters:
  ///   - title: The label.
  ///   - isOn: Whether the toggle is on.
  public init(_ title: some StringProtocol, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { Text(title) }
  }
}

extension Toggle where Label == GtkViews.Label<Text, Image> {
  /// - Parameters:
  ///   - title: The label.
  ///   - systemImage: The symbol before the label; see ``Image/init(systemName:)``.
  ///   - isOn: Whether the toggle is on.
  public init(_ title: some StringProtocol, systemImage: String, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { GtkViews.Label(title, systemImage: systemImage) }
  }
}

private final class SwitchNode<Label: View>: LabeledControlNode<Toggle<Label>, Label> {
  init(_ view: Toggle<Label>, _ context: NodeContext) {
    super.init(view, context, control: gtk_switch_new()) { $0.label }
    onControlChange("active") { [unowned self] in
      write(gtk_switch_get_active(control.opaque) != 0, to: self.view.isOn)
    }
    reevaluate()
  }

  deinit {}

  override func update(_ view: Toggle<Label>) {
    super.update(view)
    reevaluate()
  }

  override func reevaluate() {
    let isOn = gbool(tracked { view.isOn.wrappedValue })
    guard gtk_switch_get_active(control.opaque) != isOn else { return }
    apply { gtk_switch_set_active(control.opaque, isOn) }
  }
}

/// A check button or a toggle button, both of which contain their label.
private final class CheckNode<Label: View>: ContainerNode<Toggle<Label>, Label> {
  private let slot = WidgetSlot()
  private let isCheck: Bool

  init(_ view: Toggle<Label>, _ context: NodeContext, button: WidgetPointer) {
    isCheck = button.isA(gtk_check_button_get_type())
    super.init(view, context, widget: button) { $0.label }
    if isCheck, environment.placement == .menu { gtk_widget_add_css_class(widget, "menu-toggle") }
    onSignal("toggled") { [unowned self] in
      // As after the other items of a menu.
      let dismissal = environment.menuDismissal
      write(isActive, to: self.view.isOn)
      dismissal?.close()
    }
    reevaluate()
  }

  deinit {}

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    environment.placement = .row
    return environment
  }

  private var isActive: Bool {
    isCheck
      ? gtk_check_button_get_active(widget.cast()) != 0
      : gtk_toggle_button_get_active(widget.cast()) != 0
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    let child = slot.fill(environment.areLabelsHidden ? [] : widgets)
    if isCheck {
      gtk_check_button_set_child(widget.cast(), child)
    } else {
      gtk_button_set_child(widget.cast(), child)
    }
    if let node = self.child, let name = plainText(of: node) {
      Accessibility.setLabel(name, of: widget)
    }
    describeIcon(on: widget, content: self.child, widgets)
  }

  override func update(_ view: Toggle<Label>) {
    super.update(view)
    reevaluate()
  }

  override func reevaluate() {
    let isOn = tracked { view.isOn.wrappedValue }
    guard isActive != isOn else { return }
    apply {
      if isCheck {
        gtk_check_button_set_active(widget.cast(), gbool(isOn))
      } else {
        gtk_toggle_button_set_active(widget.cast(), gbool(isOn))
      }
    }
  }
}
