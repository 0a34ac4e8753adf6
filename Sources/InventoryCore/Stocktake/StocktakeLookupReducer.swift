import ComposableArchitecture
import Foundation

/// Finds the item that is meant by what is scanned or typed in a stocktake.
struct StocktakeLookupReducer: Reducer {
  typealias State = StocktakeFeature.State
  typealias Action = StocktakeFeature.Action

  enum CancelID {
    case lookup
  }

  @Dependency(\.items) var items

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        guard let text = state.lookup?.text else { return .none }
        return .send(.delegate(.addRequested(barcode: text)))

      case .codeSubmitted:
        return lookUp(state)

      case .lookupResponse(let text, let result):
        return show(result, of: text, &state)

      default:
        return .none
      }
    }
  }

  private func lookUp(_ state: State) -> Effect<Action> {
    let text = state.code.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { return .none }
    return .run { send in
      await send(
        .lookupResponse(text: text, Result { try await items.matches(text) })
      )
    }
    .cancellable(id: CancelID.lookup, cancelInFlight: true)
  }

  private func show(
    _ result: Result<ItemMatches, any Error>,
    of text: String,
    _ state: inout State
  ) -> Effect<Action> {
    // The question whether to discard the count is answered first.
    guard state.count?.alert == nil else { return .none }
    switch result {
    case .success(let matches):
      if matches.exact.count == 1 {
        return state.goOn(to: .count(matches.exact[0], isAddition: true))
      }
      // What is written for another item stays.
      state.code = ""
      state.focus = .code
      state.lookup = StocktakeFeature.Lookup(text: text, matches: matches)
      if state.count?.hasUnsavedChanges == false { state.count = nil }
    case .failure(let error):
      state.alert = .failure(tr("The item could not be looked up"), error)
    }
    return .none
  }
}
