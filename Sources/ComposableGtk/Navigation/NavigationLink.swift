import ComposableArchitecture
import GtkViews

/// A button that opens another page of the enclosing ``NavigationStack``.
///
/// ```swift
/// NavigationLink("Go to detail", state: Feature.Path.State.detail(Detail.State()))
/// ```
///
/// A click sends ``StackAction/push(id:state:)``. Outside of a stack, or in a stack that holds
/// states of another type, it reports an issue and does nothing.
public struct NavigationLink<Label: View>: View {
  private enum Target {
    /// Pushes a state onto the path.
    case state(Any, CallerLocation)
    /// Presents a destination.
    case item(isPresented: Binding<Bool>, destination: () -> AnyView, CallerLocation)
  }

  private let target: Target
  private let label: Label
  @Environment(\.navigationPage) private var page

  /// A link that pushes a state.
  ///
  /// - Parameters:
  ///   - state: The state to push, of the type that the stack holds.
  ///   - label: The content of the button.
  public init<State>(
    state: State,
    @ViewBuilder label: () -> Label,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    target = .state(state, (fileID, filePath, line, column))
    self.label = label()
  }

  /// A link that presents a page while there is an item.
  ///
  /// A click calls `onNavigate(true)`, which should create the item. Going back calls
  /// `onNavigate(false)` and then writes `nil` to the binding.
  ///
  /// - Parameters:
  ///   - item: The item of the page.
  ///   - onNavigate: Called with `true` when the user follows the link, and with `false` when the
  ///     user goes back.
  ///   - destination: Makes the page of an item.
  ///   - label: The content of the button.
  public init<Item, Destination: View>(
    item: Binding<Item?>,
    onNavigate: @escaping (_ isActive: Bool) -> Void,
    @ViewBuilder destination: @escaping (Item) -> Destination,
    @ViewBuilder label: () -> Label,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let isPresented = Binding(
      get: { item.wrappedValue != nil },
      set: { isActive in
        onNavigate(isActive)
        if !isActive { item.wrappedValue = nil }
      }
    )
    target = .item(
      isPresented: isPresented,
      destination: { AnyView(LazyView { item.wrappedValue.map(destination) }) },
      (fileID, filePath, line, column)
    )
    self.label = label()
  }

  public var body: some View {
    switch target {
    case .state(let state, let location):
      button { pushState(state, from: page, location: location) }
    case .item(let isPresented, let destination, let location):
      button { isPresented.wrappedValue = true }
        .navigationDestination(
          isPresented: isPresented,
          destination: destination,
          fileID: location.fileID,
          filePath: location.filePath,
          line: location.line,
          column: location.column
        )
    }
  }

  private func button(_ action: @escaping () -> Void) -> some View {
    Button(action: action) { label }.buttonStyle(.navigation)
  }
}

/// Pushes a state onto a stack, or reports why it cannot be pushed.
func pushState(
  _ state: Any,
  from page: NavigationPage?,
  location: CallerLocation
) {
  let navigator = page?.navigator
  if let page, let navigator, navigator.pushState(state, page) { return }
  let cause =
    if let type = navigator?.elementType {
      """
      The enclosing stack holds states of the type "\(type)". The type of the link's state \
      must be the same: wrap it in the case of the stack's "Path.State" that it belongs to.
      """
    } else if navigator != nil {
      """
      The enclosing "NavigationStack" has no path. Give it one, "NavigationStack(path:root:destination:)", or present the \
      page with ".navigationDestination(item:)".
      """
    } else {
      """
      There is no "NavigationStack" around the link. Put the view that the link is in into the root or a \
      destination of "NavigationStack(path:)"; a sheet or a popover needs a stack of its own.
      """
    }
  reportIssue(
    """
    A navigation link was activated, but the state of the type "\(type(of: state))" could not be \
    pushed.

    \(cause)
    """,
    at: location
  )
}

extension NavigationLink where Label == Text {
  /// - Parameters:
  ///   - title: The title of the button.
  ///   - state: The state to push, of the type that the stack holds.
  public init<State>(
    _ title: some StringProtocol,
    state: State,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      state: state,
      label: { Text(title) },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

extension NavigationLink {
  @available(
    *,
    unavailable,
    message: """
      use 'NavigationLink(state:)', or set the state of a 'navigationDestination(item:)' in a 'Button'
      """
  )
  public init(value: some Any, @ViewBuilder label: () -> Label) {
    self.init(state: value, label: label)
  }

  @available(
    *,
    unavailable,
    message: """
      use 'NavigationLink(state:)', or set the state of a 'navigationDestination(item:)' in a 'Button'
      """
  )
  public init(destination: some View, @ViewBuilder label: () -> Label) {
    self.init(state: (), label: label)
  }
}

extension NavigationLink where Label == Text {
  @available(
    *,
    unavailable,
    message: """
      use 'NavigationLink(state:)', or set the state of a 'navigationDestination(item:)' in a 'Button'
      """
  )
  public init(_ title: some StringProtocol, value: some Any) {
    self.init(title, state: value)
  }
}
