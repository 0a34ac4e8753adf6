import Foundation
import GtkKit

/// Shows the progress of a task, or just that it is running.
public struct ProgressView<Label: View>: PrimitiveView {
  let fraction: Double?
  let label: Label

  /// - Parameters:
  ///   - value: The amount that is done; `nil` only shows that the task is running.
  ///   - total: The total amount.
  ///   - label: The name of the task.
  public init(value: Double?, total: Double = 1, @ViewBuilder label: () -> Label) {
    fraction = value.map { total == 0 ? 0 : min(max($0 / total, 0), 1) }
    self.label = label()
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { ProgressNode(self, context) }
}

extension ProgressView {
  /// Shows that a task is running.
  ///
  /// - Parameter label: The name of the task.
  public init(@ViewBuilder label: () -> Label) {
    self.init(value: nil, label: label)
  }

  /// - Parameters:
  ///   - value: The amount that is done; `nil` only shows that the task is running.
  ///   - total: The total amount.
  ///   - label: The name of the task.
  ///   - currentValueLabel: What is done, as a text below the name.
  public init<Name: View, Value: View>(
    value: Double?,
    total: Double = 1,
    @ViewBuilder label: () -> Name,
    @ViewBuilder currentValueLabel: () -> Value
  ) where Label == ProgressLabels<Name, Value> {
    self.init(value: value, total: total) {
      ProgressLabels(name: label(), value: currentValueLabel())
    }
  }
}

/// The name of a task, and below it what is done.
public struct ProgressLabels<Name: View, Value: View>: View {
  let name: Name
  let value: Value

  public var body: some View {
    VStack(alignment: .leading, spacing: 2) {
      name
      value.font(.caption).foregroundStyle(.secondary)
    }
  }
}

extension ProgressView where Label == EmptyView {
  /// Shows that a task is running.
  public init() {
    self.init(value: nil) { EmptyView() }
  }

  /// - Parameters:
  ///   - value: The amount that is done; `nil` only shows that the task is running.
  ///   - total: The total amount.
  public init(value: Double?, total: Double = 1) {
    self.init(value: value, total: total) { EmptyView() }
  }
}

extension ProgressView where Label == Text {
  /// - Parameters:
  ///   - title: The name of the task.
  ///   - value: The amount that is done; `nil` only shows that the task is running.
  ///   - total: The total amount.
  public init(_ title: some StringProtocol, value: Double? = nil, total: Double = 1) {
    self.init(value: value, total: total) { Text(title) }
  }
}

private final class ProgressNode<Label: View>: ContainerNode<ProgressView<Label>, Label> {
  private let spinner: WidgetPointer = gtk_spinner_new()
  private let bar: WidgetPointer = gtk_progress_bar_new()
  private let labels: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)

  init(_ view: ProgressView<Label>, _ context: NodeContext) {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
    for part in [spinner, labels, bar] {
      gtk_box_append(box.cast(), part)
      gtk_widget_set_valign(part, GTK_ALIGN_CENTER)
    }
    super.init(view, context, widget: box) { $0.label }
    show()
  }

  deinit {}

  private func show() {
    let isSpinning = view.fraction == nil
    gtk_widget_set_visible(spinner, gbool(isSpinning))
    gtk_widget_set_visible(bar, gbool(!isSpinning))
    gtk_widget_set_hexpand(bar, gbool(!isSpinning))
    gtk_spinner_set_spinning(spinner.opaque, gbool(isSpinning))
    if let fraction = view.fraction { gtk_progress_bar_set_fraction(bar.opaque, fraction) }
  }

  override func arrange(_ widgets: [WidgetPointer]) {
    GtkViews.arrange(widgets, inBox: labels)
    gtk_widget_set_visible(labels, gbool(!widgets.isEmpty))
  }

  override func update(_ view: ProgressView<Label>) {
    let isChanged = view.fraction != self.view.fraction
    super.update(view)
    if isChanged { show() }
  }

  override func destroy() {
    guard !isDestroyed else { return }
    GtkViews.arrange([], inBox: labels)
    super.destroy()
  }
}

/// A control that opens a URL when clicked.
public struct Link<Label: View>: View {
  let destination: URL
  let label: Label

  @Environment(\.openURL) private var openURL

  /// - Parameters:
  ///   - destination: The URL.
  ///   - label: The content of the link.
  public init(destination: URL, @ViewBuilder label: () -> Label) {
    self.destination = destination
    self.label = label()
  }

  public var body: some View {
    Button {
      openURL(destination)
    } label: {
      label
    }
    .buttonStyle(.link)
    .help(destination.absoluteString)
  }
}

