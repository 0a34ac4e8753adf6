import ComposableArchitecture

/// Where the user was when something began that takes him elsewhere once the inventory can be read.
///
/// Who has gone somewhere else meanwhile is not taken away from there.
public struct Whereabouts: Equatable, Sendable {
  private let path: [StackElementID]
  private let query: ItemQuery
  /// Whether the user has gone somewhere else since then, even if he has come back.
  public private(set) var isLeft = false

  /// At the list of all items, where a window begins.
  public init() {
    path = []
    query = ItemQuery()
  }

  /// Where the user is now.
  init(_ state: InventoryFeature.State) {
    path = Array(state.path.ids)
    query = state.list.list.query
  }

  /// Notes whether the user is somewhere else by now. To be called after each action.
  mutating func follow(_ state: InventoryFeature.State) {
    guard !isLeft else { return }
    isLeft = !state.path.ids.elementsEqual(path) || state.list.list.query != query
  }
}
