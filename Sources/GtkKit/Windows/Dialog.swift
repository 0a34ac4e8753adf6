// The only file that uses GtkDialog, which GTK has deprecated since 4.10 without changing it.

import CGtkSupport

/// A window above its parent window that blocks the parent until it is closed.
///
/// Like all windows here, only its owner closes it: buttons, Escape and the close button only call
/// handlers. It is destroyed with this object, or earlier with `destroy()`, but not with its
/// parent: GTK would leave a dangling pointer to the parent in a dialog that is still referenced.
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
public class Dialog: BaseWindow {
  fileprivate var dialog: UnsafeMutablePointer<GtkDialog> {
    reference.instance.assumingMemoryBound(to: GtkDialog.self)
  }

  override init(_ widget: WidgetPointer) {
    super.init(widget)
    // Otherwise GTK 4.8 may tell assistive technologies of the dialog before it knows the role.
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_DIALOG, of: widget)
  }

  /// Shows the dialog.
  ///
  /// - Parameter parent: The window that the dialog stays above and blocks, or `nil`. Only the
  ///   first call uses it.
  public func present(over parent: WindowPointer?) {
    if gtk_widget_get_visible(widget) == 0 {
      self.parent = parent
      gtk_window_set_modal(pointer, parent == nil ? 0 : 1)
    }
    raise()
  }
}

/// A dialog that shows any widget below a title bar.
public final class Sheet: Dialog {
  /// Called when the user wants to close the sheet, with Escape or the close button.
  public var onCloseRequest: () -> Void = {}

  private var layouts: SignalConnection?
  /// The height at the last layout.
  private var height: Int32 = 0
  /// The natural height at the last layout.
  private var naturalHeight: Int32 = 0
  /// Whether the height follows the content, because the user has not chosen another one.
  private var followsContent = true
  /// The heights that have been asked for and not come yet, in order.
  private var requests: [Int32] = []
  /// The heights from which others were asked for. A compositor that tells of something else, such
  /// as that the sheet is active again, may repeat one of them.
  private var formerHeights: [Int32] = []

  /// Makes an empty sheet; `present(over:)` shows it.
  public init() {
    super.init(cgtk_dialog_new())
    Signal.connect(pointer, "realize") { [weak self] in self?.followLayouts() }
    Signal.connect(pointer, "unrealize") { [weak self] in self?.layouts?.disconnect() }
  }

  private func followLayouts() {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return }
    layouts = Signal.connect(clock, "layout") { [weak self] in self?.fitHeight() }
  }

  /// Adapts the height to content that has become higher or lower, such as a form with messages,
  /// unless the user has chosen another height.
  ///
  /// A height comes some frames after it has been asked for. Meanwhile the content may have changed
  /// again, even to what it was before.
  private func fitHeight() {
    // The allocated size, which includes the frame as the measured size does.
    let width = gtk_widget_get_allocated_width(widget)
    let height = gtk_widget_get_allocated_height(widget)
    guard width > 1 else { return }
    var natural: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, width, nil, &natural, nil, nil)
    let isContentChanged = natural != naturalHeight
    let isAnswer = height != self.height && isAnswer(height)
    if height != self.height, !isAnswer, !isContentChanged {
      followsContent = false
      requests = []
      formerHeights = []
    }
    if height == natural, requests.isEmpty { followsContent = true }
    (self.height, naturalHeight) = (height, natural)
    // The window may have grown already as far as the content's minimum height demands.
    let isWrong = isAnswer ? height != natural : natural != requests.last ?? height
    guard followsContent, isWrong, isContentChanged || isAnswer else { return }
    gtk_window_set_default_size(pointer, width, natural)
    requests.append(natural)
    formerHeights.append(height)
    requests = Array(requests.suffix(8))
    formerHeights = Array(formerHeights.suffix(8))
  }

  /// Returns whether a new height is one that has been asked for, or one from before, or comes as
  /// close to what was asked for as there is room on the screen.
  private func isAnswer(_ height: Int32) -> Bool {
    if let index = requests.firstIndex(of: height) {
      requests.removeFirst(index + 1)
      return true
    }
    if let index = formerHeights.firstIndex(of: height) {
      formerHeights.removeFirst(index + 1)
      return true
    }
    guard let last = requests.last, min(last, self.height)...max(last, self.height) ~= height
    else { return false }
    requests = []
    return true
  }

  /// The content of the sheet.
  public var child: WidgetPointer? {
    didSet {
      guard child != oldValue, !isDestroyed else { return }
      let area: UnsafeMutablePointer<GtkBox> = gtk_dialog_get_content_area(dialog).cast()
      if let oldValue { gtk_box_remove(area, oldValue) }
      guard let child else { return }
      gtk_widget_set_hexpand(child, 1)
      gtk_widget_set_vexpand(child, 1)
      gtk_box_append(area, child)
    }
  }

  override func closeRequested() { onCloseRequest() }
}

/// A dialog with a message and buttons for the answers.
public final class MessageDialog: Dialog {
  /// A button of a message.
  public struct Button: Equatable, Sendable {
    /// The role of a button, which determines its appearance and the key that presses it.
    public enum Role: Equatable, Sendable {
      case standard
      /// The suggested answer; Return presses it.
      case suggested
      /// Cancels; Escape presses it.
      case cancel
      /// Cannot be undone; no key presses it.
      case destructive
    }

    public var label: String
    public var role: Role

    public init(_ label: String, role: Role = .standard) {
      self.label = label
      self.role = role
    }
  }

  private let buttons: [Button]

  /// Called with the index of the pressed button. If the user closes the dialog in another way,
  /// called with the index of the cancel button, or with `nil` if there is none.
  public var onResponse: (Int?) -> Void = { _ in }

