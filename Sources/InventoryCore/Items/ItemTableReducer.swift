import ComposableArchitecture

/// Remembers how the user wants to see items.
struct ItemTableReducer: Reducer {
  typealias State = ItemRowsFeature.State
  typealias Action = ItemRowsFeature.Action

  enum CancelID {
    case columns
  }

  @Dependency(\.continuousClock) private var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .columnsChanged(let columns):
        state.changedColumns = columns
        // A column that is dragged has another width each few milliseconds.
        return .send(.columnsSettled)
          .debounce(id: CancelID.columns, for: .milliseconds(300), clock: clock)

      case .columnsSettled:
        guard let columns = state.changedColumns else { return .none }
        return save(columns, &state)

      case .columnsReset:
        return save(TableColumnCustomization(), &state)

      case .columnShown(let column, let isShown):
        guard column.canBeHidden else { return .none }
        var columns = state.shownColumns
        columns[visibility: column.rawValue] = isShown ? .visible : .hidden
        return save(columns, &state)

      case .layoutChanged(let layout):
        state.$layout.withLock { $0 = layout }

      case .narrowLayoutChanged(let layout):
        state.$narrowLayout.withLock { $0 = layout }

      default:
        break
      }
      return .none
    }
  }

  private func save(
    _ columns: TableColumnCustomization<Item>,
    _ state: inout State
  ) -> Effect<Action> {
    state.changedColumns = nil
    state.$columns.withLock { $0 = columns }
    return .cancel(id: CancelID.columns)
  }
}

extension ItemRowsFeature.State {
  /// How the items are shown.
  ///
  /// - Parameter isWide: Whether the window has room for the sidebar.
  public func layout(isWide: Bool) -> ItemsLayout { isWide ? layout : narrowLayout }

  /// What the user has made of the columns, which may not be saved yet.
  public var shownColumns: TableColumnCustomization<Item> { changedColumns ?? columns }

  /// What the header of a table says about the order: one column, because the engines know no
  /// order by several.
  public var sortOrder: [ItemComparator] { [ItemComparator(query.ordering)] }
}
