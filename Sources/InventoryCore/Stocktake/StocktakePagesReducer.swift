import ComposableArchitecture

/// Leads from the list to a stocktake, from there to its review, and back.
struct StocktakePagesReducer: Reducer {
  typealias State = InventoryFeature.State
  typealias Action = InventoryFeature.Action

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .list(.delegate(.stocktakeRequested)):
        return state.show(.stocktake(StocktakeFeature.State()), on: nil)

      case .path(.element(let id, action: .stocktake(.delegate(.reviewRequested)))):
        let counts = state.path[id: id]?.stocktake?.counts
        return state.show(
          .stocktakeReview(StocktakeReviewFeature.State(counts: counts)),
          on: id
        )

      case .path(.element(let id, action: .stocktakeReview(.delegate(.countRequested(let count))))):
        return countAgain(count, from: id, &state)

      case .path(.element(_, action: .stocktakeReview(.delegate(.finished)))):
        for (id, page) in zip(state.path.ids, state.path)
        where page.stocktake.map({ $0.questionBeforePop == nil }) ?? page.is(\.stocktakeReview) {
          // What was scanned and not counted yet stays on its page.
          state.path[id: id] = nil
        }
        return .none

      case .destination(.presented(.add(.delegate(.saved(let item))))):
        // An item that a stocktake did not know is counted next.
        for (id, page) in zip(state.path.ids, state.path) {
          guard let scan = page.stocktake?.scanToAdd else { continue }
          return .send(.path(.element(id: id, action: .stocktake(.scanItemChosen(scan, item)))))
        }
        return .none

      case .destination(.dismiss):
        for (id, page) in zip(state.path.ids, state.path) where page.is(\.stocktake) {
          state.path[id: id, case: \.stocktake]?.scanToAdd = nil
        }
        return .none

      default:
        return .none
      }
    }
  }

  /// Goes back to the page below, to count an item there.
  private func countAgain(
    _ count: StocktakeCount,
    from review: StackElementID,
    _ state: inout State
  ) -> Effect<Action> {
    state.path[id: review] = nil
    if state.path.last?.is(\.stocktake) != true {
      state.path.append(.stocktake(StocktakeFeature.State()))
    }
    guard let id = state.path.ids.last else { return .none }
    return .send(.path(.element(id: id, action: .stocktake(.countTapped(count)))))
  }
}
