import Foundation

// Views and functions of SwiftUI that do not exist here, with what to use instead.

/// Stands for types of SwiftUI that do not exist here, with the names of their members, so that the
/// compiler reports nothing but the missing name.
public struct MissingName: View {
  public init() {}

  public static var active: Self { Self() }
  public static var `return`: Self { Self() }
  public static var `continue`: Self { Self() }
  public static var route: Self { Self() }
  public static var join: Self { Self() }
  public static var next: Self { Self() }
  public static var all: Self { Self() }
  public static var automatic: Self { Self() }
  public static var balanced: Self { Self() }
  public static var bottom: Self { Self() }
  public static var bottomTrailing: Self { Self() }
  public static var bouncy: Self { Self() }
  public static var capsule: Self { Self() }
  public static var center: Self { Self() }
  public static var characters: Self { Self() }
  public static var circle: Self { Self() }
  public static var columns: Self { Self() }
  public static var combine: Self { Self() }
  public static var compact: Self { Self() }
  public static var contentMinSize: Self { Self() }
  public static var contentSize: Self { Self() }
  public static var dark: Self { Self() }
  public static var date: Self { Self() }
  public static var decimalPad: Self { Self() }
  public static var `default`: Self { Self() }
  public static var easeIn: Self { Self() }
  public static var easeInOut: Self { Self() }
  public static var easeOut: Self { Self() }
  public static var emailAddress: Self { Self() }
  public static var done: Self { Self() }
  public static var fill: Self { Self() }
  public static var fit: Self { Self() }
  public static var go: Self { Self() }
  public static var graphical: Self { Self() }
  public static var grouped: Self { Self() }
  public static var hidden: Self { Self() }
  public static var hierarchical: Self { Self() }
  public static var horizontal: Self { Self() }
  public static var ignore: Self { Self() }
  public static var impact: Self { Self() }
  public static var iconOnly: Self { Self() }
  public static var inline: Self { Self() }
  public static var inset: Self { Self() }
  public static var insetGrouped: Self { Self() }
  public static var isButton: Self { Self() }
  public static var isHeader: Self { Self() }
  public static var isImage: Self { Self() }
  public static var isSelected: Self { Self() }
  public static var large: Self { Self() }
  public static var leading: Self { Self() }
  public static var light: Self { Self() }
  public static var linear: Self { Self() }
  public static var medium: Self { Self() }
  public static var mini: Self { Self() }
  public static var monochrome: Self { Self() }
  public static var monospaced: Self { Self() }
  public static var never: Self { Self() }
  public static var numberPad: Self { Self() }
  public static var numbersAndPunctuation: Self { Self() }
  public static var offset: Self { Self() }
  public static var opacity: Self { Self() }
  public static var phonePad: Self { Self() }
  public static var palette: Self { Self() }
  public static var placeholder: Self { Self() }
  public static var plain: Self { Self() }
  public static var prominentDetail: Self { Self() }
  public static var pulse: Self { Self() }
  public static var regular: Self { Self() }
  public static var relative: Self { Self() }
  public static var roundedBorder: Self { Self() }
  public static var scale: Self { Self() }
  public static var search: Self { Self() }
  public static var selection: Self { Self() }
  public static var send: Self { Self() }
  public static var sentences: Self { Self() }
  public static var sidebar: Self { Self() }
  public static var slide: Self { Self() }
  public static var small: Self { Self() }
  public static var smooth: Self { Self() }
  public static var snappy: Self { Self() }
  public static var spring: Self { Self() }
  public static var stepperField: Self { Self() }
  public static var squareBorder: Self { Self() }
  public static var success: Self { Self() }
  public static var time: Self { Self() }
  public static var timer: Self { Self() }
  public static var titleAndIcon: Self { Self() }
  public static var titleOnly: Self { Self() }
  public static var top: Self { Self() }
  public static var trailing: Self { Self() }
  public static var url: Self { Self() }
  public static var vertical: Self { Self() }
  public static var visible: Self { Self() }
  public static var wheel: Self { Self() }
  public static var window: Self { Self() }
  public static var words: Self { Self() }
  public static var increased: Self { Self() }
  public static var standard: Self { Self() }
  public static var circular: Self { Self() }
  public static var navigationBar: Self { Self() }
  public static var tabBar: Self { Self() }
  public static var windowToolbar: Self { Self() }
  public static var immediately: Self { Self() }
  public static var interactively: Self { Self() }
  public static var paging: Self { Self() }
  public static var viewAligned: Self { Self() }
  public static var bounce: Self { Self() }
  public static var sectionHeaders: Self { Self() }
  public static var sectionFooters: Self { Self() }
  public static var username: Self { Self() }
  public static var password: Self { Self() }

  public static func bouncy(duration: Double) -> Self { Self() }
  public static func adaptive(minimum: Double, maximum: Double = .infinity) -> Self { Self() }
  public static func easeIn(duration: Double) -> Self { Self() }
  public static func easeInOut(duration: Double) -> Self { Self() }
  public static func easeOut(duration: Double) -> Self { Self() }
  public static func fraction(_ fraction: Double) -> Self { Self() }
  public static func fixed(_ size: Double) -> Self { Self() }
  public static func flexible(minimum: Double = 10, maximum: Double = .infinity) -> Self { Self() }
  public static func height(_ height: Double) -> Self { Self() }
  public static func move(edge: Self) -> Self { Self() }
  public static func push(from edge: Self) -> Self { Self() }
  public static func scale(scale: Double, anchor: UnitPoint = .center) -> Self { Self() }
  public static func offset(x: Double = 0, y: Double = 0) -> Self { Self() }
  public static func asymmetric(insertion: Self, removal: Self) -> Self { Self() }
  public func combined(with other: Self) -> Self { self }
  public func animation(_ animation: Self) -> Self { self }
  public func delay(_ delay: Double) -> Self { self }
  public func speed(_ speed: Double) -> Self { self }
  public func repeatForever(autoreverses: Bool = true) -> Self { self }
  public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Self { self }
  public static func linear(duration: Double) -> Self { Self() }
  public static func numericText(value: Double = 0) -> Self { Self() }
  public static func periodic(from date: Date, by interval: Double) -> Self { Self() }
  public static func animation(minimumInterval: Double) -> Self { Self() }
  public static func point(_ point: UnitPoint) -> Self { Self() }
  public static func spring(duration: Double) -> Self { Self() }

  public var body: some View { EmptyView() }
}

// What is missing may also be named by a literal, such as `[.medium, .large]`.
extension MissingName: ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  public init(arrayLiteral elements: MissingName...) {}
  public init(stringLiteral value: String) {}
  public init(integerLiteral value: Int) {}
  public init(floatLiteral value: Double) {}
  public init(booleanLiteral value: Bool) {}
}

@available(*, unavailable, message: "use a 'NavigationStack'")
public struct NavigationView<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: some View { EmptyView() }
}

@available(*, unavailable, message: "wrap GTK's 'GtkColorDialogButton'")
public struct ColorPicker: View {
  public init(_ title: String, selection: Binding<Color>) {}
  public var body: some View { EmptyView() }
}

extension ForEach {
  @available(
    *,
    unavailable,
    message: """
      the elements need an identity: conform to 'Identifiable', or write 'ForEach(data, id: \
      \\.self) { … }'
      """
  )
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where ID == Never {
    fatalError("nobody can call it")
  }
}
