import Foundation
import GtkKit

/// A line of text to edit.
///
/// What the user types is written to the binding. When the value changes from outside only the
/// difference is replaced, so cursor and selection stay, and a composition of an input method is
/// never interrupted.
public struct TextField: PrimitiveView {
  let title: String
  let prompt: String?
  let text: Binding<String>
  let isSecure: Bool
  /// Whether a typed text stands for the same value as the text that the value would have: then it
  /// stays as it is typed while the field has the focus. `nil` if the text itself is the value.
  let isEquivalent: ((_ typed: String, _ text: String) -> Bool)?

  init(
    title: String,
    prompt: String?,
    text: Binding<String>,
    isSecure: Bool,
    isEquivalent: ((_ typed: String, _ text: String) -> Bool)? = nil
  ) {
    self.title = title
    self.prompt = prompt
    self.text = text
    self.isSecure = isSecure
    self.isEquivalent = isEquivalent
  }

  /// A line in which a value is written and read, such as a number or a price.
  ///
  /// Whenever what is typed can be read, the value is written; the text is brought into shape when
  /// the user leaves the field or presses Enter.
  ///
  ///     TextField("Price", value: $price, format: .number.precision(.fractionLength(2)))
  ///
  /// - Parameters:
  ///   - title: what the value is: the label in a ``Form``, the placeholder elsewhere.
  ///   - value: the value.
  ///   - format: how to write and read it.
  ///   - prompt: the placeholder, if it is to be another than the title.
  public init<Format: ParseableFormatStyle>(
    _ title: some StringProtocol,
    value: Binding<Format.FormatInput>,
    format: Format,
    prompt: String? = nil
  ) where Format.FormatOutput == String {
    func parse(_ text: String) -> Format.FormatInput? { try? format.parseStrategy.parse(text) }
    self.init(
      title: String(title),
      prompt: prompt,
      text: Binding(
        get: { format.format(value.wrappedValue) },
        set: { if let new = parse($0) { value.wrappedValue = new } }
      ),
      isSecure: false,
      isEquivalent: { typed, text in parse(typed).map { format.format($0) == text } ?? true }
    )
  }

  /// - Parameters:
  ///   - title: what the text is for: the label in a ``Form``, the placeholder elsewhere.
  ///   - text: the text.
  ///   - prompt: the placeholder, if it is to be another than the title.
  public init(_ title: some StringProtocol, text: Binding<String>, prompt: String? = nil) {
    self.init(title: String(title), prompt: prompt, text: text, isSecure: false)
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<TextField> {
    TextFieldNode(self, context)
  }
}

/// A line of text to enter that nobody shall read.
public struct SecureField: View {
  let field: TextField

  /// - Parameters:
  ///   - title: what the text is for: the label in a ``Form``, the placeholder elsewhere.
  ///   - text: the text.
  ///   - prompt: the placeholder, if it is to be another than the title.
  public init(_ title: some StringProtocol, text: Binding<String>, prompt: String? = nil) {
    field = TextField(title: String(title), prompt: prompt, text: text, isSecure: true)
  }

  public var body: some View { field }
}

private final class TextFieldNode: WidgetNode<TextField> {
  private let entry: WidgetPointer
  private let label: WidgetPointer?
  private let editable: EditableText

  init(_ view: TextField, _ context: NodeContext) {
    let entry: WidgetPointer = view.isSecure ? gtk_password_entry_new() : gtk_entry_new()
    self.entry = entry
    editable = EditableText(entry.opaque)
    gtk_widget_set_hexpand(entry, 1)
    if context.environment.placement == .formRow {
      let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
      let label = gtk_label_new(nil)!
      gtk_box_append(box.cast(), label)
      gtk_box_append(box.cast(), entry)
      gtk_widget_add_css_class(entry, "row-entry")
      gtk_editable_set_alignment(entry.opaque, 1)
      self.label = label
      super.init(view, context, widget: box)
    } else {
      label = nil
      super.init(view, context, widget: entry)
    }
    if view.isSecure { gtk_password_entry_set_show_peek_icon(entry.opaque, 1) }
    showTitle()
    editable.onChange = { [unowned self] in self.view.text.wrappedValue = $0 }
    editable.currentValue = { [unowned self] in self.view.text.wrappedValue }
    signals.connect(entry, "activate") { [unowned self] in
      showValue()
      environment.submit?.run()
    }
    connectFocus()
    editable.start(with: tracked { view.text.wrappedValue })
  }

