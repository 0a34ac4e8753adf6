import Foundation
import GtkKit

/// A text field of a single line, or of several.
///
/// What the user types is written to the binding. When the value changes from outside, only the
/// difference is replaced, so the cursor and the selection stay, and an input method is never
/// interrupted while composing.
public struct TextField: PrimitiveView {
  let title: String
  let prompt: String?
  let text: Binding<String>
  let isSecure: Bool
  /// Returns whether a typed text represents the same value as the formatted text. If so, the typed
  /// text stays while the field has the focus. `nil` if the text itself is the value.
  let isEquivalent: ((_ typed: String, _ text: String) -> Bool)?
  /// The direction in which the field grows.
  private(set) var axis = Axis.horizontal

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

  /// A field for a formatted value, such as a number or a price.
  ///
  /// Whenever the typed text can be parsed, the value is written. The text is formatted when the
  /// user leaves the field or presses Enter.
  ///
  /// ```swift
  /// TextField("Price", value: $price, format: .number.precision(.fractionLength(2)))
  /// ```
  ///
  /// - Parameters:
  ///   - title: The label in a ``Form``, the placeholder elsewhere.
  ///   - value: The value.
  ///   - format: Formats and parses the value.
  ///   - prompt: The placeholder, if it differs from the title.
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
  ///   - title: The label in a ``Form``, the placeholder elsewhere.
  ///   - text: The text.
  ///   - prompt: The placeholder, if it differs from the title.
  public init(_ title: some StringProtocol, text: Binding<String>, prompt: String? = nil) {
    self.init(title: String(title), prompt: prompt, text: text, isSecure: false)
  }

  /// - Parameters:
  ///   - title: The label in a ``Form``, the placeholder elsewhere.
  ///   - text: The text.
  ///   - prompt: The placeholder, if it differs from the title.
  public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text) {
    self.init(title, text: text, prompt: prompt.string)
  }

  /// A field that can grow with its text.
  ///
  /// ```swift
  /// TextField("Message", text: $message, axis: .vertical)
  ///   .lineLimit(1...5)
  /// ```
  ///
  /// Return begins a new line. Where there is an ``View/onSubmit(_:)``, Return performs it, and
  /// Return with Shift begins a new line.
  ///
  /// - Parameters:
  ///   - title: The label in a ``Form``, the placeholder elsewhere.
  ///   - text: The text.
  ///   - prompt: The placeholder, if it differs from the title.
  ///   - axis: `.vertical` for a field that wraps its text and grows with it; `.horizontal` for one
  ///     of a single line. Later changes do not affect the field.
  public init(
    _ title: some StringProtocol,
    text: Binding<String>,
    prompt: Text? = nil,
    axis: Axis
  ) {
    self.init(title, text: text, prompt: prompt?.string)
    self.axis = axis
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<TextField> {
    axis == .vertical ? GrowingTextFieldNode(self, context) : TextFieldNode(self, context)
  }
}

/// A single-line text field that hides its text.
public struct SecureField: View {
  let field: TextField

  /// - Parameters:
  ///   - title: The label in a ``Form``, the placeholder elsewhere.
  ///   - text: The text.
  ///   - prompt: The placeholder, if it differs from the title.
  public init(_ title: some StringProtocol, text: Binding<String>, prompt: String? = nil) {
    field = TextField(title: String(title), prompt: prompt, text: text, isSecure: true)
  }

  public var body: some View { field }
}

private final class TextFieldNode: WidgetNode<TextField> {
  private let entry: WidgetPointer
  private let label: WidgetPointer?
  /// The message below the field that tells what is wrong; `nil` if the field is not validated.
  private let message: WidgetPointer?
  private let edited: EditedText

