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

  public enum Action: BindableAction {
    case binding(BindingAction<State>)
    case clearButtonTapped
    case delegate(Delegate)
    case locationsResponse(Result<[Location], any Error>)
    case tagsResponse(Result<[Tag], any Error>)
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

      case .locationsResponse(let locations):
        // The list tells when the database cannot be read.
        guard var locations = try? locations.get() else { return .none }
        if let chosen = state.filter.location, !locations.contains(where: { $0.name == chosen }) {
          locations.insert(Location(name: chosen, itemCount: 0), at: 0)
        }
        state.locations = locations
        return .none

      case .tagsResponse(let tags):
        guard var tags = try? tags.get() else { return .none }
        if let chosen = state.filter.tag, !tags.contains(where: { $0.name == chosen }) {
          tags.insert(Tag(name: chosen, itemCount: 0), at: 0)
        }
        state.tags = tags
        return .none

      case .task:
        return connection.onEveryChange(id: CancelID.changes) { send in
          await send(.locationsResponse(Result { try await locations.all() }))
          await send(.tagsResponse(Result { try await items.tags() }))
        }
      }
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
