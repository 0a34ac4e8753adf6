import GtkKit

/// The buttons of the tabs side by side, of which one is selected.
///
/// A press on a button asks for its tab. Which one is selected, the owner says.
final class TabSwitcher {
  /// What a button shows.
  struct Item {
    /// Identifies the tab, whose button stays the same.
    let id: ObjectIdentifier
    let label: [WidgetPointer]
    /// The text of the label.
    let title: String
    let badge: String?
    /// Whether the tab can be closed.
    var isClosable = false
    /// Whether the tab can be moved among others.
    var isMovable = false
  }

  /// Called with the number of the tab that the user asks for.
  var onSelect: (Int) -> Void = { _ in }
  /// Called with the number of the tab that the user wants to close.
  var onClose: (Int) -> Void = { _ in }
  /// Called with the number of the tab that the user has dragged, and of that before which it is to
  /// be.
  var onMove: (_ tab: Int, _ destination: Int) -> Void = { _, _ in }

  private let box = ObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  private var buttons: [TabButton] = []
  private var selected: Int?
  private let areDocuments: Bool
  /// The tab that is dragged, and that before which it would be dropped.
  private var dragged: (id: ObjectIdentifier, destination: Int)?

  /// - Parameter areDocuments: Whether the tabs are as wide as their texts, and can be closed and
  ///   moved.
  init(areDocuments: Bool = false) {
    self.areDocuments = areDocuments
    gtk_widget_add_css_class(widget, "tab-switcher")
    gtk_box_set_homogeneous(box.cast(), areDocuments ? 0 : 1)
    gtk_box_set_spacing(box.cast(), spacing)
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_TAB_LIST, of: widget)
    EventController.key(on: widget, phase: GTK_PHASE_CAPTURE) { [weak self] symbol, modifiers in
      self?.keyPressed(symbol, modifiers) ?? false
    }
  }

  deinit {}

  private let spacing: Int32 = 3

  var widget: WidgetPointer { box.widget }

  func show(_ items: [Item]) {
    let old = Dictionary(uniqueKeysWithValues: buttons.map { ($0.id, $0) })
    buttons = items.map { item in
      let button = old[item.id] ?? makeButton(item.id)
      button.show(item)
      button.hasTextBelow = hasTextBelow
      return button
    }
    let kept = Set(items.map(\.id))
    for button in old.values where !kept.contains(button.id) { button.leave() }
    arrange(buttons.map(\.widget), inBox: widget)
    select(selected)
  }

  private func makeButton(_ id: ObjectIdentifier) -> TabButton {
    let button = TabButton(id: id, isDocument: areDocuments)
    button.onPress = { [weak self] in self?.number(of: id).map { self?.onSelect($0) } }
    button.onClose = { [weak self] in self?.number(of: id).map { self?.onClose($0) } }
    button.onDrag = { [weak self] in self?.drag(id, to: $0) }
    button.onDrop = { [weak self] in self?.drop(isCancelled: $0) }
    return button
  }

  private func number(of id: ObjectIdentifier) -> Int? { buttons.firstIndex { $0.id == id } }

  // MARK: Drags

  /// Shows where a tab would be dropped.
  ///
  /// - Parameters:
  ///   - id: The tab.
  ///   - x: The position of the pointer in the tab.
  private func drag(_ id: ObjectIdentifier, to x: Double) {
    guard let number = number(of: id) else { return }
    var (position, y) = (0.0, 0.0)
    gtk_widget_translate_coordinates(buttons[number].widget, widget, x, 0, &position, &y)
    let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    let destination = buttons.count { button in
      let place = place(of: button)
      let middle = (place.lowerBound + place.upperBound) / 2
      return isRightToLeft ? position < middle : position > middle
    }
    dragged = (id, destination)
    showDestination(destination)
  }

  private func drop(isCancelled: Bool) {
    guard let (id, destination) = dragged else { return }
    dragged = nil
    showDestination(nil)
    guard !isCancelled, let number = number(of: id) else { return }
    if destination != number, destination != number + 1 { onMove(number, destination) }
  }

  private func showDestination(_ destination: Int?) {
    for (number, button) in buttons.enumerated() {
      button.widget.setCSSClass("drop-before", number == destination)
      let isLast = number == buttons.count - 1 && destination == buttons.count
      button.widget.setCSSClass("drop-behind", isLast)
    }
  }

  private func place(of button: TabButton) -> ClosedRange<Double> {
    var (x, y) = (0.0, 0.0)
    gtk_widget_translate_coordinates(button.widget, widget, 0, 0, &x, &y)
    return x...x + Double(gtk_widget_get_width(button.widget))
  }

  /// Where the tab is that is shown, in pixels from the left.
  var selectedPlace: ClosedRange<Double>? {
    selected.flatMap { buttons.indices.contains($0) ? place(of: buttons[$0]) : nil }
  }

  // MARK: Selection

  /// Marks a tab as the one that is shown. The focus stays in the switcher if it was there.
  func select(_ index: Int?) {
    selected = index
    let hadFocus = widget.containsFocus
    for (number, button) in buttons.enumerated() where number == index {
      button.isSelected = true
      if hadFocus { button.grabFocus() }
    }
    for (number, button) in buttons.enumerated() where number != index {
      button.isSelected = false
    }
  }

  /// Whether texts stand below the symbols, rather than beside them.
  var hasTextBelow = false {
    didSet {
      guard hasTextBelow != oldValue else { return }
      for button in buttons { button.hasTextBelow = hasTextBelow }
    }
  }

  /// The width that all buttons need to show their texts beside their symbols, in pixels.
  var widthBeside: Int {
    let widest = buttons.map(\.widthBeside).max() ?? 0
    return buttons.count * widest + max(buttons.count - 1, 0) * Int(spacing)
  }

  private func keyPressed(_ symbol: UInt32, _ modifiers: GdkModifierType) -> Bool {
    guard modifiers.shiftControlAlt == 0, !buttons.isEmpty else { return false }
    let forwards = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? -1 : 1
    let current = buttons.firstIndex { $0.widget.containsFocus } ?? selected ?? 0
    let target: Int
    switch Int32(symbol) {
    case GDK_KEY_Left, GDK_KEY_KP_Left: target = current - forwards
    case GDK_KEY_Right, GDK_KEY_KP_Right: target = current + forwards
    case GDK_KEY_Home, GDK_KEY_KP_Home: target = 0
    case GDK_KEY_End, GDK_KEY_KP_End: target = buttons.count - 1
    default: return false
    }
    if buttons.indices.contains(target), target != selected { onSelect(target) }
    return true
  }

  func destroy() {
    for button in buttons { button.leave() }
    buttons = []
    for child in widget.children { gtk_box_remove(box.cast(), child) }
  }
}