  init(_ view: TextField, _ context: NodeContext) {
    let entry: WidgetPointer = view.isSecure ? gtk_password_entry_new() : gtk_entry_new()
    self.entry = entry
    let history = view.isSecure ? TextHistory() : nil
    let line = EditableLine(entry.opaque, history: history)
    edited = EditedText(line)
    gtk_widget_set_hexpand(entry, 1)
    let row: WidgetPointer
    if context.environment.placement == .formRow {
      let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
      let label = gtk_label_new(nil)!
      gtk_box_append(box.cast(), label)
      gtk_box_append(box.cast(), entry)
      gtk_widget_add_css_class(entry, "row-entry")
      self.label = label
      row = box
    } else {
      label = nil
      row = entry
    }
    if context.environment.validation == nil {
      message = nil
      super.init(view, context, widget: row)
    } else {
      let message = gtk_label_new(nil)!
      gtk_label_set_wrap(message.opaque, 1)
      gtk_label_set_xalign(message.opaque, 0)
      gtk_widget_add_css_class(message, "error")
      gtk_widget_add_css_class(message, "validation-message")
      self.message = message
      let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)!
      gtk_box_append(column.cast(), row)
      gtk_box_append(column.cast(), message)
      gtk_widget_set_valign(column, GTK_ALIGN_CENTER)
      super.init(view, context, widget: column)
    }
    if view.isSecure { gtk_password_entry_set_show_peek_icon(entry.opaque, 1) }
    showTitle()
    showValidation()
    if label != nil {
      for signal in ["changed", "map"] {
        signals.connect(entry, signal) { [unowned self] in alignWithEnd() }
      }
      alignWithEnd()
    }
    edited.onChange = { [unowned self] in if !isInert { self.view.text.wrappedValue = $0 } }
    edited.currentValue = { [unowned self] in self.view.text.wrappedValue }
    signals.connect(entry, "activate") { [unowned self] in
      guard !ignoresInput else { return }
      showValue()
      environment.submit?.run()
    }
    connectFocus()
    if let history { connectHistory(history, of: line) }
    edited.start(with: tracked { view.text.wrappedValue })
  }

  /// Keeps a typed value as it is while the field has the focus.
  private func connectFocus() {
    guard view.isEquivalent != nil else { return }
    edited.keepsTyped = { [unowned self] typed, text in
      let flags = gtk_widget_get_state_flags(entry).rawValue
      return flags & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
        && view.isEquivalent?(typed, text) ?? false
    }
    signals.keep(
      EventController.focus(on: entry) { [unowned self] isInside in if !isInside { showValue() } }
    )
  }

  /// Handles undo and redo as GTK does in fields for which it keeps a history.
  private func connectHistory(_ history: TextHistory, of line: EditableLine) {
    signals.connect(entry, "changed") { history.add(line.text) }
    let keys = EventController.key(on: entry, phase: GTK_PHASE_CAPTURE) { symbol, modifiers in
      let held = modifiers.rawValue & gtk_accelerator_get_default_mod_mask().rawValue
      let control = GDK_CONTROL_MASK.rawValue
      switch (Int32(gdk_keyval_to_lower(symbol)), held) {
      case (GDK_KEY_z, control): line.undo()
      case (GDK_KEY_z, control | GDK_SHIFT_MASK.rawValue), (GDK_KEY_y, control): line.redo()
      default: return false
      }
      return true
    }
    signals.keep(keys)
  }

  private func showValue() {
    guard view.isEquivalent != nil else { return }
    edited.showExactly(view.text.wrappedValue)
  }

  deinit {}

  override func update(_ view: TextField) {
    let old = self.view
    super.update(view)
    if view.title != old.title || view.prompt != old.prompt { showTitle() }
    reevaluate()
  }

  override func reevaluate() {
    edited.show(tracked { view.text.wrappedValue })
  }

  /// Aligns the text with the trailing edge of the row, opposite the label. GTK measures the
  /// alignment from the side where the text itself begins, which is the other side for Arabic text
  /// in an English window, and for English text in an Arabic window.
  private func alignWithEnd() {
    let text = String(gtk: gtk_editable_get_text(entry.opaque))
    let isWidgetFromRight = gtk_widget_get_direction(entry) == GTK_TEXT_DIR_RTL
    // Digits alone follow the direction of the window.
    let hasLetters = text.unicodeScalars.contains { $0.properties.isAlphabetic }
    let isOpposite = hasLetters && isFromRight(text) != isWidgetFromRight
    let alignment: Float = isOpposite ? 0 : 1
    if gtk_editable_get_alignment(entry.opaque) != alignment {
      gtk_editable_set_alignment(entry.opaque, alignment)
    }
  }

  private func isFromRight(_ text: String) -> Bool {
    // A layout takes longer than everything else that a key does here.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return false }
    let layout = ObjectReference(owning: gtk_widget_create_pango_layout(entry, text)!)
    return pango_layout_get_direction(layout.opaque, 0) == PANGO_DIRECTION_RTL
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    showValidation()
  }

  private func showValidation() {
    guard let message else { return }
    let text = environment.validation?.message ?? ""
    gtk_label_set_text(message.opaque, text)
    gtk_widget_set_visible(message, gbool(!text.isEmpty))
    Accessibility.setValidation(message: text, of: entry)
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
    edited.disconnect()
    if view.isSecure { separateFromField() }
    super.destroy()
  }

  /// Disconnects the password entry from its inner field. While the window still has the focus on
  /// the field, it keeps the field alive, and GTK 4.8 would notify the released entry.
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
