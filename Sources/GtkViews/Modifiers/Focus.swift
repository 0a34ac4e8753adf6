import GtkKit

/// Stores which of several views has the keyboard focus.
///
/// ```swift
/// enum Field { case name, quantity }
/// @FocusState private var focus: Field?
/// …
/// TextField("Name", text: $name).focused($focus, equals: .name)
/// ```
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
  /// Reads and writes the focus state of another view.
  @propertyWrapper
  public struct Binding {
    let location: Location<Value>
    /// The value while none of the views has the focus.
    let elsewhere: Value

    /// The value.
    public var wrappedValue: Value {
      get { location.value }
      nonmutating set { location.value = newValue }
    }

    public var projectedValue: Binding { self }
  }

  private var state: State<Value>
  private let elsewhere: Value

  /// A focus state for one view: whether it has the focus.
  public init() where Value == Bool {
    state = State(wrappedValue: false)
    elsewhere = false
  }

  /// A focus state for several views: the value of the focused one, or `nil`.
  public init<Wrapped>() where Value == Wrapped? {
    state = State(wrappedValue: nil)
    elsewhere = nil
  }

  /// The current focus. Setting it moves the focus.
  public var wrappedValue: Value {
    get { state.wrappedValue }
    nonmutating set { state.wrappedValue = newValue }
  }

  /// The binding that ``View/focused(_:equals:)`` takes.
  public var projectedValue: Binding {
    Binding(location: state.projectedValue.location, elsewhere: elsewhere)
  }

  public mutating func connect(to node: Node, storage: inout AnyObject?) {
    state.connect(to: node, storage: &storage)
  }
}

extension View {
  /// Binds the keyboard focus of this view to a value. The view gets the focus when the state is
  /// set to the value, and the state is set to the value when the user moves the focus here.
  ///
  /// - Parameters:
  ///   - binding: The focus state.
  ///   - value: The value that identifies this view.
  public func focused<Value: Hashable>(
    _ binding: FocusState<Value?>.Binding,
    equals value: Value
  ) -> some View {
    FocusView(
      content: self,
      isFocused: Binding(
        get: { binding.wrappedValue == value },
        set: { isFocused in
          if isFocused {
            binding.wrappedValue = value
          } else if binding.wrappedValue == value {
            binding.wrappedValue = nil
          }
        }
      )
    )
  }

  /// Binds the keyboard focus of this view to a Boolean.
  public func focused(_ binding: FocusState<Bool>.Binding) -> some View {
    FocusView(
      content: self,
      isFocused: Binding(
        get: { binding.wrappedValue },
        set: { if binding.wrappedValue != $0 { binding.wrappedValue = $0 } }
      )
    )
  }

  /// Keeps a focus state and a value of a model equal.
  ///
  /// At first, the model's value determines the focus if it identifies a view. Otherwise the focus
  /// stays where the window or page has put it, and the model is updated.
  ///
  /// - Parameters:
  ///   - modelValue: The value of the model.
  ///   - focus: The focus state.
  public func bind<Value: Hashable>(
    _ modelValue: Binding<Value>,
    to focus: FocusState<Value>.Binding
  ) -> some View {
    onChange(of: modelValue.wrappedValue, initial: true) { old, new in
      if old == new, new == focus.elsewhere { return }
      if focus.wrappedValue != new { focus.wrappedValue = new }
    }
    .onChange(of: focus.wrappedValue) { _, new in
      if modelValue.wrappedValue != new { modelValue.wrappedValue = new }
    }
  }
}

private struct FocusView<Content: View>: PrimitiveView {
  let content: Content
  let isFocused: Binding<Bool>

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { FocusNode(self, context) }
}

private final class FocusNode<Content: View>: ForwardingNode<FocusView<Content>, Content> {
  private var watched: WidgetPointer?
  private var controller: EventController?
  private let signals = SignalHandlers()
  private var wasFocused = false

  init(_ view: FocusView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    watch()
    reevaluate()
  }

  deinit {}

  private func watch() {
    let widget = widgets.first
    guard widget != watched else { return }
    unwatch()
    guard let widget else { return }
    watched = widget
    g_object_ref(widget)
    controller = EventController.focus(on: widget) { [weak self] in self?.focusChanged($0) }
    // If the state asked for the focus before the widget was on the screen, the widget gets it now.
    // Otherwise the window or page has focused its first field, and the state follows.
    signals.connect(widget, "map") { [unowned self] in
      if view.isFocused.wrappedValue { moveFocusLater() }
    }
  }

  private func unwatch() {
    signals.disconnectAll()
    guard let watched else { return }
    // A widget that is being destroyed has already released its controllers.
    let controller = controller
    self.controller = nil
    controller?.remove()
    g_object_unref(watched)
    self.watched = nil
  }

  private func focusChanged(_ isFocused: Bool) {
    guard controller != nil, !isInert else { return }
    wasFocused = isFocused
    if view.isFocused.wrappedValue != isFocused { view.isFocused.wrappedValue = isFocused }
  }

  override func update(_ view: FocusView<Content>) {
    super.update(view)
    reevaluate()
  }

  override func reevaluate() {
    let wanted = tracked { view.isFocused.wrappedValue }
    guard wanted != wasFocused else { return }
    moveFocusLater()
  }

  private func moveFocusLater() {
    UpdateScheduler.shared.afterUpdate { [weak self] in
      guard let self, !isDestroyed, let watched, gtk_widget_get_mapped(watched) != 0 else { return }
      let wanted = view.isFocused.wrappedValue
      guard wanted != hasFocus(watched) else { return }
      if wanted {
        grabFocus(watched)
      } else if let root = gtk_widget_get_root(watched) {
        gtk_root_set_focus(root, nil)
      }
      wasFocused = wanted
    }
  }

  private func hasFocus(_ widget: WidgetPointer) -> Bool {
    guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else {
      return false
    }
    return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
  }

  /// Focuses a widget. For a text field in a form row, which is a box with a label and an entry,
  /// focuses the entry.
  private func grabFocus(_ widget: WidgetPointer) {
    if let text = firstEditable(in: widget) {
      gtk_widget_grab_focus(text)
    } else if gtk_widget_grab_focus(widget) == 0 {
      gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD)
    }
  }

  private func firstEditable(in widget: WidgetPointer) -> WidgetPointer? {
    if widget.isA(gtk_entry_get_type()) || widget.isA(gtk_password_entry_get_type())
      || widget.isA(gtk_text_view_get_type())
    {
      return widget
    }
    return widget.children.lazy.compactMap { self.firstEditable(in: $0) }.first
  }

  override func widgetsDidChange() {
    guard child != nil else { return }
    watch()
    super.widgetsDidChange()
  }

  override func destroy() {
    guard !isDestroyed else { return }
    unwatch()
    super.destroy()
  }
}
