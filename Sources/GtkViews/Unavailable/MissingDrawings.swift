import Foundation

// Views of SwiftUI that draw, lay out or share something and do not exist here, with what to use
// instead.

@available(
  *,
  unavailable,
  message: """
    use a 'LinearGradient' or a 'RadialGradient', or draw it in a 'Canvas'
    """
)
public struct AngularGradient: View {
  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
  public init(colors: [Color], center: UnitPoint) {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "load the data in an effect, and show 'Image(data:)'")
public struct AsyncImage: View {
  public init(url: URL?, scale: Double = 1) {}
  public init(
    url: URL?,
    scale: Double = 1,
    @ViewBuilder content: (Image) -> some View,
    @ViewBuilder placeholder: () -> some View
  ) {}
  public init(url: URL?, scale: Double = 1, @ViewBuilder content: (MissingName) -> some View) {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "rows are deleted and moved without a mode")
public struct EditButton: View {
  public init() {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "use a 'LazyVGrid', or a 'Grid'")
public struct LazyHGrid: View {
  public init(
    rows: [GridItem],
    alignment: VerticalAlignment = .center,
    spacing: Double? = nil,
    @ViewBuilder content: () -> some View
  ) {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "use a list of dates")
public struct MultiDatePicker: View {
  public init(_ title: some StringProtocol, selection: Binding<Set<DateComponents>>) {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "use 'Clipboard.setText' of GtkKit, or a 'Link'")
public struct ShareLink: View {
  public init(item: some Any) {}
  public init(_ title: some StringProtocol, item: some Any) {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "use 'frame(minWidth:maxWidth:)'")
public struct ViewThatFits: View {
  public init(@ViewBuilder content: () -> some View) {}

  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "use 'onTapGesture(count:perform:)'")
public struct TapGesture {
  public init(count: Int = 1) {}
  public func onEnded(_ action: @escaping (()) -> Void) -> Self { self }
}

@available(*, unavailable, message: "use 'onLongPressGesture(minimumDuration:perform:)'")
public struct LongPressGesture {
  public init(minimumDuration: Double = 0.5) {}
  public func onEnded(_ action: @escaping (Bool) -> Void) -> Self { self }
}

@available(*, unavailable, message: "wrap a widget with a gesture of GTK")
public struct DragGesture {
  public struct Value {
    public var location: CGPoint
    public var translation: CGSize
  }

  public init(minimumDistance: Double = 10) {}
  public func onChanged(_ action: @escaping (Value) -> Void) -> Self { self }
  public func onEnded(_ action: @escaping (Value) -> Void) -> Self { self }
}

@available(*, unavailable, message: "GTK animates pages by itself")
@propertyWrapper
public struct Namespace {
  public init() {}
  public var wrappedValue: MissingName { MissingName() }
}
