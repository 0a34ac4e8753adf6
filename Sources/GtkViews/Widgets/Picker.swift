import GtkKit

/// The appearance of pickers.
public enum PickerStyle: Equatable, Sendable {
  /// A drop-down list; in a ``Menu``, radio buttons below the label.
  case automatic
  /// A drop-down list; in a ``Menu`` the same as `automatic`.
  case menu
  /// Buttons side by side, for a few short options.
  case segmented
  /// Radio buttons, stacked vertically; in a ``Menu`` the same as `automatic`.
  case inline

  /// The same as `inline`.
  public static let radioGroup = PickerStyle.inline
  /// The same as `segmented`.
  public static let palette = PickerStyle.segmented
}

private enum PickerStyleKey: EnvironmentKey {
  static let defaultValue = PickerStyle.automatic
}

extension EnvironmentValues {
  var pickerStyle: PickerStyle {
    get { self[PickerStyleKey.self] }
    set { self[PickerStyleKey.self] = newValue }
  }
}

extension View {
  /// Sets the appearance of the pickers in this view. Later changes do not affect existing pickers.
  public func pickerStyle(_ style: PickerStyle) -> some View {
    environment(\.pickerStyle, style)
  }

  /// Sets the value of a ``Picker`` that this view represents, the selection value of a row of a
  /// ``List``, or that of a tab of a ``TabView``.
  public func tag(_ value: some Hashable) -> some View {
    TaggedView(content: self, tag: AnyHashable(value))
  }
}

/// A view with a tag.
protocol Tagged {
  var tag: AnyHashable { get }
}

struct TaggedView<Content: View>: PrimitiveView, Tagged {
  let content: Content
  let tag: AnyHashable

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { TagNode(self, context) { $0.content } }
}

/// A node of a view with a tag.
protocol Tagging: Node {
  var tag: AnyHashable { get }
}

private final class TagNode<Content: View>: ForwardingNode<TaggedView<Content>, Content>, Tagging {
  deinit {}

  var tag: AnyHashable { view.tag }
}

/// A control for choosing one of several values.
///
/// ```swift
/// Picker("Status", selection: $status) {
///   ForEach(Status.allCases, id: \.self) { Text($0.title).tag($0) }
/// }
/// ```
///
/// Each option is a ``Text`` or a ``Label`` with a ``View/tag(_:)``. In a ``ForEach``, the id of
/// the element is the tag unless the view has one.
public struct Picker<Selection: Hashable, Label: View, Options: View>: PrimitiveView {
  let selection: Binding<Selection>
  let label: Label
  let options: Options

