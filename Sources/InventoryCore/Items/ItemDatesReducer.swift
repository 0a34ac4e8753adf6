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
      case .refreshResponse(_, .success):
        return refresh(&state)

      case .columnsChanged, .columnShown, .columnsReset, .layoutChanged, .narrowLayoutChanged,
        .rowsResponse(_, .success):
        return readMissing(state)

      case .datesRefreshed(let dates):
        let isOutdated = state.readingDates == .outdated
        state.readingDates = nil
        // The list says why the database cannot be read.
        if let dates = try? dates.get() { state.keepDates(dates) }
        return isOutdated ? refresh(&state) : .none

      case .datesResponse(let dates):
        state.keepDates(dates)
        return .none

      default:
        return .none
      }
    }
  }

  /// Reads the dates of all items that are loaded, since those that are known may be out of date.
  /// A read that goes on is left to its end, and followed by another one.
  private func refresh(_ state: inout State) -> Effect<Action> {
    let wanted = state.showsDates ? state.loadedIDs : []
    guard !wanted.isEmpty else { return .none }
    guard state.readingDates == nil else {
      state.readingDates = .outdated
      return .none
    }
    state.readingDates = .current
    return .run { send in
      await send(.datesRefreshed(Result { try await items.dates(wanted) }))
    }
    .cancellable(id: CancelID.refresh, cancelInFlight: true)
  }

  /// Reads the dates of items that are loaded by now.
  private func readMissing(_ state: State) -> Effect<Action> {
    guard state.showsDates else { return .none }
    let wanted = state.loadedIDs.filter { state.dates[$0] == nil }
    guard !wanted.isEmpty else { return .none }
    return .run { send in
      await send(.datesResponse(try await items.dates(wanted)))
    } catch: { _, _ in
      // The list says why the database cannot be read.
    }
    .cancellable(id: CancelID.missing, cancelInFlight: true)
  }
}

extension ItemRowsFeature.State {
  fileprivate var loadedIDs: Set<Item.ID> { Set(rows.loadedElements.map(\.id)) }

  /// Takes dates over, and forgets those of items that are not loaded any more.
  fileprivate mutating func keepDates(_ read: [Item.ID: ItemDates]) {
    let loaded = loadedIDs
    dates = dates.merging(read) { $1 }.filter { loaded.contains($0.key) }
  }

  /// Whether there is a column with dates.
  var showsDates: Bool {
    (layout == .table || narrowLayout == .table)
      && (shownColumns.shows(.dateAdded) || shownColumns.shows(.dateChanged))
  }
}
