import ComposableArchitecture

/// Looks whether another item has the SKU that is written, once the user pauses. The database looks
/// again when the item is saved.
struct SkuCheckReducer: Reducer {
  typealias State = ItemFormFeature.State
  typealias Action = ItemFormFeature.Action

  enum CancelID {
    case check
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.items) var items

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      // What was written before the program ended was not looked up yet.
      case .binding(\.sku), .task:
        return check(state)

      case .skuResponse(let sku, let isTaken):
        state.takenSku = isTaken ? sku : nil
        return .none

      default:
        return .none
      }
    }
  }

  private func check(_ state: State) -> Effect<Action> {
    let sku = state.sku.asLine
    guard !sku.isEmpty, sku != state.original?.sku else { return .cancel(id: CancelID.check) }
    return .run { [id = state.id] send in
      try await clock.sleep(for: .milliseconds(300))
      let owner = try await items.itemWithSku(sku)
      await send(.skuResponse(sku: sku, isTaken: owner.map { $0.id != id } ?? false))
    } catch: { _, _ in
      // A form that does not know is as good.
    }
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }
}
