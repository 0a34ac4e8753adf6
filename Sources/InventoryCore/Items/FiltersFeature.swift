import ComposableArchitecture

/// The popover in which a list of items is limited: to low stock, a location, a tag.
@Reducer
public struct FiltersFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var filter: ItemFilter
    /// The locations that can be chosen; one that is chosen already is there at once.
    public var locations: [Location]
    /// The tags that can be chosen; one that is chosen already is there at once.
    public var tags: [Tag]
    /// What is written to find one of many locations.
    public var locationText: String
    /// What is written to find one of many tags.
    public var tagText: String
    /// Whether what can be chosen has been read.
    public var isLoaded = false
    /// Why it could not be read.
    public var problem: DatabaseProblem?

    /// How many locations or tags are chosen from a list. More of them are found as one types.
    public static let longestList = 30

    public init(filter: ItemFilter) {
      self.filter = filter
      locations = filter.location.map { [Location(name: $0, itemCount: 0)] } ?? []
      tags = filter.tag.map { [Tag(name: $0, itemCount: 0)] } ?? []
      locationText = filter.location ?? ""
      tagText = filter.tag ?? ""
    }
  }

  /// What can be chosen.
  public struct Choices: Equatable, Sendable {
    var locations: [Location]
    var tags: [Tag]
  }

  public enum Action: BindableAction {
    case binding(BindingAction<State>)
    case clearButtonTapped
    case delegate(Delegate)
    case choicesResponse(Result<Choices, any Error>)
    case retryButtonTapped
    case task

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case filterChanged(ItemFilter)
    }
  }

  enum CancelID {
    case changes
  }

  @Dependency(\.connection) var connection
  @Dependency(\.items) var items
  @Dependency(\.locations) var locations

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.locationText) { _, state in
        state.filter.location = state.locations.named(state.locationText)
        return .none
      }
      .onChange(of: \.tagText) { _, state in
        state.filter.tag = state.tags.named(state.tagText)
        return .none
      }
    Reduce { state, action in
      switch action {
      case .binding:
        return .send(.delegate(.filterChanged(state.filter)))

      case .clearButtonTapped:
        state.filter = ItemFilter()
        state.locationText = ""
        state.tagText = ""
        return .send(.delegate(.filterChanged(state.filter)))

      case .delegate:
        return .none

      case .choicesResponse(.success(let choices)):
        state.locations = choices.locations
        if let chosen = state.filter.location,
          !state.locations.contains(where: { $0.name == chosen })
        {
          state.locations.insert(Location(name: chosen, itemCount: 0), at: 0)
        }
        state.tags = choices.tags
        if let chosen = state.filter.tag, !state.tags.contains(where: { $0.name == chosen }) {
          state.tags.insert(Tag(name: chosen, itemCount: 0), at: 0)
        }
        state.isLoaded = true
        state.problem = nil
        return .none

      case .choicesResponse(.failure(let error)):
        state.problem.note(error, isShown: state.isLoaded)
        return .none

      case .retryButtonTapped:
        state.problem = nil
        return follow(reopens: true)

      case .task:
        return follow()
      }
    }
  }

  /// Reads what can be chosen, and reads it anew after each change.
  private func follow(reopens: Bool = false) -> Effect<Action> {
    connection.onEveryChange(id: CancelID.changes, reopens: reopens) { send in
      await send(
        .choicesResponse(
          Result { Choices(locations: try await locations.all(), tags: try await items.tags()) }
        )
      )
    }
  }
}

extension Sequence where Element: Suggestible {
  /// The name of the element that a text names, without regard to case and accents.
  fileprivate func named(_ text: String) -> String? {
    let name = text.trimmed.folded
    return name.isEmpty ? nil : first { $0.name.folded == name }?.name
  }
}
