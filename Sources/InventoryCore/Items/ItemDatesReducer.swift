import ComposableArchitecture
import PagedArrays

/// Reads when the items of a table were added and changed, while it has a column that says so.
///
/// The dates are no part of an item: what people save of one does not contain them.
struct ItemDatesReducer: Reducer {
  typealias State = ItemRowsFeature.State
  typealias Action = ItemRowsFeature.Action

  enum CancelID {
    case missing
    case refresh
  }

  @Dependency(\.items) private var items

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .refreshResponse(.success):
        return read(state, isChanged: true)

      case .columnsChanged, .columnShown, .columnsReset, .layoutChanged, .rowsResponse(.success):
        return read(state)

      case .datesResponse(let dates):
        let loaded = Set(state.rows.loadedElements.map(\.id))
        state.dates = state.dates.filter { loaded.contains($0.key) }
          .merging(dates.filter { loaded.contains($0.key) }) { $1 }
        return .none

      default:
        return .none
      }
    }
  }

  /// Reads the dates of the items that are loaded.
  ///
  /// - Parameter isChanged: Whether those that are known may be out of date.
  private func read(_ state: State, isChanged: Bool = false) -> Effect<Action> {
    guard state.showsDates else { return .none }
    let loaded = Set(state.rows.loadedElements.map(\.id))
    let wanted = isChanged ? loaded : loaded.filter { state.dates[$0] == nil }
    guard !wanted.isEmpty else { return .none }
    return .run { send in
      await send(.datesResponse(try await items.dates(wanted)))
    } catch: { _, _ in
      // The list says why the database cannot be read.
    }
    .cancellable(id: isChanged ? CancelID.refresh : .missing, cancelInFlight: true)
  }
}

extension ItemRowsFeature.State {
  /// Whether there is a column with dates.
  var showsDates: Bool {
    layout == .table && (columns.shows(.dateAdded) || columns.shows(.dateChanged))
  }
}
