import Foundation
import GtkKit

/// The parts of a date that a ``DatePicker`` offers.
public struct DatePickerComponents: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let date = DatePickerComponents(rawValue: 1)
  public static let hourAndMinute = DatePickerComponents(rawValue: 2)
}

/// The dates that a ``DatePicker`` allows: `start...end`, `start...` or `...end`.
public protocol DateRange {
  /// The first allowed date, if there is one.
  var firstDate: Date? { get }
  /// The last allowed date, if there is one.
  var lastDate: Date? { get }
}

extension ClosedRange: DateRange where Bound == Date {
  public var firstDate: Date? { lowerBound }
  public var lastDate: Date? { upperBound }
}

extension PartialRangeFrom: DateRange where Bound == Date {
  public var firstDate: Date? { lowerBound }
  public var lastDate: Date? { nil }
}

extension PartialRangeThrough: DateRange where Bound == Date {
  public var firstDate: Date? { nil }
  public var lastDate: Date? { upperBound }
}

/// A control for choosing a date, optionally with a time.
public struct DatePicker<Label: View>: PrimitiveView {
  let selection: Binding<Date>
  let range: (any DateRange)?
  let components: DatePickerComponents
  let label: Label

  /// - Parameters:
  ///   - selection: The date.
  ///   - range: The allowed dates: `start...end`, `start...` or `...end`. A date outside is
  ///     replaced by the nearer end of the range.
  ///   - displayedComponents: The parts of the date that the user can choose.
  ///   - label: The label.
  public init(
    selection: Binding<Date>,
    in range: (any DateRange)? = nil,
    displayedComponents: DatePickerComponents = [.date, .hourAndMinute],
    @ViewBuilder label: () -> Label
  ) {
    self.selection = selection
    self.range = range
    components = displayedComponents
    self.label = label()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { DatePickerNode(self, context) }
}

extension DatePicker where Label == Text {
  /// - Parameters:
  ///   - title: The label.
  ///   - selection: The date.
  ///   - range: The allowed dates: `start...end`, `start...` or `...end`. A date outside is
  ///     replaced by the nearer end of the range.
  ///   - displayedComponents: The parts of the date that the user can choose.
  public init(
    _ title: some StringProtocol,
    selection: Binding<Date>,
    in range: (any DateRange)? = nil,
    displayedComponents: DatePickerComponents = [.date, .hourAndMinute]
  ) {
    self.init(selection: selection, in: range, displayedComponents: displayedComponents) {
      Text(title)
    }
  }
}

private final class DatePickerNode<Label: View>: LabeledControlNode<DatePicker<Label>, Label> {
  private let calendarWidget: WidgetPointer = gtk_calendar_new()
  private let hour: WidgetPointer = gtk_spin_button_new_with_range(0, 23, 1)
  private let minute: WidgetPointer = gtk_spin_button_new_with_range(0, 59, 1)

  init(_ view: DatePicker<Label>, _ context: NodeContext) {
    let button = gtk_menu_button_new()!
    super.init(view, context, control: button) { $0.label }
    let popover = gtk_popover_new()!
    let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)!
    gtk_box_append(column.cast(), calendarWidget)
    gtk_box_append(column.cast(), timeRow())
    gtk_widget_set_visible(calendarWidget, gbool(view.components.contains(.date)))
    UngrabbedPopover.adapt(popover)
    gtk_popover_set_child(popover.cast(), column)
    gtk_menu_button_set_popover(button.opaque, popover)
    signals.connect(calendarWidget, "day-selected") { [unowned self] in choose() }
    for field in [hour, minute] {
      signals.connect(field, "value-changed") { [unowned self] in choose() }
    }
    reevaluate()
  }

  deinit {}

  private func timeRow() -> WidgetPointer {
    let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)!
    gtk_widget_set_halign(row, GTK_ALIGN_CENTER)
    for field in [hour, minute] {
      gtk_orientable_set_orientation(field.opaque, GTK_ORIENTATION_VERTICAL)
      gtk_spin_button_set_wrap(field.opaque, 1)
    }
    gtk_box_append(row.cast(), hour)
    gtk_box_append(row.cast(), gtk_label_new(":"))
    gtk_box_append(row.cast(), minute)
    gtk_widget_set_visible(row, gbool(view.components.contains(.hourAndMinute)))
    return row
  }

  private var calendar: Calendar {
    var calendar = environment.calendar
    calendar.timeZone = environment.timeZone
    return calendar
  }

  private func choose() {
    guard !isApplying, let day = gtk_calendar_get_date(calendarWidget.opaque) else { return }
    defer { g_date_time_unref(day) }
    var parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second],
      from: view.selection.wrappedValue
    )
    parts.year = Int(g_date_time_get_year(day))
    parts.month = Int(g_date_time_get_month(day))
    parts.day = Int(g_date_time_get_day_of_month(day))
    if view.components.contains(.hourAndMinute) {
      parts.hour = Int(gtk_spin_button_get_value(hour.opaque))
      parts.minute = Int(gtk_spin_button_get_value(minute.opaque))
    }
    guard var date = calendar.date(from: parts) else { return }
    if let first = view.range?.firstDate { date = max(date, first) }
    if let last = view.range?.lastDate { date = min(date, last) }
    write(date, to: view.selection)
  }

  override func update(_ view: DatePicker<Label>) {
    super.update(view)
    reevaluate()
  }

  override func reevaluate() {
    let date = tracked { view.selection.wrappedValue }
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    gtk_menu_button_set_label(control.opaque, title(of: date))
    apply {
      let day = g_date_time_new_local(
        Int32(parts.year ?? 1970),
        Int32(parts.month ?? 1),
        Int32(parts.day ?? 1),
        12,
        0,
        0
      )
      if let day {
        gtk_calendar_select_day(calendarWidget.opaque, day)
        g_date_time_unref(day)
      }
      gtk_spin_button_set_value(hour.opaque, Double(parts.hour ?? 0))
      gtk_spin_button_set_value(minute.opaque, Double(parts.minute ?? 0))
    }
  }

  private func title(of date: Date) -> String {
    let format = Date.FormatStyle(
      date: view.components.contains(.date) ? .abbreviated : .omitted,
      time: view.components.contains(.hourAndMinute) ? .shortened : .omitted,
      locale: environment.locale,
      calendar: environment.calendar,
      timeZone: environment.timeZone
    )
    return date.formatted(format)
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    reevaluate()
  }
}