  /// Makes a message dialog; `present(over:)` shows it. Of a text with more than 1,000 characters,
  /// it shows the start.
  ///
  /// - Parameters:
  ///   - titleMarkup: The message, in Pango markup. Text that is not valid markup is shown as it
  ///     is.
  ///   - bodyMarkup: The details, in the same form; no details if empty.
  ///   - buttons: The buttons. Cancel buttons come first, the others in the given order.
  public init(titleMarkup: String, bodyMarkup: String = "", buttons: [Button]) {
    self.buttons = buttons
    super.init(
      cgtk_message_dialog_new(
        Markup.ofMessage(titleMarkup),
        bodyMarkup.isEmpty ? nil : Markup.ofMessage(bodyMarkup)
      )
    )
    let indices = buttons.indices
    for index in indices where buttons[index].role == .cancel { addButton(index) }
    for index in indices where buttons[index].role != .cancel { addButton(index) }
    if let index = defaultButton { gtk_dialog_set_default_response(dialog, Int32(index)) }
    // The message is its own title, so there is no title bar, not even one of the window manager.
    let titlebar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    gtk_widget_set_visible(titlebar, 0)
    gtk_window_set_titlebar(pointer, titlebar)
    let message = gtk_message_dialog_get_message_area(
      reference.instance.assumingMemoryBound(to: GtkMessageDialog.self)
    )!
    gtk_widget_set_margin_top(message, 24)
    gtk_widget_set_margin_bottom(message, 18)
    let labels = message.children.filter { $0.isA(gtk_label_get_type()) }
    // GTK makes it a heading only if there are details below it.
    if let title = labels.first { gtk_widget_add_css_class(title, "title") }
    for label in labels {
      gtk_label_set_justify(OpaquePointer(label), GTK_JUSTIFY_CENTER)
      gtk_label_set_wrap(OpaquePointer(label), 1)
      gtk_label_set_wrap_mode(OpaquePointer(label), PANGO_WRAP_WORD_CHAR)
      // Long lines of text are hard to read. Titles have larger letters.
      gtk_label_set_max_width_chars(OpaquePointer(label), label == labels.first ? 32 : 48)
    }
    // Screen readers announce a window by its title, although the dialog does not show it.
    gtk_window_set_title(pointer, Markup.text(of: titleMarkup))
    Signal.connect(pointer, "response", .int32) { [weak self] response in
      guard let self, self.buttons.indices.contains(Int(response)) else { return }
      onResponse(Int(response))
    }
  }

  public override func present(over parent: WindowPointer?) {
    if gtk_widget_get_visible(widget) == 0, let parent { fit(into: parent) }
    super.present(over: parent)
  }

  /// Makes the dialog no wider than its parent, so that a long message wraps. Buttons that do not
  /// fit beside each other stand one below the other, and wrap their labels.
  private func fit(into parent: WindowPointer) {
    var (available, minimum, natural): (Int32, Int32, Int32) = (0, 0, 0)
    available = gtk_widget_get_width(parent.cast())
    // The window may be about to be shown, too: a link can open both.
    if available == 0 {
      // GTK 4.8 needs a place for both.
      var height: Int32 = 0
      gtk_window_get_default_size(parent, &available, &height)
    }
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
    guard available > 0, natural > available else { return }
    if minimum > available {
      stackButtons()
      gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
    }
    gtk_window_set_default_size(pointer, max(minimum, available), -1)
  }

  /// Puts the buttons one below the other, those that cancel last. A label that is wider than the
  /// dialog wraps.
  private func stackButtons() {
    let ordered =
      buttons.indices.filter { buttons[$0].role != .cancel }
      + buttons.indices.filter { buttons[$0].role == .cancel }
    let widgets = ordered.compactMap { gtk_dialog_get_widget_for_response(dialog, Int32($0)) }
    guard let area = widgets.first.flatMap({ gtk_widget_get_parent($0) }) else { return }
    for case let label? in widgets.map({ gtk_button_get_child($0.cast()) })
    where label.isA(gtk_label_get_type()) {
      gtk_label_set_wrap(OpaquePointer(label), 1)
      gtk_label_set_wrap_mode(OpaquePointer(label), PANGO_WRAP_WORD_CHAR)
      gtk_label_set_justify(OpaquePointer(label), GTK_JUSTIFY_CENTER)
    }
    gtk_orientable_set_orientation(OpaquePointer(area), GTK_ORIENTATION_VERTICAL)
    for (previous, widget) in zip([nil] + widgets.map(Optional.some), widgets) {
      gtk_box_reorder_child_after(area.cast(), widget, previous)
    }
  }

  /// Presses a button, as the user would. For tests.
  ///
  /// - Parameter index: The index of the button.
  public func press(_ index: Int) {
    gtk_dialog_response(dialog, Int32(index))
  }

  private func addButton(_ index: Int) {
    let button = gtk_dialog_add_button(dialog, buttons[index].label, Int32(index))!
    // GTK 4.8 would read the label twice: as the text of the button and as that of the label in it.
    Accessibility.setLabel(buttons[index].label, of: button)
    switch buttons[index].role {
    case .destructive: gtk_widget_add_css_class(button, "destructive-action")
    case .suggested: gtk_widget_add_css_class(button, "suggested-action")
    case .standard, .cancel: break
    }
  }

  /// The index of the button that Return presses: never a destructive one.
  private var defaultButton: Int? {
    buttons.firstIndex { $0.role == .suggested }
      ?? buttons.firstIndex { $0.role == .standard }
      ?? buttons.firstIndex { $0.role == .cancel }
  }

  override func closeRequested() {
    onResponse(buttons.firstIndex { $0.role == .cancel })
  }
}
