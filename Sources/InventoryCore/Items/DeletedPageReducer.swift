import ComposableArchitecture

/// The page of an item that was deleted comes back with the item, if the user is still where that
/// page was.
struct DeletedPageReducer: Reducer {
  typealias State = InventoryFeature.State
  typealias Action = InventoryFeature.Action

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .path(.element(let id, action: .item(.delegate(.itemGone)))),
        .path(
          .element(
            let id,
            action: .item(.destination(.presented(.confirmationDialog(.deleteConfirmed))))
          )
        ):
        // Pages on top of it stay where they are, and it does not come back among them.
        guard id == state.path.ids.last, let item = state.path[id: id]?.item?.item else {
          return .none
        }
        state.deletedPage = DeletedPage(item: item.id, below: Array(state.path.ids.dropLast()))
        return .none

      case .undo(.revertResponse(.success(let change))):
        guard let page = state.deletedPage, let item = change.restoredItem, item.id == page.item,
          Array(state.path.ids) == page.below
        else { return .none }
        state.deletedPage = nil
        state.path.append(.item(ItemDetailFeature.State(item: item)))
        return .none

      default:
        return .none
      }
    }
  }
}

/// Where the page of an item was that is deleted.
public struct DeletedPage: Equatable, Sendable {
  var item: Item.ID
  /// The pages below.
  var below: [StackElementID]
}
