import Foundation
import Tables

// Arguments of SwiftUI that views and modifiers of the same name do not take here, with what to use
// instead. Without these, the compiler would say that an argument is too many.

extension View {
  @available(*, unavailable, message: "use 'searchFocused(_:)', which opens the search")
  public func searchable(
    text: Binding<String>,
    isPresented: Binding<Bool>,
    placement: SearchFieldPlacement = .automatic,
    prompt: String = ""
  ) -> Self { self }

  @available(*, unavailable, message: "a popover points to the view: leave the anchor out")
  public func popover(
    isPresented: Binding<Bool>,
    attachmentAnchor: MissingName,
    arrowEdge: MissingName = .top,
    @ViewBuilder content: () -> some View
  ) -> Self { self }

  @available(*, unavailable, message: "a header bar has the buttons of its window: it stays")
  public func toolbar(_ visibility: Visibility, for bars: MissingName...) -> Self { self }

  @available(*, unavailable, message: "use 'cssClass(_:)' with a style sheet")
  public func symbolEffect(_ effect: MissingName, value: some Equatable) -> Self { self }
}

extension View {
  @available(
    *,
    unavailable,
    message: """
      GTK cuts views to rectangles, round ones, capsules, circles and ellipses
      """
  )
  @_disfavoredOverload
  public func clipShape(_ shape: some Shape) -> Self { self }
}

extension Image {
  @available(*, unavailable, message: "use 'Image(file:)', or 'Image(icon:)' for the icon theme")
  public init(_ name: String) {
    self.init(icon: name)
  }
}

extension Color {
  @available(*, unavailable, message: "use 'Color(named:)' for a colour of a style sheet")
  public init(_ name: String) {
    self.init(named: name)
  }
}

extension PickerStyle {
  @available(*, unavailable, message: "use 'menu', a drop-down list")
  public static var wheel: PickerStyle { .menu }

  @available(*, unavailable, message: "use 'menu', a drop-down list")
  public static var navigationLink: PickerStyle { .menu }
}

extension TabViewStyle {
  @available(*, unavailable, message: "show one view after the other, by the state")
  public static var page: TabViewStyle { .automatic }

  @available(*, unavailable, message: "use a 'NavigationSplitView'")
  public static var sidebarAdaptable: TabViewStyle { .automatic }

  @available(*, unavailable, message: "leave it out: tabs of a 'TabView' are pages")
  public static var grouped: TabViewStyle { .automatic }
}

extension NotificationCenter {
  @available(*, unavailable, message: "observe 'notifications(named:)' in 'task(_:)'")
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> MissingName {
    MissingName()
  }
}

extension VerticalAlignment {
  @available(*, unavailable, message: "use 'firstTextBaseline'")
  public static var lastTextBaseline: VerticalAlignment { .firstTextBaseline }
}

extension TextField {
  @available(*, unavailable, message: "use 'onSubmit(_:)'")
  public init(
    _ title: some StringProtocol,
    text: Binding<String>,
    onCommit: @escaping () -> Void
  ) {
    self.init(title, text: text)
  }

  @available(*, unavailable, message: "use 'TextField(_:text:)' with the text of the label")
  public init(text: Binding<String>, @ViewBuilder label: () -> some View) {
    self.init("", text: text)
  }
}

extension ScrollView {
  @available(*, unavailable, message: "the desktop's settings decide: leave it out")
  public init(
    _ axes: Edge.Set = .vertical,
    showsIndicators: Bool,
    @ViewBuilder content: () -> Content
  ) {
    self.init(axes, content: content)
  }
}

extension Text {
  @available(*, unavailable, message: "use 'Text(date, style: .timer)'")
  public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) {
    self.init(verbatim: "")
  }

  @available(
    *,
    unavailable,
    message: "translate the text with 'Translations'; leave the comment out"
  )
  public init(_ key: LocalizedStringKey, comment: StaticString) {
    self.init(key)
  }
}

extension Binding {
  @available(*, unavailable, message: "GTK animates pages, dialogs and lists by itself")
  public func animation(_ animation: MissingName? = nil) -> Binding { self }
}