  /// What is typed for a value stays as it is as long as the user is at it.
  private func connectFocus() {
    guard view.isEquivalent != nil else { return }
    editable.keepsTyped = { [unowned self] typed, text in
      let flags = gtk_widget_get_state_flags(entry).rawValue
      return flags & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
        && view.isEquivalent?(typed, text) ?? false
    }
    let focus = gtk_event_controller_focus_new()!
    signals.connect(focus, "leave") { [unowned self] in showValue() }
    gtk_widget_add_controller(entry, focus)
  }

  private func showValue() {
    guard view.isEquivalent != nil else { return }
    editable.showExactly(view.text.wrappedValue)
  }

  deinit {}

  override func update(_ view: TextField) {
    let old = self.view
    super.update(view)
    if view.title != old.title || view.prompt != old.prompt { showTitle() }
    reevaluate()
  }

  override func reevaluate() {
    editable.show(tracked { view.text.wrappedValue })
  }

  private func showTitle() {
    if let label {
      gtk_label_set_text(label.opaque, view.title)
    }
    let placeholder = view.prompt ?? (label == nil ? view.title : "")
    if view.isSecure {
      entry.set("placeholder-text", placeholder)
    } else {
      gtk_entry_set_placeholder_text(entry.cast(), placeholder)
    }
    Accessibility.setLabel(view.title, of: entry)
  }

  override func destroy() {
    guard !isDestroyed else { return }
    editable.disconnect()
    if view.isSecure { separateFromField() }
    super.destroy()
  }

  /// The window keeps the field inside while it has the focus, and GTK 4.8 tells the password entry of it when it is long gone.
  private func separateFromField() {
    guard let field = gtk_editable_get_delegate(entry.opaque) else { return }
    g_signal_handlers_disconnect_matched(
      field.instance,
      G_SIGNAL_MATCH_DATA,
      0,
      0,
      nil,
      nil,
      entry.instance
    )
  }
}

/// Keeps a `GtkEditable` and a value the same without disturbing whoever types.
final class EditableText {
  /// Called with what the user has made of the text.
  var onChange: (String) -> Void = { _ in }
  /// Gives the value after a change has been offered: an owner that declines it keeps its own.
  var currentValue: () -> String = { "" }
  /// Whether what is typed may stay although the value has another text.
  var keepsTyped: (_ typed: String, _ value: String) -> Bool = { _, _ in false }

  private let editable: OpaquePointer
  private let signals = SignalHandlers()
  private var isApplying = false
  private var isComposing = false
  private var isConnected = true
  /// The text that is being composed into, if the value has changed meanwhile.
  private var composedText: String?
  /// Whether the owner has another value than what the user has made of the text last.
  private var isDeclined = false
  /// What the user types into.
  private let field: WidgetPointer?

  init(_ editable: OpaquePointer) {
    self.editable = editable
    field = gtk_editable_get_delegate(editable).flatMap {
      $0.isA(gtk_text_get_type()) ? $0.widget : nil
    }
    signals.connect(editable, "changed") { [unowned self] in changed() }
    if let field {
      signals.connect(field, "preedit-changed", .string) { [unowned self] preedit in
        isComposing = !preedit.isEmpty
        if !isComposing { showCurrentLater() }
      }
    }
  }

  deinit {}

  var text: String { String(gtk: gtk_editable_get_text(editable)) }