  /// - Parameters:
  ///   - selection: The chosen value.
  ///   - content: The options.
  ///   - label: The label.
  public init(
    selection: Binding<Selection>,
    @ViewBuilder content: () -> Options,
    @ViewBuilder label: () -> Label
  ) {
    self.selection = selection
    self.label = label()
    options = content()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> {
    switch context.environment.pickerStyle {
    case .automatic where isInMenu(context), .inline where isInMenu(context),
      .menu where isInMenu(context):
      PickerNode(
        self,
        context,
        chooser: ButtonChooser(isSegmented: false, isInMenu: true),
        isInMenu: true
      )
    case .automatic, .menu: PickerNode(self, context, chooser: DropDownChooser())
    case .segmented: PickerNode(self, context, chooser: ButtonChooser(isSegmented: true))
    case .inline: PickerNode(self, context, chooser: ButtonChooser(isSegmented: false))
    }
  }

  private func isInMenu(_ context: NodeContext) -> Bool { context.environment.placement == .menu }
}

extension Picker where Label == Text {
  /// - Parameters:
  ///   - title: The label.
  ///   - selection: The chosen value.
  ///   - content: The options.
  public init(
    _ title: some StringProtocol,
    selection: Binding<Selection>,
    @ViewBuilder content: () -> Options
  ) {
    self.init(selection: selection, content: content) { Text(title) }
  }
}

private final class PickerNode<Selection: Hashable, Label: View, Options: View>:
  LabeledControlNode<Picker<Selection, Label, Options>, Label>
{
  private let chooser: any Chooser
  private var options: Subtree<Options>?
  private var tags: [AnyHashable] = []
  private var titles: [String] = []

  init(
    _ view: Picker<Selection, Label, Options>,
    _ context: NodeContext,
    chooser: any Chooser,
    isInMenu: Bool = false
  ) {
    self.chooser = chooser
    super.init(view, context, control: chooser.widget) { $0.label }
    if isInMenu { standInMenu() }
    let options = Subtree(view.options, parent: self, environment: optionEnvironment)
    options.onWidgetsChange = { [unowned self] in showOptions() }
    self.options = options
    chooser.onChoice = { [unowned self] in choose($0) }
    showOptions()
  }

  deinit {}

  /// Arranges the picker as rows of a menu, vertically and from the leading edge.
  private func standInMenu() {
    gtk_orientable_set_orientation(widget.opaque, GTK_ORIENTATION_VERTICAL)
    gtk_box_set_spacing(widget.cast(), 0)
    gtk_box_set_spacing(control.cast(), 0)
    gtk_widget_set_halign(control, GTK_ALIGN_FILL)
    gtk_widget_add_css_class(widget, "menu-picker")
  }

  private var optionEnvironment: EnvironmentValues {
    var environment = environment
    environment.placement = .options
    return environment
  }

  private func choose(_ index: Int) {
    guard !ignoresInput else { return reevaluateLater() }
    guard tags.indices.contains(index), let value = value(of: tags[index]) else { return }
    write(value, to: view.selection)
  }

  /// Returns the tag as a selection. A tag also matches a selection of the optional type.
  private func value(of tag: AnyHashable) -> Selection? { tag.base as? Selection }

  private func showOptions() {
    var tags: [AnyHashable] = []
    var titles: [String] = []
    func collect(_ node: Node, tag: AnyHashable?) {
      let tag = (node as? any Tagging)?.tag ?? tag
      if let elements = node as? any ElementNode {
        elements.forEachElement { collect($1, tag: $0) }
      } else if let title = (node as? any TextProviding)?.plainText {
        if let tag {
          tags.append(tag)
          titles.append(title)
        }
      } else if node is any OptionLabel, let title = plainText(of: node) {
        if let tag {
          tags.append(tag)
          titles.append(title)
        }
      } else {
        node.forEachChild { collect($0, tag: tag) }
      }
    }
    if let options { collect(options, tag: nil) }
    self.tags = tags
    if titles != self.titles {
      self.titles = titles
      chooser.setTitles(titles)
    }
    reevaluate()
  }

  override func update(_ view: Picker<Selection, Label, Options>) {
    super.update(view)
    options?.update(view.options)
    showOptions()
  }

  override func reevaluate() {
    let selection = tracked { view.selection.wrappedValue }
    chooser.select(tags.firstIndex { value(of: $0) == selection })
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    options?.setEnvironment(optionEnvironment)
  }

  override func destroy() {
    guard !isDestroyed else { return }
    chooser.disconnect()
    options?.destroy()
    super.destroy()
  }
}

/// A node whose first text is the title of an option.
protocol OptionLabel: Node {}

/// A widget for choosing one of several titles.
private protocol Chooser: AnyObject {
  var widget: WidgetPointer { get }
  var onChoice: (Int) -> Void { get set }
  func setTitles(_ titles: [String])
  func select(_ index: Int?)
  func disconnect()
}

private final class DropDownChooser: Chooser {
  let widget: WidgetPointer
  var onChoice: (Int) -> Void = { _ in }
  private let signals = SignalHandlers()
  private let list: DropDownList
  private var titles: [String] = []
  private var isApplying = false

  init() {
    widget = gtk_drop_down_new_from_strings(nil)
    list = DropDownList(of: widget)
    signals.connect(widget, notify: "selected") { [unowned self] in
      let index = gtk_drop_down_get_selected(widget.opaque)
      if !isApplying, index != guint.max { onChoice(Int(index)) }
    }
  }

  deinit {}

