import ComposableArchitecture

/// The page of a place, with the items that are kept there.
@Reducer
public struct LocationFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let name: String
    public var list: ItemRowsFeature.State

    /// - Parameter page: the first items that are there, when they are known already.
    public init(name: String, page: ItemPage? = nil) {
      self.name = name
      list = ItemRowsFeature.State(query: ItemQuery(location: name), page: page)
    }
  }

  public enum Action {
    case list(ItemRowsFeature.Action)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) { ItemRowsFeature() }
  }
}
