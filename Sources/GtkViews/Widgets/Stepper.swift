import GtkKit

/// A control for entering a number, or changing it step by step.
public struct Stepper<Label: View>: PrimitiveView {
  let value: Binding<Double>
  let range: ClosedRange<Double>
  let step: Double
  let digits: Int
  let label: Label

  init(
    value: Binding<Double>,
    range: ClosedRange<Double>,
    step: Double,
    digits: Int,
    label: Label
  ) {
    self.value = value
    self.range = range
    self.step = step
    self.digits = digits
    self.label = label
  }

  /// - Parameters:
  ///   - value: The number.
  ///   - range: The allowed numbers.
  ///   - step: The size of a step.
  ///   - label: The label.
  public init<Value: BinaryInteger>(
    value: Binding<Value>,
    in range: ClosedRange<Value>,
    step: Value = 1,
    @ViewBuilder label: () -> Label
  ) {
    self.init(
      value: Binding(get: { Double(value.wrappedValue) }, set: { value.wrappedValue = Value($0) }),
      range: Double(range.lowerBound)...Double(range.upperBound),
      step: Double(step),
      digits: 0,
      label: label()
    )
  }

  /// - Parameters:
  ///   - value: The number.
  ///   - range: The allowed numbers.
  ///   - step: The size of a step.
  ///   - digits: The number of decimal places.
  ///   - label: The label.
  public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>,
    in range: ClosedRange<Value>,
    step: Value = 1,
    digits: Int = 2,
    @ViewBuilder label: () -> Label
  ) {
    self.init(
      value: Binding(get: { Double(value.wrappedValue) }, set: { value.wrappedValue = Value($0) }),
      range: Double(range.lowerBound)...Double(range.upperBound),
      step: Double(step),
      digits: digits,
      label: label()
    )
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { StepperNode(self, context) }
}

extension Stepper where Label == Text {
  /// - Parameters:
  ///   - title: The label.
  ///   - value: The number.
  ///   - range: The allowed numbers.
  ///   - step: The size of a step.
  public init<Value: BinaryInteger>(
    _ title: some StringProtocol,
    value: Binding<Value>,
    in range: ClosedRange<Value>,
    step: Value = 1
  ) {
    self.init(value: value, in: range, step: step) { Text(title) }
  }

  /// A stepper with a range of a billion in both directions.
  ///
  /// - Parameters:
  ///   - title: The label.
  ///   - value: The number.
  ///   - step: The size of a step.
  public init(_ title: some StringProtocol, value: Binding<Int>, step: Int = 1) {
    self.init(value: value, in: -1_000_000_000...1_000_000_000, step: step) { Text(title) }
  }

  /// - Parameters:
  ///   - title: The label.
  ///   - value: The number.
  ///   - range: The allowed numbers.
  ///   - step: The size of a step.
  ///   - digits: The number of decimal places.
  public init<Value: BinaryFloatingPoint>(
    _ title: some StringProtocol,
    value: Binding<Value>,
    in range: ClosedRange<Value>,
    step: Value = 1,
    digits: Int = 2
  ) {
    self.init(value: value, in: range, step: step, digits: digits) { Text(title) }
  }
}

private final class StepperNode<Label: View>: LabeledControlNode<Stepper<Label>, Label> {
  private var isNumberInTitle = false

  init(_ view: Stepper<Label>, _ context: NodeContext) {
    let button = gtk_spin_button_new_with_range(
      view.range.lowerBound,
      view.range.upperBound,
      view.step
    )!
    gtk_spin_button_set_numeric(button.opaque, 1)
    gtk_spin_button_set_digits(button.opaque, guint(view.digits))
    super.init(view, context, control: button) { $0.label }
    onCommit("value-changed") { [unowned self] in
      write(gtk_spin_button_get_value(control.opaque), to: self.view.value)
    }
    reevaluate()
  }

  deinit {}

  override func update(_ view: Stepper<Label>) {
    let old = self.view
    super.update(view)
    apply {
      if view.range != old.range {
        gtk_spin_button_set_range(control.opaque, view.range.lowerBound, view.range.upperBound)
      }
      if view.step != old.step {
        gtk_spin_button_set_increments(control.opaque, view.step, view.step * 10)
      }
    }
    reevaluate()
  }

  override func reevaluate() {
    let value = tracked { view.value.wrappedValue }
    if gtk_spin_button_get_value(control.opaque) != value {
      apply { gtk_spin_button_set_value(control.opaque, value) }
    }
    showNumber()
  }

  /// Shows the number beside the buttons, unless the label says it already, as in "Rows: 3".
  private func showNumber() {
    let title = child.flatMap { plainText(of: $0) } ?? ""
    let number = String(gtk: gtk_editable_get_text(control.opaque))
    let isInTitle = title.split { !$0.isNumber && $0 != "." && $0 != "," && $0 != "-" }
      .contains { $0 == number }
    guard isInTitle != isNumberInTitle else { return }
    isNumberInTitle = isInTitle
    control.setCSSClass("without-number", isInTitle)
    gtk_editable_set_width_chars(control.opaque, isInTitle ? 0 : -1)
    gtk_editable_set_max_width_chars(control.opaque, isInTitle ? 0 : -1)
  }
}

/// A control for choosing a number by dragging.
public struct Slider<Label: View>: PrimitiveView {
  let value: Binding<Double>
  let range: ClosedRange<Double>
  let step: Double?
  let label: Label

  /// - Parameters:
  ///   - value: The number.
  ///   - range: The allowed numbers.
  ///   - step: The distance between two neighbouring numbers; `nil` for any number.
  ///   - label: The label.
  public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>,
    in range: ClosedRange<Value> = 0...1,
    step: Value? = nil,
    @ViewBuilder label: () -> Label
  ) {
    self.value = Binding(
      get: { Double(value.wrappedValue) },
      set: { value.wrappedValue = Value($0) }
    )
    self.range = Double(range.lowerBound)...Double(range.upperBound)
    self.step = step.map { Double($0) }
    self.label = label()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { SliderNode(self, context) }
}

extension Slider where Label == EmptyView {
  /// - Parameters:
  ///   - value: The number.
  ///   - range: The allowed numbers.
  ///   - step: The distance between two neighbouring numbers; `nil` for any number.
  public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>,
    in range: ClosedRange<Value> = 0...1,
    step: Value? = nil
  ) {
    self.init(value: value, in: range, step: step) { EmptyView() }
  }
}

private final class SliderNode<Label: View>: LabeledControlNode<Slider<Label>, Label> {
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
      write(rounded(gtk_range_get_value(control.cast())), to: self.view.value)
    }
    reevaluate()
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
    reevaluate()
  }

  override func reevaluate() {
    let value = tracked { view.value.wrappedValue }
    guard gtk_range_get_value(control.cast()) != value else { return }
    apply { gtk_range_set_value(control.cast(), value) }
  }
}