  func setTitles(_ titles: [String]) {
    self.titles = titles
    isApplying = true
    let model = withCStrings(titles) { ObjectReference(owning: gtk_string_list_new($0)) }
    gtk_drop_down_set_model(widget.opaque, model.opaque)
    list.didChangeRows()
    isApplying = false
  }

  func select(_ index: Int?) {
    // The button inside has the keyboard focus. Screen readers would read the name of its type.
    if let button = gtk_widget_get_first_child(widget) {
      let title = index.map { titles[$0] } ?? String(translatedByGtk: "(None)")
      Accessibility.setLabel(title, of: button)
    }
    let index = index.map { guint($0) } ?? guint.max
    if gtk_drop_down_get_selected(widget.opaque) != index {
      isApplying = true
      gtk_drop_down_set_selected(widget.opaque, index)
      isApplying = false
    }
    list.didChoose()
  }

  func disconnect() {
    signals.disconnectAll()
    list.disconnect()
    // To free a drop-down list with its popover takes more than a millisecond, and a form may have
    // so many that a frame would be late.
    IdleRelease.take(ObjectReference(widget))
  }
}

/// The list of a drop-down, which comes when it is opened for the first time.
///
/// GTK makes it at once, with a row for each choice. Most drop-downs of a form are never opened,
/// and two thirds of their widgets would be there for nothing.
private final class DropDownList {
  private let signals = SignalHandlers()
  private let dropDown: WidgetPointer
  private let list: WidgetPointer?
  /// What is in the popover, until it is opened.
  private var content: ObjectReference?
  /// The rows of the list, until it is opened.
  private var rows: ObjectReference?
  /// Whether the list has got new rows while it is open.
  private var hasNewRows = false

  init(of dropDown: WidgetPointer) {
    self.dropDown = dropDown
    guard let popover = dropDown.firstDescendant(gtk_popover_get_type()),
      let child = gtk_popover_get_child(popover.cast()),
      let list = child.firstDescendant(gtk_list_view_get_type())
    else {
      list = nil
      return
    }
    self.list = list
    content = ObjectReference(child)
    gtk_popover_set_child(popover.cast(), nil)
    // A popover is realized when it is first shown, before it is measured.
    signals.connect(popover, "realize") { [unowned self] in fill(popover.cast()) }
    signals.connect(popover, "show") { [unowned self] in didShow() }
  }

  deinit {}

  /// To be called when the drop-down has given its list new rows. Takes them away if it has not
  /// been opened.
  func didChangeRows() {
    guard let list, let model = gtk_list_view_get_model(list.opaque) else { return }
    if content == nil {
      hasNewRows = gtk_widget_get_mapped(list) != 0
    } else {
      rows = ObjectReference(model)
      gtk_list_view_set_model(list.opaque, nil)
    }
  }

  /// To be called when the drop-down has a choice again after its rows have changed.
  func didChoose() {
    guard hasNewRows else { return }
    hasNewRows = false
    didShow()
  }

  private func fill(_ popover: UnsafeMutablePointer<GtkPopover>) {
    guard let list, let content else { return }
    if let rows { gtk_list_view_set_model(list.opaque, rows.opaque) }
    gtk_popover_set_child(popover, content.widget)
    self.content = nil
    rows = nil
  }

  private func didShow() {
    guard let list else { return }
    let chosen = gtk_drop_down_get_selected(dropDown.opaque)
    if chosen != guint.max { focusRow(chosen, of: list) }
    for row in list.children { Accessibility.setLabelFromContent(of: row) }
  }

  /// Selects a row, scrolls there, and moves the focus there. GTK 4.8 begins at the first row.
  private func focusRow(_ position: guint, of list: WidgetPointer) {
    // The pointer or a key may have selected another row before the list was closed.
    gtk_single_selection_set_selected(gtk_list_view_get_model(list.opaque), position)
    // A long list has no row for the choice before it is scrolled there.
    ListView.scroll(list, to: Int(position))
    let row = list.children.first {
      gtk_widget_get_state_flags($0).rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0
    }
    if let row { gtk_widget_grab_focus(row) }
  }

