import Foundation

// Views of SwiftUI that draw, lay out or share something and do not exist here, with what to use
// instead.

@available(
  *,
  unavailable,
  message: """
    draw it in a 'Canvas', or use 'cssClass(_:)' with a style sheet
    """
)
public typealias AngularGradient = MissingName

@available(
  *,
  unavailable,
  message: """
    draw it in a 'Canvas', or use 'cssClass(_:)' with a style sheet
    """
)
public typealias LinearGradient = MissingName

@available(*, unavailable, message: "load the data in an effect, and show 'Image(data:)'")
public struct AsyncImage: View {
  public init(url: URL?) {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "put the buttons into an 'HStack'")
public struct ControlGroup: View {
  public init(@ViewBuilder content: () -> some View) {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "rows are deleted and moved without a mode")
public struct EditButton: View {
  public init() {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "use a 'ProgressView', or wrap GTK's 'GtkLevelBar'")
public struct Gauge: View {
  public init(value: some BinaryFloatingPoint, @ViewBuilder label: () -> some View) {}
  public init<V: BinaryFloatingPoint>(
    value: V,
    in bounds: ClosedRange<V>,
    @ViewBuilder label: () -> some View
  ) {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "use a 'Grid', or wrap GTK's 'GtkGridView'")
public struct LazyHGrid: View {
  public init(rows: [MissingName], spacing: Double? = nil, @ViewBuilder content: () -> some View) {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "use a 'Grid', or wrap GTK's 'GtkGridView'")
public struct LazyVGrid: View {
  public init(columns: [MissingName], spacing: Double? = nil, @ViewBuilder content: () -> some View)
  {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "use a list of dates")
public struct MultiDatePicker: View {
  public init(_ title: some StringProtocol, selection: Binding<Set<DateComponents>>) {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "use 'DisclosureGroup's")
public struct OutlineGroup: View {
  public init<Data: RandomAccessCollection>(
    _ data: Data,
    children: KeyPath<Data.Element, Data?>,
    @ViewBuilder content: @escaping (Data.Element) -> some View
  ) {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "draw it in a 'Canvas'")
public struct Path: View {
  public init(_ draw: (inout MissingName) -> Void) {}
  public init() {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "use 'Clipboard.setText' of GtkKit, or a 'Link'")
public struct ShareLink: View {
  public init(item: some Any) {}
  public init(_ title: some StringProtocol, item: some Any) {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "count time in an effect")
public struct TimelineView: View {
  public init(_ schedule: MissingName, @ViewBuilder content: @escaping (MissingName) -> some View) {
  }

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "use 'frame(minWidth:maxWidth:)'")
public struct ViewThatFits: View {
  public init(@ViewBuilder content: () -> some View) {}

  public var body: some View { EmptyView() }
}
