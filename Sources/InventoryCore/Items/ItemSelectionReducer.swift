import ComposableArchitecture
import PagedArrays

/// Selects items of a list, or all of them.
struct ItemSelectionReducer: Reducer {
  typealias State = ItemRowsFeature.State
  typealias Action = ItemRowsFeature.Action

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .menuExportChosen(let rows), .menuTaskChosen(_, let rows):
        // A single row that is not selected. Otherwise the menu is that of the selection, as it is
        // now: rows may have left it since the menu was opened.
        if case .only(let ids) = rows, ids.count == 1, let id = ids.first,
          !state.selected.contains(id)
        {
          state.selection = rows
        }

      case .rowSelected(let item):
        var selection = state.selection ?? PagedSelection.none
        selection.insert(item.id)
        state.selection = selection

      case .selectAllButtonTapped:
        state.selection = state.hasNoItems ? nil : PagedSelection.all

      case .selectButtonTapped:
        state.selection = state.selection == nil ? PagedSelection.none : nil

      case .selectedItemsGone(let ids):
        guard var selection = state.selection, !selection.isEmpty else { return .none }
        selection.forget(ids)
        state.selection = selection.isEmpty ? nil : selection

      case .selectionChanged(let selection):
        // Who takes the last item out of the selection, or presses Escape, has done with it.
        let isOver = selection.isEmpty && state.selection.map { !$0.isEmpty } ?? true
        state.selection = isOver || state.hasNoItems ? nil : selection

      case .selectionEnded:
        state.selection = nil

      default:
        break
      }
      return .none
    }
  }
}

extension ItemRowsFeature.State {
  /// What the selected items are, to be told to the database; `nil` if none is selected.
  public var selectedItems: SelectedItems? {
    guard let selection, selectedCount != 0 else { return nil }
    return SelectedItems(selection, of: query)
  }

  /// The selection; nothing while the user does not select.
  public var selected: PagedSelection<Item.ID> { selection ?? PagedSelection.none }

  /// How many items are selected; `nil` as long as it is not known how many there are.
  public var selectedCount: Int? {
    switch selection {
    case .only(let ids): ids.count
    case .allBut where isLoading || isCounting: nil
    case .allBut(let ids): max(rows.count - ids.count, 0)
    case nil: 0
    }
  }

  /// Whether there is nothing to select.
  fileprivate var hasNoItems: Bool { !isLoading && !isCounting && rows.count == 0 }

  /// The items among the loaded rows that the selection names.
  var selectedRows: Set<Item.ID> {
    guard let named = selection?.named, !named.isEmpty else { return [] }
    return named.intersection(rows.loadedElements.map(\.id))
  }

  /// Ends a selection of all items that were found, because others are found from now on.
  mutating func forgetSelectionOfAll() {
    if case .allBut = selection { selection = nil }
  }
}

extension PagedSelection {
  /// The elements that are selected one by one, or left out of all.
  var named: Set<ID> {
    switch self {
    case .only(let ids), .allBut(let ids): ids
    }
  }
}

extension ItemQuery {
  /// Whether another query finds the same items, perhaps in another order.
  func findsSame(as other: ItemQuery) -> Bool {
    var query = self
    query.sort = other.sort
    query.isReversed = other.isReversed
    return query == other
  }
}