  func disconnect() { signals.disconnectAll() }
}

private final class ButtonChooser: Chooser {
  let widget: WidgetPointer
  var onChoice: (Int) -> Void = { _ in }
  private let isSegmented: Bool
  private var signals = SignalHandlers()
  private var buttons: [WidgetPointer] = []
  private var isApplying = false

  /// - Parameters:
  ///   - isSegmented: Whether the options are buttons side by side.
  ///   - isInMenu: Whether the options are items of a menu.
  init(isSegmented: Bool, isInMenu: Bool = false) {
    self.isSegmented = isSegmented
    widget = gtk_box_new(
      isSegmented ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL,
      isSegmented ? 0 : 6
    )
    if isSegmented { gtk_widget_add_css_class(widget, "linked") }
    guard isInMenu else { return }
    EventController.key(on: widget, phase: GTK_PHASE_CAPTURE) { [weak self] symbol, modifiers in
      self?.keyPressed(symbol, modifiers) ?? false
    }
  }

  /// Moves the focus with the arrow keys, as in the rest of a menu. GTK would choose at once what
  /// gets the focus, and not leave the options.
  private func keyPressed(_ symbol: UInt32, _ modifiers: GdkModifierType) -> Bool {
    guard modifiers.shiftControlAlt == 0,
      let current = buttons.firstIndex(where: { $0.containsFocus })
    else { return false }
    switch Int32(symbol) {
    case GDK_KEY_Down, GDK_KEY_KP_Down: return moveFocus(from: current, by: 1)
    case GDK_KEY_Up, GDK_KEY_KP_Up: return moveFocus(from: current, by: -1)
    default: return false
    }
  }

  private func moveFocus(from current: Int, by step: Int) -> Bool {
    if buttons.indices.contains(current + step) {
      gtk_widget_grab_focus(buttons[current + step])
      return true
    }
    let direction = step > 0 ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD
    var place: WidgetPointer? = widget
    while let widget = place, !widget.isA(gtk_popover_get_type()) {
      var item: WidgetPointer? = widget
      repeat {
        item = item.flatMap {
          step > 0 ? gtk_widget_get_next_sibling($0) : gtk_widget_get_prev_sibling($0)
        }
        if let item, gtk_widget_child_focus(item, direction) != 0 { return true }
      } while item != nil
      place = gtk_widget_get_parent(widget)
    }
    // There is nothing beyond.
    return true
  }

  deinit {}

  func setTitles(_ titles: [String]) {
    signals.disconnectAll()
    for button in buttons { gtk_box_remove(widget.cast(), button) }
    buttons = titles.enumerated().map { index, title in
      let button: WidgetPointer =
        isSegmented
        ? gtk_toggle_button_new_with_label(title) : gtk_check_button_new_with_label(title)
      // GTK 4.8 reports a check button in a group as a check box.
      if !isSegmented { Accessibility.setRole(GTK_ACCESSIBLE_ROLE_RADIO, of: button) }
      gtk_box_append(widget.cast(), button)
      signals.connect(button, "toggled") { [unowned self] in
        if !isApplying, isActive(button) { onChoice(index) }
      }
      return button
    }
    for button in buttons.dropFirst() {
      if isSegmented {
        gtk_toggle_button_set_group(button.cast(), buttons[0].cast())
      } else {
        gtk_check_button_set_group(button.cast(), buttons[0].cast())
      }
    }
  }

  private func isActive(_ button: WidgetPointer) -> Bool {
    isSegmented
      ? gtk_toggle_button_get_active(button.cast()) != 0
      : gtk_check_button_get_active(button.cast()) != 0
  }

  func select(_ index: Int?) {
    isApplying = true
    for (position, button) in buttons.enumerated() where isActive(button) != (position == index) {
      if isSegmented {
        gtk_toggle_button_set_active(button.cast(), gbool(position == index))
      } else {
        gtk_check_button_set_active(button.cast(), gbool(position == index))
      }
    }
    isApplying = false
  }

  func disconnect() { signals.disconnectAll() }
}
