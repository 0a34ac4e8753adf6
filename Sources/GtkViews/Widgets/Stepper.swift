import GtkKit

/// A control for entering a number, or changing it step by step.
public struct Stepper<Label: View>: PrimitiveView {
  let value: Binding<Double>
  let range: ClosedRange<Double>
  let step: Double
  let digits: Int
  let label: Label
  /// Whether there are only the buttons, because no number is behind them.
  private(set) var hidesNumber = false

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

  /// A stepper that performs actions, for values that are no numbers.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - onIncrement: Performed for a step up; `nil` if there is no such step.
  ///   - onDecrement: Performed for a step down; `nil` if there is no such step.
  public init(
    @ViewBuilder label: () -> Label,
    onIncrement: (() -> Void)?,
    onDecrement: (() -> Void)?
  ) {
    // The number is 0 between two steps.
    self.init(
      value: Binding(
        get: { 0 },
        set: { if $0 > 0 { onIncrement?() } else if $0 < 0 { onDecrement?() } }
      ),
      range: (onDecrement == nil ? 0 : -1)...(onIncrement == nil ? 0 : 1),
      step: 1,
      digits: 0,
      label: label()
    )
    hidesNumber = true
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

  /// A stepper that performs actions, for values that are no numbers.
  ///
  /// - Parameters:
  ///   - title: The label.
  ///   - onIncrement: Performed for a step up; `nil` if there is no such step.
  ///   - onDecrement: Performed for a step down; `nil` if there is no such step.
  public init(
    _ title: some StringProtocol,
    onIncrement: (() -> Void)?,
    onDecrement: (() -> Void)?
  ) {
    self.init(label: { Text(title) }, onIncrement: onIncrement, onDecrement: onDecrement)
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
    let isInTitle =
      view.hidesNumber
      || title.split { !$0.isNumber && $0 != "." && $0 != "," && $0 != "-" }
        .contains { $0 == number }
    guard isInTitle != isNumberInTitle else { return }
    isNumberInTitle = isInTitle
    control.setCSSClass("without-number", isInTitle)
    gtk_editable_set_width_chars(control.opaque, isInTitle ? 0 : -1)
    gtk_editable_set_max_width_chars(control.opaque, isInTitle ? 0 : -1)
  }
}
