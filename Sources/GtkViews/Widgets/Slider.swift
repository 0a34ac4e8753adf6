import GtkKit

/// A control for choosing a number by dragging.
public struct Slider<Label: View>: PrimitiveView {
  let value: Binding<Double>
  let range: ClosedRange<Double>
  let step: Double?
  let label: Label
  /// What stands at the beginning and at the end of the range.
  private(set) var ends: (minimum: AnyView, maximum: AnyView)?
  /// Called when the user begins to change the number, and when that ends.
  private(set) var onEditingChanged: (Bool) -> Void

  /// - Parameters:
  ///   - value: The number.
  ///   - range: The allowed numbers.
  ///   - step: The distance between two neighbouring numbers; `nil` for any number.
  ///   - label: The label.
  ///   - onEditingChanged: Called with `true` when the user begins to change the number, and with
  ///     `false` when that ends.
  public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>,
    in range: ClosedRange<Value> = 0...1,
    step: Value? = nil,
    @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.value = Binding(
      get: { Double(value.wrappedValue) },
      set: { value.wrappedValue = Value($0) }
    )
    self.range = Double(range.lowerBound)...Double(range.upperBound)
    self.step = step.map { Double($0) }
    self.label = label()
    self.onEditingChanged = onEditingChanged
  }

  /// - Parameters:
  ///   - value: The number.
  ///   - range: The allowed numbers.
  ///   - step: The distance between two neighbouring numbers; `nil` for any number.
  ///   - label: The label.
  ///   - minimumValueLabel: What stands at the beginning of the range.
  ///   - maximumValueLabel: What stands at the end of the range.
  ///   - onEditingChanged: Called with `true` when the user begins to change the number, and with
  ///     `false` when that ends.
  public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>,
    in range: ClosedRange<Value> = 0...1,
    step: Value? = nil,
    @ViewBuilder label: () -> Label,
    @ViewBuilder minimumValueLabel: () -> some View,
    @ViewBuilder maximumValueLabel: () -> some View,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(
      value: value,
      in: range,
      step: step,
      label: label,
      onEditingChanged: onEditingChanged
    )
    ends = (AnyView(minimumValueLabel()), AnyView(maximumValueLabel()))
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { SliderNode(self, context) }
}

extension Slider where Label == EmptyView {
  /// - Parameters:
  ///   - value: The number.
  ///   - range: The allowed numbers.
  ///   - step: The distance between two neighbouring numbers; `nil` for any number.
  ///   - onEditingChanged: Called with `true` when the user begins to change the number, and with
  ///     `false` when that ends.
  public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>,
    in range: ClosedRange<Value> = 0...1,
    step: Value? = nil,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(
      value: value,
      in: range,
      step: step,
      label: { EmptyView() },
      onEditingChanged: onEditingChanged
    )
  }
}

private final class SliderNode<Label: View>: LabeledControlNode<Slider<Label>, Label> {
  private var ends: [Subtree<AnyView>] = []
  /// Whether the user holds the knob.
  private var isHeld = false

  init(_ view: Slider<Label>, _ context: NodeContext) {
    let scale = gtk_scale_new_with_range(
      GTK_ORIENTATION_HORIZONTAL,
      view.range.lowerBound,
      view.range.upperBound,
      SliderNode.step(of: view)
    )!
    gtk_scale_set_draw_value(scale.cast(), 0)
    gtk_widget_set_hexpand(scale, 1)
    gtk_widget_set_size_request(scale, 120, -1)
    super.init(view, context, control: scale) { $0.label }
    onControlSignal("value-changed") { [unowned self] in
      let isStep = !isHeld
      if isStep { self.view.onEditingChanged(true) }
      write(rounded(gtk_range_get_value(control.cast())), to: self.view.value)
      if isStep { self.view.onEditingChanged(false) }
    }
    followButton()
    showEnds()
    reevaluate()
  }

  /// The gestures of GTK's own scale take the events of others.
  private func followButton() {
    let controller = EventController.event(on: control, phase: GTK_PHASE_CAPTURE) {
      [unowned self] event in
      switch gdk_event_get_event_type(event) {
      case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN: hold(true)
      case GDK_BUTTON_RELEASE, GDK_TOUCH_END, GDK_TOUCH_CANCEL: hold(false)
      default: break
      }
      return false
    }
    signals.keep(controller)
  }

  private func hold(_ isHeld: Bool) {
    guard isHeld != self.isHeld, !isHeld || !ignoresInput else { return }
    self.isHeld = isHeld
    if !isInert { view.onEditingChanged(isHeld) }
  }

  private func showEnds() {
    guard let views = view.ends else { return }
    if ends.isEmpty {
      ends = [views.minimum, views.maximum].map {
        Subtree($0, parent: self, environment: childEnvironment)
      }
      for end in ends { end.onWidgetsChange = { [unowned self] in arrange(contentWidgets) } }
      arrange(contentWidgets)
    } else {
      ends[0].update(views.minimum)
      ends[1].update(views.maximum)
    }
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    super.arrange(widgets)
    guard ends.count == 2 else { return }
    let labels = environment.areLabelsHidden ? [] : widgets
    GtkViews.arrange(labels + ends[0].widgets + [control] + ends[1].widgets, inBox: widget)
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    for end in ends { end.setEnvironment(childEnvironment) }
  }

  override func destroy() {
    guard !isDestroyed else { return }
    for end in ends { end.destroy() }
    super.destroy()
  }

  deinit {}

  private static func step(of view: Slider<Label>) -> Double {
    view.step ?? (view.range.upperBound - view.range.lowerBound) / 100
  }

  private func rounded(_ value: Double) -> Double {
    guard let step = view.step, step > 0 else { return value }
    let low = view.range.lowerBound
    return min(view.range.upperBound, low + ((value - low) / step).rounded() * step)
  }

  override func update(_ view: Slider<Label>) {
    let old = self.view
    super.update(view)
    if view.range != old.range {
      apply { gtk_range_set_range(control.cast(), view.range.lowerBound, view.range.upperBound) }
    }
    showEnds()
    reevaluate()
  }

  override func reevaluate() {
    let value = tracked { view.value.wrappedValue }
    guard gtk_range_get_value(control.cast()) != value else { return }
    apply { gtk_range_set_value(control.cast(), value) }
  }
}
