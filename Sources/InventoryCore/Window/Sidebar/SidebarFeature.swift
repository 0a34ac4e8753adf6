import ComposableArchitecture

/// The column beside the pages that leads to the places of the window: with how many items are
/// there, and with a tree of the locations.
///
/// Which of its entries is selected is not its state: the pages of the window say so, see
/// ``InventoryFeature/State/place``.
@Reducer
public struct SidebarFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// What there is, once it has been read. What was read last stays when reading fails.
    public var content: SidebarContent?
    /// Why it could not be read.
    public var problem: DatabaseProblem?
    public var layout = SidebarLayout()

    public init(content: SidebarContent? = nil, layout: SidebarLayout = SidebarLayout()) {
      self.content = content
      self.layout = layout
    }

    /// The locations that are shown, as the lines of a tree.
    public var branches: [SidebarContent.Branch] { content?.branches(layout) ?? [] }

    /// The entry that is marked for a place: that of the place or, if it is a location that is
    /// folded away, that of the nearest one around it that is shown.
    public func shownEntry(for place: SidebarEntry) -> SidebarEntry {
      guard case .location(let path) = place else { return place }
      let around = sequence(first: LocationPath(path), next: \.parent).dropFirst().reversed()
      if !layout.showsLocations { return .locations }
      let folded = around.first { !layout.unfoldedLocations.contains($0.text) }
      return folded.map { .location($0.text) } ?? place
    }
  }

  public enum Action {
    case contentResponse(Result<SidebarContent, any Error>)
    case delegate(Delegate)
    case entryTapped(SidebarEntry)
    case entryTappedForNewWindow(SidebarEntry)
    /// The entries below this one are to be shown, or hidden.
    case foldChanged(SidebarEntry, isUnfolded: Bool)
    case retryButtonTapped
    case task
    case visibilityChanged(NavigationSplitViewVisibility)
    case widthsChanged(NavigationSplitViewWidths)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The user wants to see a place.
      case placeChosen(SidebarEntry)
    }
  }

  enum CancelID {
    case changes
  }

  @Dependency(\.connection) var connection
  @Dependency(\.sidebar) var sidebar
  @Dependency(\.windows) var windows

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .contentResponse(.success(let content)):
        state.content = content
        state.problem = nil
        return .none

      case .contentResponse(.failure(let error)):
        state.problem.note(error, isShown: state.content != nil)
        return .none

      case .delegate:
        return .none

      case .entryTapped(let entry):
        return .send(.delegate(.placeChosen(entry)))

      case .entryTappedForNewWindow(let entry):
        return .run { _ in await windows.open(entry.link) }

      case .foldChanged(let entry, let isUnfolded):
        state.layout.setUnfolded(entry, isUnfolded)
        return .none

      case .retryButtonTapped:
        state.problem = nil
        return follow(reopens: true)

      case .task:
        return follow()

      case .visibilityChanged(let visibility):
        state.layout.visibility = visibility
        return .none

      case .widthsChanged(let widths):
        state.layout.widths = widths
        return .none
      }
    }
  }

  /// Reads what there is, and reads it anew after each change.
  private func follow(reopens: Bool = false) -> Effect<Action> {
    connection.onEveryChange(id: CancelID.changes, reopens: reopens) { send in
      await send(.contentResponse(Result { try await sidebar.content() }))
    }
  }
}