/// The button of a tab: the label of the tab, and a badge. A tab of a document has a second button
/// to close it.
private final class TabButton {
  let id: ObjectIdentifier
  var onPress: () -> Void = {}
  var onClose: () -> Void = {}
  /// Called with the position of the pointer in the tab while it drags the tab.
  var onDrag: (Double) -> Void = { _ in }
  var onDrop: (_ isCancelled: Bool) -> Void = { _ in }

  /// The button, and the one that closes the tab.
  private let cell: ObjectReference
  private let button = ObjectReference(gtk_button_new())
  private let content = ObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
  private let label = ObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
  private let badge = ObjectReference(gtk_label_new(nil))
  private let closeButton: ObjectReference?
  private var isClosable = false
  private var isMovable = false
  private var pressed = 0.0
  private var isDragging = false

  init(id: ObjectIdentifier, isDocument: Bool) {
    self.id = id
    cell = isDocument ? ObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)) : button
    closeButton =
      isDocument
      ? ObjectReference(gtk_button_new_from_icon_name("window-close-symbolic")) : nil
    gtk_widget_add_css_class(button.widget, "flat")
    gtk_widget_add_css_class(button.widget, "tab-button")
    // A click shows the page, and the focus goes into it.
    gtk_widget_set_focus_on_click(button.widget, 0)
    Accessibility.setRole(GTK_ACCESSIBLE_ROLE_TAB, of: button.widget)
    gtk_widget_set_halign(content.widget, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(badge.widget, "tab-badge")
    gtk_widget_set_valign(badge.widget, GTK_ALIGN_CENTER)
    gtk_widget_set_visible(badge.widget, 0)
    gtk_box_append(content.cast(), label.widget)
    gtk_box_append(content.cast(), badge.widget)
    gtk_button_set_child(button.cast(), content.widget)
    Signal.connect(button.widget, "clicked") { [weak self] in self?.onPress() }
    if let closeButton { makeDocument(closeButton) }
    isSelected = false
  }

  deinit {}

  private func makeDocument(_ closeButton: ObjectReference) {
    gtk_widget_add_css_class(widget, "tab-cell")
    gtk_widget_set_hexpand(button.widget, 1)
    gtk_box_append(cell.cast(), button.widget)
    for style in ["flat", "circular", "tab-close"] {
      gtk_widget_add_css_class(closeButton.widget, style)
    }
    gtk_widget_set_valign(closeButton.widget, GTK_ALIGN_CENTER)
    // Ctrl+W closes the tab.
    gtk_widget_set_focusable(closeButton.widget, 0)
    let name = String(translatedByGtk: "_Close").replacing("_", with: "")
    Accessibility.setLabel(name, of: closeButton.widget)
    gtk_widget_set_tooltip_text(closeButton.widget, name)
    gtk_box_append(cell.cast(), closeButton.widget)
    Signal.connect(closeButton.widget, "clicked") { [weak self] in self?.onClose() }
    EventController.click(on: widget, button: Int(GDK_BUTTON_MIDDLE), at: .exclusiveRelease) {
      [weak self] _, _, _ in
      if let self, isClosable { onClose() }
    }
    EventController.drag(
      on: widget,
      onBegin: { [weak self] x, _ in
        self?.pressed = x
        self?.isDragging = false
      },
      onMove: { [weak self] x, _ in self?.drag(x) ?? false },
      onEnd: { [weak self] in self?.onDrop($0) }
    )
  }

  private func drag(_ distance: Double) -> Bool {
    guard isMovable else { return false }
    // A hand that clicks trembles.
    if abs(distance) >= 8 { isDragging = true }
    if isDragging { onDrag(pressed + distance) }
    return isDragging
  }

  var widget: WidgetPointer { cell.widget }

  func show(_ item: TabSwitcher.Item) {
    arrange(item.label, inBox: label.widget)
    for part in item.label { gtk_widget_set_halign(part, GTK_ALIGN_CENTER) }
    let text = item.badge ?? ""
    if String(cString: gtk_label_get_text(badge.opaque)) != text {
      gtk_label_set_text(badge.opaque, text)
    }
    gtk_widget_set_visible(badge.widget, text.isEmpty ? 0 : 1)
    let name = [item.title, text].filter { !$0.isEmpty }.joined(separator: ", ")
    Accessibility.setLabel(name, of: button.widget)
    isClosable = item.isClosable
    isMovable = item.isMovable
    if let closeButton { gtk_widget_set_visible(closeButton.widget, isClosable ? 1 : 0) }
  }

  var isSelected = false {
    didSet {
      for widget in [widget, button.widget] {
        if isSelected {
          gtk_widget_set_state_flags(widget, GTK_STATE_FLAG_CHECKED, 0)
        } else {
          gtk_widget_unset_state_flags(widget, GTK_STATE_FLAG_CHECKED)
        }
      }
      Accessibility.setState(GTK_ACCESSIBLE_STATE_SELECTED, isSelected, of: button.widget)
      // Tab leads to one tab, from which the arrow keys lead to the others.
      gtk_widget_set_focusable(button.widget, isSelected ? 1 : 0)
    }
  }

  func grabFocus() { gtk_widget_grab_focus(button.widget) }

  var hasTextBelow = false {
    didSet {
      guard hasTextBelow != oldValue else { return }
      gtk_orientable_set_orientation(
        label.opaque,
        hasTextBelow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
      )
      gtk_box_set_spacing(label.cast(), hasTextBelow ? 2 : 6)
    }
  }

  var widthBeside: Int {
    func natural(_ widget: WidgetPointer) -> Int {
      Int(widget.measured(GTK_ORIENTATION_HORIZONTAL).natural)
    }
    let parts = label.widget.children
    let beside = parts.reduce(0) { $0 + natural($1) } + max(parts.count - 1, 0) * 6
    return natural(widget) - natural(label.widget) + beside
  }

  /// Gives back the widgets of the label.
  func leave() {
    for part in label.widget.children { gtk_box_remove(label.cast(), part) }
    // GTK 4.8 never releases a focused widget that is removed before the next frame.
    _ = PageFocus.take(from: widget)
  }
}
