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
    let source: ValueSource<Value>
    /// The value while none of the views has the focus.
    let elsewhere: Value

    /// The value.
    public var wrappedValue: Value {
      get { source.value }
      nonmutating set { source.value = newValue }
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
    Binding(source: state.projectedValue.source, elsewhere: elsewhere)
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
    // If both have changed, the model's value counts. With the values that the closures are given,
    // the two would exchange their values again and again.
    onChange(of: modelValue.wrappedValue, initial: true) { old, new in
      if old == new, new == focus.elsewhere { return }
      let new = modelValue.wrappedValue
      if focus.wrappedValue != new { focus.wrappedValue = new }
    }
    .onChange(of: focus.wrappedValue) { _, _ in
      let new = focus.wrappedValue
      if modelValue.wrappedValue != new { modelValue.wrappedValue = new }
    }
  }
}

private struct FocusView<Content: View>: PrimitiveView {
  let content: Content
  let isFocused: Binding<Bool>

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { FocusNode(self, context) }
}

private final class FocusNode<Content: View>: InputNode<FocusView<Content>, Content> {
  private var wasFocused = false

  init(_ view: FocusView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    reevaluate()
  }

  deinit {}

  override func attach(to widget: WidgetPointer) -> [any Attachment] {
    [
      EventController.focus(on: widget) { [weak self] in self?.focusChanged($0) },
      // If the state asked for the focus before the widget was on the screen, the widget gets it
      // now, before its page gives the focus to the first field: the map signal comes to the page
      // after it has come to what is in it. Otherwise the state follows the page.
      Signal.connect(widget, "map") { [unowned self] in
        if view.isFocused.wrappedValue { moveFocus() }
      },
    ]
  }

  private func focusChanged(_ isFocused: Bool) {
    guard attachedWidget != nil, !isInert else { return }
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
    UpdateScheduler.shared.afterUpdate { [weak self] in self?.moveFocus() }
  }

  private func moveFocus() {
    guard !isDestroyed, let widget = attachedWidget, gtk_widget_get_mapped(widget) != 0 else {
      return
    }
    let wanted = view.isFocused.wrappedValue
    guard wanted != widget.containsFocus else { return }
    if wanted {
      grabFocus(widget)
    } else if let root = gtk_widget_get_root(widget) {
      gtk_root_set_focus(root, nil)
    }
    wasFocused = wanted
  }

  /// Focuses a widget. For a text field in a form row, which is a box with a label and an entry,
  /// focuses the entry.
  private func grabFocus(_ widget: WidgetPointer) {
    if let field = widget.firstTextField {
      gtk_widget_grab_focus(field)
    } else if gtk_widget_grab_focus(widget) == 0 {
      gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD)
    }
  }
}
