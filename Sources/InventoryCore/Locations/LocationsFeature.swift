import ComposableArchitecture

/// The page of all locations: those that are in no other.
@Reducer
public struct LocationsFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The locations, once they have been read.
    public var locations: [Location]?
    /// Why the locations could not be read.
    public var problem: DatabaseProblem?
    /// The sheet for a new location.
    @Presents public var form: LocationFormFeature.State?

    /// - Parameter locations: the locations, when they are known already.
    public init(locations: [Location]? = nil) {
      self.locations = locations
    }
  }

  public enum Action {
    case addButtonTapped
    case delegate(Delegate)
    case form(PresentationAction<LocationFormFeature.Action>)
    case locationsResponse(Result<[Location], any Error>)
    case locationTapped(name: String)
    case locationTappedForNewWindow(name: String)
    case retryButtonTapped
    case task

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The user wants to see a location.
      case locationOpened(name: String)
    }
  }

  enum CancelID {
    case changes
  }

  @Dependency(\.connection) var connection
  @Dependency(\.locations) var locations
  @Dependency(\.windows) var windows

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.form = LocationFormFeature.State()
        return .none

      case .form(.presented(.delegate(.saved))):
        state.form = nil
        return .none

      case .delegate, .form:
        return .none

      case .locationsResponse(.success(let locations)):
        state.locations = locations
        state.problem = nil
        return .none

      case .locationsResponse(.failure(let error)):
        state.problem.note(error, isShown: state.locations != nil)
        return .none

      case .locationTapped(let name):
        return .send(.delegate(.locationOpened(name: name)))

      case .locationTappedForNewWindow(let name):
        return .run { _ in await windows.open(DeepLink(pages: [.location(name: name)])) }

      case .retryButtonTapped:
        state.problem = nil
        return follow(reopens: true)

      case .task:
        return follow()
      }
    }
    .ifLet(\.$form, action: \.form) { LocationFormFeature() }
    .redirect { state, action in
      guard case .form(.dismiss) = action else { return nil }
      return state.questionAboutUnsavedChanges
    }
  }

  /// Reads the locations, and reads them anew after each change.
  private func follow(reopens: Bool = false) -> Effect<Action> {
    connection.onEveryChange(id: CancelID.changes, reopens: reopens) { [locations] send in
      await send(.locationsResponse(Result { try await locations.top() }))
    }
  }
}
