import GtkKit

/// The node of a text field that grows with its text, from the least to the greatest number of
/// lines.
final class GrowingTextFieldNode: WidgetNode<TextField> {
  private let textView: WidgetPointer
  private let scroller: WidgetPointer
  private let placeholder: WidgetPointer
  private let label: WidgetPointer?
  private let edited: EditedText

  /// The text field, which is not the widget of the node in a form: there it has a label beside it.
  override var control: WidgetPointer { textView }

  init(_ view: TextField, _ context: NodeContext) {
    textView = gtk_text_view_new()
    scroller = gtk_scrolled_window_new()
    placeholder = gtk_label_new(nil)
    let isFormRow = context.environment.placement == .formRow
    edited = EditedText(EditableParagraphs(textView))
    let overlay = gtk_overlay_new()!
    gtk_overlay_set_child(overlay.opaque, scroller)
    gtk_overlay_add_overlay(overlay.opaque, placeholder)
    gtk_widget_set_hexpand(overlay, 1)
    if isFormRow {
      let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
      let label = gtk_label_new(nil)!
      gtk_widget_set_valign(label, GTK_ALIGN_START)
      gtk_box_append(box.cast(), label)
      gtk_box_append(box.cast(), overlay)
      self.label = label
      super.init(view, context, widget: box)
    } else {
      label = nil
      super.init(view, context, widget: overlay)
    }
    prepareText(isFormRow: isFormRow)
    preparePlaceholder(isFormRow: isFormRow)
    showTitle()
    showLines()
    connect()
    edited.start(with: tracked { view.text.wrappedValue })
    showPlaceholder()
  }

  deinit {}

  private func prepareText(isFormRow: Bool) {
    // Who works with the keyboard alone would not get out of the text again.
    gtk_text_view_set_accepts_tab(textView.cast(), 0)
    gtk_text_view_set_wrap_mode(textView.cast(), GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_top_margin(textView.cast(), isFormRow ? 0 : Self.margin.vertical)
    gtk_text_view_set_bottom_margin(textView.cast(), isFormRow ? 0 : Self.margin.vertical)
    gtk_text_view_set_left_margin(textView.cast(), isFormRow ? 0 : Self.margin.horizontal)
    gtk_text_view_set_right_margin(textView.cast(), isFormRow ? 0 : Self.margin.horizontal)
    gtk_scrolled_window_set_child(scroller.opaque, textView)
    gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
    gtk_widget_add_css_class(scroller, "text-editor")
    // The frame has rounded corners.
    gtk_widget_set_overflow(scroller, GTK_OVERFLOW_HIDDEN)
  }

  private static let margin: (horizontal: Int32, vertical: Int32) = (10, 7)

  private func preparePlaceholder(isFormRow: Bool) {
    gtk_widget_add_css_class(placeholder, "dim-label")
    gtk_widget_set_halign(placeholder, GTK_ALIGN_START)
    gtk_widget_set_valign(placeholder, GTK_ALIGN_START)
    gtk_widget_set_can_target(placeholder, 0)
    gtk_label_set_ellipsize(placeholder.opaque, PANGO_ELLIPSIZE_END)
    // The frame is one pixel wide.
    gtk_widget_set_margin_start(placeholder, isFormRow ? 0 : Self.margin.horizontal + 1)
    gtk_widget_set_margin_end(placeholder, isFormRow ? 0 : Self.margin.horizontal + 1)
    gtk_widget_set_margin_top(placeholder, isFormRow ? 0 : Self.margin.vertical + 1)
    Accessibility.setState(GTK_ACCESSIBLE_STATE_HIDDEN, true, of: placeholder)
  }

  private func connect() {
    edited.onChange = { [unowned self] in
      if !isInert { view.text.wrappedValue = $0 }
      showPlaceholder()
    }
    edited.currentValue = { [unowned self] in view.text.wrappedValue }
    // Before the text takes the key as a new line.
    let keys = EventController.key(on: textView, phase: GTK_PHASE_CAPTURE) {
      [unowned self] symbol, modifiers in
      let held = modifiers.rawValue & gtk_accelerator_get_default_mod_mask().rawValue
      let isReturn = [GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter].contains(Int32(symbol))
      guard isReturn, held == 0, !isInert, let submit = environment.submit else { return false }
      if !ignoresInput { submit.run() }
      return true
    }
    signals.keep(keys)
  }

  private func showPlaceholder() {
    let buffer = gtk_text_view_get_buffer(textView.cast())
    gtk_widget_set_visible(placeholder, gbool(gtk_text_buffer_get_char_count(buffer) == 0))
  }

  private func showTitle() {
    label.map { gtk_label_set_text($0.opaque, view.title) }
    let text = view.prompt ?? (label == nil ? view.title : "")
    gtk_label_set_text(placeholder.opaque, text)
    Accessibility.setLabel(view.title, of: textView)
  }

  /// Limits the height to the numbers of lines of the environment.
  private func showLines() {
    let lines = environment.textLayout.lines
    let layout = gtk_widget_create_pango_layout(textView, "X")
    var height: Int32 = 0
    pango_layout_get_pixel_size(layout, nil, &height)
    g_object_unref(layout.map { UnsafeMutableRawPointer($0) })
    let margins = label == nil ? 2 * Self.margin.vertical : 0
    let least = Int32(clamping: max(1, lines.minimum)) &* height + margins
    let greatest = lines.maximum.map {
      max(least, Int32(clamping: min($0, 1_000)) &* height + margins)
    }
    gtk_scrolled_window_set_max_content_height(scroller.opaque, -1)
    gtk_scrolled_window_set_min_content_height(scroller.opaque, least)
    gtk_scrolled_window_set_max_content_height(scroller.opaque, greatest ?? -1)
    gtk_scrolled_window_set_policy(
      scroller.opaque,
      GTK_POLICY_NEVER,
      // A scroll bar would be higher than one line.
      greatest == nil ? GTK_POLICY_NEVER : GTK_POLICY_EXTERNAL
    )
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    showLines()
  }

  override func update(_ view: TextField) {
    let old = self.view
    super.update(view)
    if view.title != old.title || view.prompt != old.prompt { showTitle() }
    reevaluate()
  }

  override func reevaluate() {
    edited.show(tracked { view.text.wrappedValue })
    showPlaceholder()
  }

  override func destroy() {
    guard !isDestroyed else { return }
    edited.disconnect()
    super.destroy()
  }
}
