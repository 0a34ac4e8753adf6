import ComposableArchitecture

/// Adds one of an item, or takes one away, without a sheet. If several items are selected, the
/// sheet says first how many that are.
struct QuickBookingReducer: Reducer {
  typealias State = ItemRowsFeature.State
  typealias Action = ItemRowsFeature.Action

  @Dependency(\.manyItems) private var manyItems
  @Dependency(\.movements) private var movements

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .bookingFailed(let error):
        let reason = explanation(of: error)
        return .send(.delegate(.told(tr("Nothing was booked: \(reason)"))))

      case .quantityStepped(let item, let step):
        guard step != 0 else { return .none }
        if let count = state.selection.map({ _ in state.selectedCount }), count != 0, count != 1 {
          return .send(.manyItemsButtonTapped(.book))
        }
        let booking = Booking(step > 0 ? .received : .used, Quantity(abs(step)))
        return .run { [items = state.selectedItems] send in
          if let items {
            for try await _ in manyItems.change(items, .book(booking)) {}
          } else {
            _ = try await movements.book(booking, item.id)
          }
        } catch: { error, send in
          await send(.bookingFailed(error))
        }

      default:
        return .none
      }
    }
  }
}
