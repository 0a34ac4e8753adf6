import ComposableArchitecture

/// The page of a tag: the items that have it.
@Reducer
public struct TagFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The tag, as one of the items has it.
    public let name: String
    public var list: ItemRowsFeature.State

    /// - Parameter page: the first items with the tag, when they are known already.
    public init(name: String, page: ItemPage? = nil) {
      self.name = name
      list = ItemRowsFeature.State(
        query: ItemQuery(filter: ItemFilter(tag: name)),
        page: page
      )
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
