import GtkKit

/// Keeps a text that the user edits and a value the same without disturbing whoever types.
///
/// Only what differs is replaced, so that cursor, selection and history stay; while an input method composes, the text is
/// left alone, and afterwards both changes are made.
final class EditedText {
  /// Called with what the user has made of the text.
  var onChange: (String) -> Void = { _ in }
  /// Gives the value after a change has been offered: an owner that declines it keeps its own.
  var currentValue: () -> String = { "" }
  /// Whether what is typed may stay although the value has another text.
  var keepsTyped: (_ typed: String, _ value: String) -> Bool = { _, _ in false }

  private let editable: any EditableText
  private let signals = SignalHandlers()
  private var isApplying = false
  private var isComposing = false
  private var isConnected = true
  /// The text that is being composed into, if the value has changed meanwhile.
  private var composedText: String?
  /// Whether the owner has another value than what the user has made of the text last.
  private var isDeclined = false

  init(_ editable: some EditableText) {
    self.editable = editable
    signals.connect(editable.source, "changed") { [unowned self] in changed() }
    if let field = editable.field {
      signals.connect(field, "preedit-changed", .string) { [unowned self] preedit in
        isComposing = !preedit.isEmpty
        if !isComposing { showCurrentLater() }
      }
    }
  }

  deinit {}

  private func changed() {
    guard !isApplying else { return }
    let text = editable.text
    let base = composedText ?? text
    composedText = nil
    onChange(base == text ? text : currentValue().merging(text, changedFrom: base))
    isDeclined = currentValue() != text
    if isDeclined { showCurrentLater() }
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
    editable.start(with: value)
    isApplying = false
  }

  /// Makes the text equal to `value` by replacing what differs.
  func show(_ value: String) {
    if !keepsTyped(editable.text, value) { showExactly(value) }
  }

  /// Makes the text equal to `value`, whatever is typed.
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
    // GTK leaves a cursor that stood behind what is replaced in front of it.
    let (anchor, cursor) = editable.selection
    let kept = (difference.moved(anchor), difference.moved(cursor))
    // What the owner has not accepted is no step of the history: to undo would bring it back, only to be declined again.
    if takesBack { editable.undo() }
    if let difference = TextDifference(from: editable.text, to: value) {
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
