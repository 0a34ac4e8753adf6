import ComposableArchitecture
import PagedArrays

/// The rows of a list of items, as many as the view asks for, which follow the database.
@Reducer
public struct ItemRowsFeature: Sendable {
  /// What is known of a read that goes on.
  public enum Reading: Equatable, Sendable {
    /// It began after the last change.
    case current
    /// Something was changed since it began, so it is followed by another one.
    case outdated
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var query: ItemQuery
    public var rows: PagedArray<Item>
    /// Whether what the query finds is not known yet.
    public var isLoading: Bool
    /// Whether there may be more rows than are known by now.
    public var isCounting = false
    /// Whether what is shown is being read anew; `nil` if not.
    public var reading: Reading?
    /// Why the rows could not be read.
    public var problem: DatabaseProblem?
    /// The rows that are in sight, and those around them.
    public var visibleRows = 0..<1
    /// The item that is scrolled to as soon as the rows around it are there.
    public var awaitedItem: Item.ID?
    /// The row that is to be scrolled to.
    public var revealedRow: Int?
    /// Which items are selected, while the user selects some; `nil` otherwise.
    public var selection: PagedSelection<Item.ID>?
    /// When the loaded items were added and changed, as far as it is shown and known.
    public var dates: [Item.ID: ItemDates] = [:]
    /// Whether all of them are being read anew; `nil` if not.
    public var readingDates: Reading?
    /// Whether a view shows what the items are worth.
    public var needsTotals = false
    /// What was found out last about what items are worth.
    public var totals: Totals?
    /// What is being found out about it.
    public var totalling: Totalling?
    @Shared(.itemColumns) public var columns
    /// What the user is making of the columns. It is saved when he pauses.
    public var changedColumns: TableColumnCustomization<Item>?
    @Shared(.itemsLayout) public var layout
    @Shared(.narrowItemsLayout) public var narrowLayout
    /// The sheet in which something is done to the selected items.
    @Presents public var manyItems: ManyItemsFeature.State?

    /// - Parameter page: the first rows, when they are known already.
    public init(query: ItemQuery = ItemQuery(), page: ItemPage? = nil) {
      self.query = query
      rows = page.map { PagedArray($0) } ?? PagedArray()
      isLoading = page == nil
    }

    /// Whether rows in sight, or around them, are not loaded yet.
    public var isWaitingForRows: Bool { rows.unloadedPages(in: visibleRows) != nil }
  }

