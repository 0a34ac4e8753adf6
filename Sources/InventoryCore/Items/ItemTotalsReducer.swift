import ComposableArchitecture

/// Finds out what the selected items are worth or, if none is selected, all that are in the list.
///
/// It begins when all rows are counted, so that nobody waits longer for the first ones.
struct ItemTotalsReducer: Reducer {
  typealias State = ItemRowsFeature.State
  typealias Action = ItemRowsFeature.Action

  enum CancelID {
    case totals
  }

  @Dependency(\.items) private var items

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .refreshResponse(_, .success(let page)) where page.isComplete:
        return update(&state, isChanged: true)

      case .menuExportChosen, .menuTaskChosen, .rowSelected, .selectAllButtonTapped,
        .selectButtonTapped, .selectedItemsGone,
        .selectionChanged, .selectionEnded:
        return update(&state)

      case .task:
        // A read that went on when the view went away has ended with it. The list is read anew, and
        // the totals after it.
        state.totalling = nil
        return .none

      case .totalsNeeded:
        state.needsTotals = true
        return update(&state)

      case .totalsResponse(let items, let totals):
        guard let totalling = state.totalling, totalling.items == items else { return .none }
        state.totalling = nil
        // The list says why the database cannot be read.
        if let totals = try? totals.get() {
          state.totals = .init(items: items, totals: totals, isOutdated: totalling.isOutdated)
        }
        return totalling.isOutdated ? update(&state) : .none

      default:
        return .none
      }
    }
  }

  /// Asks for the totals that are to be shown, unless they are known.
  ///
  /// - Parameter isChanged: Whether something was changed since they were asked for. What is known
  ///   is shown until it is known anew. A read that goes on is left to its end, and followed by
  ///   another one.
  private func update(_ state: inout State, isChanged: Bool = false) -> Effect<Action> {
    guard state.needsTotals, !state.isLoading, !state.isCounting else { return .none }
    if isChanged {
      state.totals?.isOutdated = true
      state.totalling?.isOutdated = true
    }
    let wanted = state.totalledItems
    if state.totalling?.items == wanted { return .none }
    if let totals = state.totals, totals.items == wanted, !totals.isOutdated {
      state.totalling = nil
      return .cancel(id: CancelID.totals)
    }
    state.totalling = ItemRowsFeature.Totalling(items: wanted)
    return .run { send in
      await send(.totalsResponse(wanted, Result { try await items.totals(wanted) }))
    }
    .cancellable(id: CancelID.totals, cancelInFlight: true)
  }
}

extension ItemRowsFeature {
  /// What some items are worth.
  public struct Totals: Equatable, Sendable {
    public var items: SelectedItems
    public var totals: ItemTotals
    /// Whether something was changed since they were read.
    public var isOutdated = false

    public init(items: SelectedItems, totals: ItemTotals, isOutdated: Bool = false) {
      self.items = items
      self.totals = totals
      self.isOutdated = isOutdated
    }
  }

  /// A read of totals that goes on.
  public struct Totalling: Equatable, Sendable {
    public var items: SelectedItems
    /// Whether something was changed since it began.
    public var isOutdated = false

    public init(items: SelectedItems, isOutdated: Bool = false) {
      self.items = items
      self.isOutdated = isOutdated
    }
  }
}

extension ItemRowsFeature.State {
  /// What the selected items are worth or, if none is selected, all that are in the list; `nil` as
  /// long as it is not known.
  public var shownTotals: ItemTotals? {
    totals.flatMap { $0.items == totalledItems ? $0.totals : nil }
  }

  /// The items whose totals are shown. Their order does not matter.
  var totalledItems: SelectedItems {
    var items = selectedItems ?? SelectedItems(.all, of: query)
    if case .only = items.selection { items.query = ItemQuery() }
    items.query.sort = .name
    items.query.isReversed = false
    return items
  }
}
