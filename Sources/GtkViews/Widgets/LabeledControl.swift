import Foundation
import GtkKit

/// A node that shows a label at the leading edge and a control at the trailing edge.
class LabeledControlNode<Content: View, Label: View>: ContainerNode<Content, Label> {
  /// The control, which the box owns.
  final override var control: WidgetPointer { ownControl }

  private let ownControl: WidgetPointer

  /// - Parameters:
  ///   - control: A new widget.
  ///   - label: Returns the label of the view.
  init(
    _ view: Content,
    _ context: NodeContext,
    control: WidgetPointer,
    label: @escaping (Content) -> Label
  ) {
    ownControl = control
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
    gtk_box_append(box.cast(), control)
    gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
    super.init(view, context, widget: box, content: label)
    nameControl()
  }

  deinit {}

  final var isFormRow: Bool { environment.placement == .formRow }

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    environment.placement = .row
    return environment
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    GtkViews.arrange(environment.areLabelsHidden ? [control] : widgets + [control], inBox: widget)
    for label in widgets {
      gtk_widget_set_halign(label, GTK_ALIGN_START)
      if isFormRow { gtk_widget_set_hexpand(label, 1) }
    }
    nameControl()
  }

  override func update(_ view: Content) {
    super.update(view)
    nameControl()
  }

  private func nameControl() {
    guard let child, let name = plainText(of: child), !name.isEmpty else { return }
    Accessibility.setLabel(name, of: control)
  }

  /// Calls `handler` when the user has changed the control.
  final func onControlSignal(_ signal: String, _ handler: @escaping () -> Void) {
    signals.connect(control, signal) { [unowned self] in handleInput(handler) }
  }

  /// Calls `handler` when the user has changed the control, also if something covers it: it may
  /// tell only then, because it loses the focus, what was typed before.
  final func onCommit(_ signal: String, _ handler: @escaping () -> Void) {
    signals.connect(control, signal) { [unowned self] in
      if !isApplying, !isInert { handler() }
    }
  }

  /// Calls `handler` when the user has changed a property of the control.
  final func onControlChange(_ property: String, _ handler: @escaping () -> Void) {
    signals.connect(control, notify: property) { [unowned self] in handleInput(handler) }
  }
}

extension WidgetNode {
  /// Writes a value to a binding, and afterwards shows the value that the owner has accepted.
  func write<Value>(_ value: Value, to binding: Binding<Value>) {
    if !isInert { binding.wrappedValue = value }
    reevaluateLater()
  }
}

extension Node {
  /// Shows the state again, once the tree is consistent.
  package func reevaluateLater() {
    UpdateScheduler.shared.afterUpdate { [weak self] in
      guard let self, !isDestroyed else { return }
      reevaluate()
    }
  }
}

/// Returns the first text below a node.
func plainText(of node: Node) -> String? {
  var found: String?
  node.forEachLeaf { leaf in
    guard found == nil else { return }
    if let text = leaf as? any TextProviding {
      found = text.plainText
    } else {
      leaf.forEachChild { if found == nil { found = plainText(of: $0) } }
    }
  }
  return found
}

private enum LabelsHiddenKey: EnvironmentKey {
  static let defaultValue = false
}

extension EnvironmentValues {
  var areLabelsHidden: Bool {
    get { self[LabelsHiddenKey.self] }
    set { self[LabelsHiddenKey.self] = newValue }
  }
}

extension View {
  /// Hides the labels of controls. Screen readers still read them.
  public func labelsHidden() -> some View {
    environment(\.areLabelsHidden, true)
  }
}

/// A label with any content beside it, as a row of a form.
public struct LabeledContent<Label: View, Content: View>: View {
  let label: Label
  let content: Content

  /// - Parameters:
  ///   - content: The content at the trailing edge.
  ///   - label: The label at the leading edge.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.label = label()
    self.content = content()
  }

  public var body: some View {
    HStack(spacing: 12) {
      label
      Spacer()
      content
        .multilineTextAlignment(.trailing)
    }
  }
}

extension LabeledContent where Label == Text {
  /// - Parameters:
  ///   - title: The label at the leading edge.
  ///   - content: The content at the trailing edge.
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content, label: { Text(title) })
  }
}

extension LabeledContent where Label == Text, Content == Text {
  /// - Parameters:
  ///   - title: The label at the leading edge.
  ///   - value: The text at the trailing edge.
  public init(_ title: some StringProtocol, value: some StringProtocol) {
    self.init(content: { Text(value) }, label: { Text(title) })
  }

  /// - Parameters:
  ///   - title: The label at the leading edge.
  ///   - value: The value at the trailing edge.
  ///   - format: Formats the value.
  public init<Format: FormatStyle>(
    _ title: some StringProtocol,
    value: Format.FormatInput,
    format: Format
  ) where Format.FormatOutput == String {
    self.init(title, value: format.format(value))
  }
}