  public enum Action {
    /// The user has moved, resized, shown or hidden columns.
    case columnsChanged(TableColumnCustomization<Item>)
    case columnShown(ItemTableColumn, Bool)
    /// The user wants the columns as they were at first.
    case columnsReset
    /// The user has not changed the columns for a moment.
    case columnsSettled
    case databaseChanged
    /// The dates of all items that were loaded.
    case datesRefreshed(Result<[Item.ID: ItemDates], any Error>)
    /// The dates of items that were not known.
    case datesResponse([Item.ID: ItemDates])
    case delegate(Delegate)
    /// The user wants to write the selected items to a file.
    case exportSelectedButtonTapped
    case filterChanged(ItemFilter)
    /// An item was added. If it is in the list, it is shown.
    case itemAdded(Item.ID)
    /// A quick booking could not be made.
    case bookingFailed(any Error)
    /// Where an item that was added is.
    case itemFound(Item.ID, position: Int)
    case layoutChanged(ItemsLayout)
    /// The location has another path by now.
    case locationChanged(String)
    case manyItems(PresentationAction<ManyItemsFeature.Action>)
    /// The user wants to do something to the selected items.
    case manyItemsButtonTapped(ManyItemsFeature.Task)
    /// The user wants to write the items for which a menu was opened to a file.
    case menuExportChosen(PagedSelection<Item.ID>)
    /// The user wants to do something to the items for which a menu was opened. They are selected.
    case menuTaskChosen(ManyItemsFeature.Task, PagedSelection<Item.ID>)
    /// The user wants to see items in another way in a narrow window.
    case narrowLayoutChanged(ItemsLayout)
    /// The user wants the order from its other end, or not any more.
    case orderReversed(Bool)
    /// The user takes one of an item, or adds one; of all selected items if some are selected.
    case quantityStepped(Item, by: Int)
    /// What a query finds by now; the rows before are out of date.
    case refreshResponse(ItemQuery, Result<ItemPage, any Error>)
    case retryButtonTapped
    /// The view has scrolled to a row, and there is none left to scroll to.
    case rowRevealed(Int?)
    case rowTapped(Item)
    /// The user wants to see an item in a window of its own.
    case rowTappedForNewWindow(Item)
    /// The view shows these rows.
    case rowsNeeded(Range<Int>)
    /// More of what is shown already.
    case rowsResponse(ItemQuery, Result<ItemPage, any Error>)
    /// The user wants to select items, beginning with one.
    case rowSelected(Item)
    case searchTextChanged(String)
    case selectAllButtonTapped
    /// The user wants to select items, or has ended that.
    case selectButtonTapped
    /// Items that are selected, or left out, are not in the list any more.
    case selectedItemsGone(Set<Item.ID>)
    case selectionChanged(PagedSelection<Item.ID>)
    case selectionEnded
    case sortChanged(ItemSort)
    /// The user has clicked on the header of a column.
    case sortOrderChanged([ItemComparator])
    case task
    /// A view shows what the items are worth.
    case totalsNeeded
    case totalsResponse(SelectedItems, Result<ItemTotals, any Error>)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The user wants to write some items to a file.
      case exportRequested(SelectedItems)
      /// The user wants to see an item.
      case itemOpened(Item)
      /// Something could not be done, and the user is to be told in these words.
      case told(String)
    }
  }

  enum CancelID {
    case changes
    case refresh
    case rows
  }

  @Dependency(\.connection) var connection
  @Dependency(\.items) var items
  @Dependency(\.manyItems) var manyItems
  @Dependency(\.windows) var windows

  public init() {}

  public var body: some ReducerOf<Self> {
    rows.redirect { state, action in
      guard case .manyItems(.dismiss) = action else { return nil }
      return state.questionAboutUnsavedChanges
    }
  }

  @ReducerBuilder<State, Action>
  private var rows: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .databaseChanged:
        return follow(&state)

      case .bookingFailed, .columnsChanged, .columnShown, .columnsReset, .columnsSettled,
        .datesRefreshed, .exportSelectedButtonTapped, .manyItems, .manyItemsButtonTapped,
        .menuExportChosen, .menuTaskChosen, .narrowLayoutChanged, .datesResponse, .delegate,
        .itemAdded, .itemFound, .layoutChanged,
        .quantityStepped,
        .rowRevealed, .rowSelected,
        .selectAllButtonTapped, .selectButtonTapped, .selectedItemsGone, .selectionChanged,
        .selectionEnded, .totalsNeeded, .totalsResponse:
        return .none

      case .filterChanged(let filter):
        return ask(&state) { $0.filter = filter }

      case .locationChanged(let location):
        // The sheet is about the items of the location, whatever it is called.
        state.manyItems?.items.query.location = location
        return ask(&state) { $0.location = location }

      case .refreshResponse(let query, _) where query != state.query || state.reading == nil:
        // Something else has taken the place of the list. What it shows may have been read before
        // the last change, of which it knows nothing.
        return follow(&state)

      case .refreshResponse(_, .success(let page)):
        return reload(&state, page)

      case .refreshResponse(_, .failure(let error)):
        let isOutdated = state.reading == .outdated
        state.reading = nil
        return .merge(showProblem(error, &state), isOutdated ? refresh(&state) : .none)

      case .rowsResponse(let query, _) where query != state.query:
        // It is about another list, and this one reads its own rows.
        return .none

      case .rowsResponse(_, .failure(let error)):
        return showProblem(error, &state)

      case .retryButtonTapped:
        return reopen(&state)

      case .orderReversed(let isReversed):
        return ask(&state) { $0.isReversed = isReversed }

      case .rowTapped(let item):
        return .send(.delegate(.itemOpened(item)))

      case .rowTappedForNewWindow(let item):
        return .run { _ in await windows.open(DeepLink(pages: [.item(sku: item.sku)])) }

      case .rowsNeeded(let range):
        state.visibleRows = range
        return fetchMissingRows(state)

      case .rowsResponse(_, .success(let page)):
        return load(&state, page)

      case .searchTextChanged(let text):
        return ask(&state) { $0.searchText = text }

      case .sortChanged(let sort):
        return ask(&state) { $0.sort = sort }

      case .sortOrderChanged(let order):
        guard let ordering = order.first?.ordering else { return .none }
        return ask(&state) {
          $0.sort = ordering.sort
          $0.isReversed = ordering.isReversed
        }

      case .task:
        // A read that went on when the view went away has ended with it.
        state.reading = nil
        state.readingDates = nil
        return connection.onEveryChange(id: CancelID.changes) { send in await send(.databaseChanged)
        }
      }
    }
    AddedItemReducer()
    ItemSelectionReducer()
    ItemTableReducer()
    // After the columns have changed.
    ItemDatesReducer()
    ItemTotalsReducer()
    QuickBookingReducer()
    // After the items have been selected.
    SelectionTaskReducer()
  }

  /// Asks for other items, or for another order of them.
  private func ask(
    _ state: inout State,
    _ change: (inout ItemQuery) -> Void
  ) -> Effect<Action> {
    let query = state.query
    change(&state.query)
    guard state.query != query else { return .none }
    if !state.query.findsSame(as: query) { state.forgetSelectionOfAll() }
    state.isLoading = true
    state.visibleRows = 0..<1
    return refresh(&state)
  }

  /// Reads what is shown anew after a change.
  ///
  /// A read that goes on is left to its end, and followed by another one. If it were cancelled, no
  /// read would ever come to its end where others change something all the time.
  private func follow(_ state: inout State) -> Effect<Action> {
    guard state.reading == nil else {
      state.reading = .outdated
      return .none
    }
    return refresh(&state)
  }

  /// Reads anew what is shown: what is there at once, and then all that the list is to tell.
  private func refresh(_ state: inout State) -> Effect<Action> {
    state.reading = .current
    return read(state)
  }

  private func read(_ state: State, isComplete: Bool = false) -> Effect<Action> {
    let range = state.rows.wholePages(around: state.visibleRows)
    let page = isComplete ? items.completePage : items.page
    return .merge(
      .cancel(id: CancelID.rows),
      .run { [query = state.query, named = state.selection?.named ?? []] send in
        let result = await Result { try await page(query, range) }
        // Nothing is done to items that the user does not see any more: they are out of the
        // selection before their rows go.
        let gone = named.isEmpty ? [] : (try? await manyItems.missing(named, query)) ?? []
        if !gone.isEmpty { await send(.selectedItemsGone(gone)) }
        await send(.refreshResponse(query, result))
      }
      .cancellable(id: CancelID.refresh, cancelInFlight: true)
    )
  }

  private func reload(_ state: inout State, _ page: ItemPage) -> Effect<Action> {
    let shown = state.selectedRows
    state.rows.reload(with: page)
    state.isLoading = false
    state.isCounting = !page.isComplete
    state.problem = nil
    guard page.isComplete else { return read(state, isComplete: true) }
    return .merge(
      endReading(&state),
      checkSelection(state, shown.subtracting(state.selectedRows))
    )
  }

  /// Reads once more what was changed during a read that has ended, or the rows that it has left
  /// out.
  private func endReading(_ state: inout State) -> Effect<Action> {
    let isOutdated = state.reading == .outdated
    state.reading = nil
    return isOutdated ? refresh(&state) : fetchMissingRows(state)
  }

  /// Looks whether items are still in the list that were selected while it was being read, and have
  /// no row any more that is loaded.
  private func checkSelection(_ state: State, _ ids: Set<Item.ID>) -> Effect<Action> {
    guard !ids.isEmpty else { return .none }
    return .run { [query = state.query] send in
      let gone = try await manyItems.missing(ids, query)
      if !gone.isEmpty { await send(.selectedItemsGone(gone)) }
    } catch: { _, _ in
      // The list tells why it cannot be read.
    }
  }

  /// Shows more rows of what is shown already.
  private func load(_ state: inout State, _ page: ItemPage) -> Effect<Action> {
    // The change that has made the list longer or shorter is told, too.
    guard page.count == state.rows.count else { return follow(&state) }
    state.rows.load(page.rows, at: page.start)
    // What was not there does not come by asking again.
    return page.rows.isEmpty ? .none : fetchMissingRows(state)
  }

  private func showProblem(_ error: any Error, _ state: inout State) -> Effect<Action> {
    state.problem.note(error, isShown: !state.isLoading)
    state.isLoading = false
    state.isCounting = false
    return .none
  }

  private func reopen(_ state: inout State) -> Effect<Action> {
    state.isLoading = true
    state.problem = nil
    return .run { send in
      try await connection.reopen()
      await send(.task)
    } catch: { [query = state.query] error, send in
      await send(.rowsResponse(query, .failure(error)))
    }
  }

  private func fetchMissingRows(_ state: State) -> Effect<Action> {
    // The answer that tells how many rows there are brings some, too.
    guard !state.isLoading, !state.isCounting,
      let range = state.rows.unloadedPages(in: state.visibleRows)
    else { return .none }
    return .run { [query = state.query] send in
      await send(.rowsResponse(query, Result { try await items.page(query, range) }))
    }
    .cancellable(id: CancelID.rows, cancelInFlight: true)
  }
}
