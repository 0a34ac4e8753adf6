import ComposableArchitecture
import GtkViews
import IssueReporting

/// A button that pushes a state onto the nearest ``NavigationStack``.
///
/// ```swift
/// NavigationLink("Go to detail", state: Feature.Path.State.detail(Detail.State()))
/// ```
///
/// When it is clicked it sends ``StackAction/push(id:state:)``. Outside a stack, or in one that holds states of another type,
/// it is reported, and nothing happens.
public struct NavigationLink<Label: View>: View {
  private let state: Any
  private let label: Label
  private let location: (fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)
  @Environment(\.navigation) private var navigation

  /// - Parameters:
  ///   - state: The state to push, of the type that the stack holds.
  ///   - label: What the button shows.
  public init<State>(
    state: State,
    @ViewBuilder label: () -> Label,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.state = state
    self.label = label()
    location = (fileID, filePath, line, column)
  }

  public var body: some View {
    Button {
      push()
    } label: {
      label
    }
    .buttonStyle(.navigation)
  }

  private func push() {
    pushState(state, onto: navigation, location: location)
  }
}

/// Pushes a state onto a stack, or reports why that can not be.
func pushState(
  _ state: Any,
  onto navigation: NavigationContext?,
  location: (fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)
) {
  if navigation?.push(state) == true { return }
  let cause =
    navigation.map {
      """
      The enclosing stack holds states of the type "\($0.elementType)". The type of the link's state \
      must be the same: wrap it in the case of the stack's "Path.State" that it belongs to.
      """
    }
      ?? """
      There is no "NavigationStack" around the link. Put the view that the link is in into the root or a \
      destination of "NavigationStack(path:)"; a sheet or a popover needs a stack of its own.
      """
  reportIssue(
    """
    A navigation link was activated, but the state of the type "\(type(of: state))" could not be \
    pushed.

    \(cause)
    """,
    fileID: location.fileID,
    filePath: location.filePath,
    line: location.line,
    column: location.column
  )
}

extension NavigationLink where Label == Text {
  /// - Parameters:
  ///   - title: What the button says.
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