  private func changed() {
    guard !isApplying else { return }
    let text = text
    let base = composedText ?? text
    composedText = nil
    onChange(base == text ? text : currentValue().merging(text, changedFrom: base))
    guard currentValue() != text else { return }
    isDeclined = true
    showCurrentLater()
  }

  /// Not within a signal of the widget, which is in the midst of changing.
  private func showCurrentLater() {
    UpdateScheduler.shared.afterUpdate { [weak self] in
      guard let self, isConnected else { return }
      show(currentValue())
    }
  }

  /// Shows the first text, which can not be undone.
  func start(with value: String) {
    isApplying = true
    gtk_editable_set_enable_undo(editable, 0)
    gtk_editable_set_text(editable, value)
    gtk_editable_set_enable_undo(editable, 1)
    isApplying = false
  }

  /// Makes the text equal to `value` by replacing what differs.
  func show(_ value: String) {
    if !keepsTyped(text, value) { showExactly(value) }
  }

  /// Makes the text equal to `value`, whatever is typed.
  func showExactly(_ value: String) {
    guard isConnected else { return }
    if isComposing {
      if text != value { composedText = composedText ?? text }
      return
    }
    composedText = nil
    let takesBack = isDeclined
    isDeclined = false
    guard let difference = TextDifference(from: text, to: value) else { return }
    isApplying = true
    // GTK leaves a cursor that stood behind what is replaced in front of it.
    let (anchor, cursor) = selection
    let kept = (anchor: difference.moved(anchor), cursor: difference.moved(cursor))
    // What the owner has not accepted is no step of the history: to undo would bring it back, only to be declined again.
    if takesBack, let field { gtk_widget_activate_action_variant(field, "text.undo", nil) }
    if let difference = TextDifference(from: text, to: value) { replace(difference) }
    if selection != kept {
      gtk_editable_select_region(editable, Int32(kept.anchor), Int32(kept.cursor))
    }
    isApplying = false
  }

  private func replace(_ difference: TextDifference) {
    var position = Int32(difference.start)
    gtk_editable_delete_text(editable, position, Int32(difference.end))
    if !difference.inserted.isEmpty {
      gtk_editable_insert_text(editable, difference.inserted, -1, &position)
    }
  }

  /// Where the selection was begun, and the cursor: the same if nothing is selected.
  private var selection: (anchor: Int, cursor: Int) {
    let cursor = gtk_editable_get_position(editable)
    var start: Int32 = 0
    var end: Int32 = 0
    gtk_editable_get_selection_bounds(editable, &start, &end)
    return (Int(cursor == end ? start : end), Int(cursor))
  }

  func disconnect() {
    isConnected = false
    signals.disconnectAll()
  }
}

/// What happens when the user presses Enter in a field: all actions from the field outwards.
struct SubmitAction: Equatable {
  let identity: ObjectIdentifier
  let run: () -> Void

  static func == (a: SubmitAction, b: SubmitAction) -> Bool { a.identity == b.identity }
}

private enum SubmitKey: EnvironmentKey {
  static let defaultValue: SubmitAction? = nil
}

extension EnvironmentValues {
  var submit: SubmitAction? {
    get { self[SubmitKey.self] }
    set { self[SubmitKey.self] = newValue }
  }
}

extension View {
  /// Does something when the user presses Enter in a text field of this view.
  public func onSubmit(_ action: @escaping () -> Void) -> some View {
    SubmitView(content: self, action: action)
  }
}

private struct SubmitView<Content: View>: PrimitiveView {
  let content: Content
  let action: () -> Void

  func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    SubmitNode(self, context) { $0.content }
  }
}

private final class SubmitNode<Content: View>: ForwardingNode<SubmitView<Content>, Content> {
  /// The action stays the same object: the environment does not change with every closure.
  override var childEnvironment: EnvironmentValues {
    var environment = environment
    let outer = environment.submit
    environment.submit = SubmitAction(identity: ObjectIdentifier(self)) { [weak self] in
      self?.view.action()
      outer?.run()
    }
    return environment
  }
}
