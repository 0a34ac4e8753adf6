import GtkKit

/// Keeps a text that the user edits and a value equal, without disturbing the user.
///
/// Only the part that differs is replaced, so the cursor, the selection and the undo history stay.
/// While an input method is composing, the text is not changed; changes of the value are merged
/// afterwards.
final class EditedText {
  /// Called with the text after the user has changed it. That may be when the field loses the focus
  /// because something covers it: an input method then commits what was typed before.
  var onChange: (String) -> Void = { _ in }
  /// Returns the value after a change was offered. An owner that declines the change returns its
  /// own value.
  var currentValue: () -> String = { "" }
  /// Returns whether the typed text may stay although the value differs.
  var keepsTyped: (_ typed: String, _ value: String) -> Bool = { _, _ in false }

  private let editable: any EditableText
  private let signals = SignalHandlers()
  private var isApplying = false
  private var isConnected = true
  /// The text in which the user is composing, if the value has changed meanwhile.
  private var composedText: String?
  /// Whether the owner has declined the user's last change, or altered it.
  private var isDeclined = false

  init(_ editable: some EditableText) {
    self.editable = editable
    signals.connect(editable.source, "changed") { [unowned self] in changed() }
    if let field = editable.field {
      signals.connect(field, "preedit-changed", .string) { [unowned self] preedit in
        FieldText.setComposing(!preedit.isEmpty, in: field)
        if preedit.isEmpty { showCurrentLater() }
      }
    }
  }

  deinit {}

  private var isComposing: Bool {
    editable.field.map { FieldText.isComposing(in: $0) } ?? false
  }

  private func changed() {
    guard !isApplying else { return }
    let text = editable.text
    let base = composedText ?? text
    composedText = nil
    onChange(base == text ? text : currentValue().merging(text, changedFrom: base))
    isDeclined = currentValue() != text
    if isDeclined { showCurrentLater() }
  }

  /// Not from a signal of the widget, which is still changing.
  private func showCurrentLater() {
    UpdateScheduler.shared.afterUpdate { [weak self] in
      guard let self, isConnected else { return }
      show(currentValue())
    }
  }

  /// Shows the first text, which cannot be undone.
  func start(with value: String) {
    isApplying = true
    editable.start(with: value)
    isApplying = false
  }

  /// Makes the text equal to `value`, by replacing the part that differs, unless the typed text may
  /// stay.
  func show(_ value: String) {
    if !keepsTyped(editable.text, value) { showExactly(value) }
  }

  /// Makes the text equal to `value`, whatever was typed.
  func showExactly(_ value: String) {
    guard isConnected else { return }
    let text = editable.text
    if isComposing {
      if text != value { composedText = composedText ?? text }
      return
    }
    composedText = nil
    let takesBack = isDeclined
    isDeclined = false
    guard let difference = TextDifference(from: text, to: value) else { return }
    isApplying = true
    // GTK moves a cursor that was after the replaced part in front of it.
    let (anchor, cursor) = editable.selection
    let kept = (difference.moved(anchor), difference.moved(cursor))
    // A declined change must not stay in the history: undo would bring it back, only for it to be
    // declined again.
    if takesBack { editable.undo() }
    // The owner has cleared the field, as after a search term or a scanned code was used. Undo is
    // not to bring that back.
    if value.isEmpty, !takesBack {
      editable.start(with: value)
    } else if let difference = TextDifference(from: editable.text, to: value) {
      editable.replace(difference)
    }
    if editable.selection != kept { editable.select(kept.0, kept.1) }
    isApplying = false
  }

  func disconnect() {
    isConnected = false
    signals.disconnectAll()
  }
}
