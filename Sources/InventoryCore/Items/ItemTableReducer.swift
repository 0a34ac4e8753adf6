import ComposableArchitecture

/// Remembers how the user wants to see items.
struct ItemTableReducer: Reducer {
  typealias State = ItemRowsFeature.State
  typealias Action = ItemRowsFeature.Action

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .columnsChanged(let columns):
        state.$columns.withLock { $0 = columns }

      case .columnsReset:
        state.$columns.withLock { $0 = TableColumnCustomization() }

      case .columnShown(let column, let isShown):
        guard column.canBeHidden else { return .none }
        state.$columns.withLock { $0[visibility: column.rawValue] = isShown ? .visible : .hidden }

      case .layoutChanged(let layout):
        state.$layout.withLock { $0 = layout }

      default:
        break
      }
      return .none
    }
  }
}

extension ItemRowsFeature.State {
  /// What the header of a table says about the order: one column, because the engines know no
  /// order by several.
  public var sortOrder: [ItemComparator] { [ItemComparator(query.ordering)] }
}