extension Link where Label == Text {
  /// - Parameters:
  ///   - title: The text of the link.
  ///   - destination: The URL.
  public init(_ title: some StringProtocol, destination: URL) {
    self.init(destination: destination) { Text(title) }
  }
}

/// A page without content, which tells why it has none and what the user can do.
public struct ContentUnavailableView<Title: View, Description: View, Actions: View>: View {
  let title: Title
  let icon: Image?
  let description: Description
  let actions: Actions

  /// - Parameters:
  ///   - icon: A large symbol.
  ///   - title: What is missing. The symbol of a ``Label`` is large, and above the title.
  ///   - description: The reason, or what the user can do.
  ///   - actions: Buttons that help the user.
  public init(
    icon: Image? = nil,
    @ViewBuilder title: () -> Title,
    @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    self.icon = icon
    self.title = title()
    self.description = description()
    self.actions = actions()
  }

  public var body: some View {
    VStack(spacing: 12) {
      if let icon { icon.imageScale(96).cssClass("empty-icon") }
      title.font(.title).environment(\.automaticLabelStyle, .stacked)
      description.cssClass("dim-label")
      // One below the other: in some languages they are wider than a small window.
      VStack(spacing: 12) { actions }.padding(.top, 12)
    }
    .multilineTextAlignment(.center)
    .padding(24)
    .frame(maxWidth: .infinity, maxHeight: .infinity)
    .cssClass("empty-state")
  }
}

extension ContentUnavailableView where Title == Text, Description == Text {
  /// - Parameters:
  ///   - title: What is missing.
  ///   - systemImage: A large symbol; see ``Image/init(systemName:)``.
  ///   - description: The reason, or what the user can do.
  ///   - actions: Buttons that help the user.
  public init(
    _ title: some StringProtocol,
    systemImage: String,
    description: String = "",
    @ViewBuilder actions: () -> Actions
  ) {
    self.init(
      icon: Image(systemName: systemImage),
      title: { Text(title) },
      description: { Text(description) },
      actions: actions
    )
  }
}

extension ContentUnavailableView where Title == Text, Description == Text, Actions == EmptyView {
  /// A search without results, in GTK's words.
  public static var search: ContentUnavailableView { search(text: "") }

  /// A search without results, in GTK's words.
  ///
  /// - Parameter text: What was searched for, which is quoted.
  public static func search(text: String) -> ContentUnavailableView {
    ContentUnavailableView(
      text.isEmpty
        ? String(translatedByGtk: "No Results Found")
        : "\(String(translatedByGtk: "No Results Found")): “\(text)”",
      systemImage: "magnifyingglass",
      description: String(translatedByGtk: "Try a different search")
    )
  }

  /// - Parameters:
  ///   - title: What is missing.
  ///   - systemImage: A large symbol; see ``Image/init(systemName:)``.
  ///   - description: The reason, or what the user can do.
  public init(_ title: some StringProtocol, systemImage: String, description: Text) {
    self.init(
      icon: Image(systemName: systemImage),
      title: { Text(title) },
      description: { description },
      actions: { EmptyView() }
    )
  }

  /// - Parameters:
  ///   - title: What is missing.
  ///   - systemImage: A large symbol; see ``Image/init(systemName:)``.
  ///   - description: The reason, or what the user can do.
  public init(_ title: some StringProtocol, systemImage: String, description: String = "") {
    self.init(title, systemImage: systemImage, description: description) { EmptyView() }
  }
}

/// A view of any GTK widget.
///
/// ```swift
/// WidgetView {
///   gtk_level_bar_new()
/// } update: {
///   gtk_level_bar_set_value(OpaquePointer($0), level)
/// }
/// ```
public struct WidgetView: PrimitiveView {
  let make: () -> WidgetPointer
  let change: (WidgetPointer) -> Void

  /// - Parameters:
  ///   - make: Makes the widget. Called once.
  ///   - update: Updates the widget: at first, and whenever the view is updated or something that
  ///     it has read changes.
  public init(
    _ make: @escaping () -> WidgetPointer,
    update: @escaping (WidgetPointer) -> Void = { _ in }
  ) {
    self.make = make
    change = update
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<WidgetView> {
    AnyWidgetNode(self, context)
  }
}

private final class AnyWidgetNode: WidgetNode<WidgetView> {
  init(_ view: WidgetView, _ context: NodeContext) {
    super.init(view, context, widget: view.make())
    reevaluate()
  }

  deinit {}

  override func update(_ view: WidgetView) {
    super.update(view)
    reevaluate()
  }

  override func reevaluate() {
    tracked { view.change(widget) }
  }
}
