import ComposableArchitecture

/// Puts the next free number into the form of a new item as its SKU. The database looks again when
/// the item is saved; if another item has got the number meanwhile, the form gets the next one.
struct SkuNumberReducer: Reducer {
  typealias State = ItemFormFeature.State
  typealias Action = ItemFormFeature.Action

  @Dependency(\.items) var items
  @SharedReader(.skuPattern) var pattern

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .numberResponse(let number):
        state.suggest(number)
        return .none

      case .saveResponse(.failure), .skuResponse, .task:
        return state.needsNumber ? ask() : .none

      default:
        return .none
      }
    }
  }

  private func ask() -> Effect<Action> {
    .run { [pattern = SkuPattern.written(pattern)] send in
      await send(.numberResponse(try await items.nextSku(pattern)))
    } catch: { _, _ in
      // A form without a suggestion is as good.
    }
  }
}
