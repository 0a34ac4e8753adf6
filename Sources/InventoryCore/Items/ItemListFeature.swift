import ComposableArchitecture

/// The page at the bottom: all items.
@Reducer
public struct ItemListFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var list: ItemRowsFeature.State
    /// The popover in which the list is limited.
    @Presents public var filters: FiltersFeature.State?
    public var transfer = TransferFeature.State()
    public var unfinishedStocktake = UnfinishedStocktakeFeature.State()
    /// What the check of the database has found.
    public var integrity = Integrity.unknown
    /// Whether the database is to be checked as soon as it has been read.
    var isCheckDue = false
    /// Whether the user can go back to a backup here.
    public var offersBackups = true
    /// Whether the user types in the search.
    public var isSearchFocused = false

    /// - Parameter page: the first items ordered by name, when they are known already.
    public init(page: ItemPage? = nil) {
      list = ItemRowsFeature.State(page: page)
    }

    /// What is in the place of the list.
    public var content: Content {
      if case .damaged(let problem) = integrity {
        .unreadable(problem)
      } else if let problem = list.problem {
        .unreadable(problem)
      } else if list.rows.count > 0 {
        .items
      } else if list.isLoading {
        .loading
      } else {
        list.query.findsAll ? .noItems : .noMatches
      }
    }

    /// What was searched for, if it may be a barcode that no item has yet: one word in which
    /// nothing was found.
    public var unknownBarcode: String? {
      let text = list.query.searchText.trimmed
      let isWord = !text.isEmpty && !text.contains(where: \.isWhitespace)
      return content == .noMatches && list.query.filter.isEmpty && isWord ? text : nil
    }

    /// Whether the database cannot be read.
    public var isUnreadable: Bool { content.is(\.unreadable) }

    /// Whether the database has been read.
    var isReadable: Bool { !isUnreadable && content != .loading }
  }

  @CasePathable
  public enum Content: Equatable, Sendable {
    case items
    case loading
    /// The inventory is empty: the place to say what to do first.
    case noItems
    /// The search and the filters find nothing.
    case noMatches
    /// The database cannot be read: the place to say why, and what can be done.
    case unreadable(DatabaseProblem)
  }

  @CasePathable
  public enum Integrity: Equatable, Sendable {
    case unknown
    case sound
    case damaged(DatabaseProblem)
  }

  public enum Action {
    case addButtonTapped
    /// The user wants to add an item with the barcode that was not found.
    case addWithBarcodeButtonTapped
    case backupsButtonTapped
    case clearFiltersButtonTapped
    case delegate(Delegate)
    case filterRemoved(ItemFilter.Part)
    case filters(PresentationAction<FiltersFeature.Action>)
    case filtersButtonTapped
    /// What is wrong with the file, if anything is.
    case integrityResponse(DatabaseProblem?)
    case list(ItemRowsFeature.Action)
    case locationsButtonTapped
    /// The window with this list is open. Sent once, also if other pages cover the list.
    case opened
    case recentChangesButtonTapped
    case searchFocusChanged(Bool)
    /// Enter was pressed in the search: by a scanner after the digits, or by a person.
    case searchSubmitted
    case stocktakeButtonTapped
    case transfer(TransferFeature.Action)
    case unfinishedStocktake(UnfinishedStocktakeFeature.Action)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The user wants to write a new item, with a barcode that may be empty.
      case addRequested(barcode: String)
      /// The backup of the day could not be made.
      case backupFailed(reason: String)
      /// The user wants to go back to a backup.
      case backupsRequested
      /// The user wants to see the locations.
      case locationsRequested
      /// The user wants to see what has happened lately.
      case recentChangesRequested
      /// The user wants to count what there is.
      case stocktakeRequested
      /// Something has been done, and the user is to be told in these words.
      case told(String)
    }
  }

  enum CancelID {
    case scan
  }

  @Dependency(\.items) var items

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) { ItemRowsFeature() }
    Scope(state: \.transfer, action: \.transfer) { TransferFeature() }
    Scope(state: \.unfinishedStocktake, action: \.unfinishedStocktake) {
      UnfinishedStocktakeFeature()
    }
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        return .send(.delegate(.addRequested(barcode: "")))

      case .addWithBarcodeButtonTapped:
        guard let barcode = state.unknownBarcode else { return .none }
        return .send(.delegate(.addRequested(barcode: barcode)))

      case .backupsButtonTapped:
        return .send(.delegate(.backupsRequested))

      case .clearFiltersButtonTapped:
        return .send(.list(.filterChanged(ItemFilter())))

      case .filters(.presented(.delegate(.filterChanged(let filter)))):
        return .send(.list(.filterChanged(filter)))

      case .delegate, .filters, .transfer, .unfinishedStocktake:
        return .none

      case .filterRemoved(let part):
        return .send(.list(.filterChanged(state.list.query.filter.without(part))))

      case .filtersButtonTapped:
        state.filters = FiltersFeature.State(filter: state.list.query.filter)
        return .none

      case .list(.delegate(.exportRequested(let items))):
        return .send(.transfer(.exportSelectedButtonTapped(items)))

      case .list(.delegate(.told(let text))):
        return .send(.delegate(.told(text)))

      case .integrityResponse, .list, .opened:
        return .none

      case .locationsButtonTapped:
        return .send(.delegate(.locationsRequested))

      case .recentChangesButtonTapped:
        return .send(.delegate(.recentChangesRequested))

      case .searchFocusChanged(let isFocused):
        state.isSearchFocused = isFocused
        return .none

      case .searchSubmitted:
        return openMeantItem(state.list.query)

      case .stocktakeButtonTapped:
        return .send(.delegate(.stocktakeRequested))
      }
    }
    .ifLet(\.$filters, action: \.filters) { FiltersFeature() }
    IntegrityReducer()
  }

  /// Opens the item that was meant by what was scanned or typed, if there is only one.
  ///
  /// That is the item with this barcode or SKU, also if a filter hides it: who scans a label wants
  /// to see what it is on. Otherwise it is the only item that the list shows with its filter. The
  /// list may not have found it yet.
  private func openMeantItem(_ query: ItemQuery) -> Effect<Action> {
    if query.searchText.isBlank { return .none }
    return .run { send in
      var meant = try await items.matches(query.searchText).exact
      if meant.count != 1 { meant = try await items.completePage(query, 0..<2).rows }
      guard let item = meant.first, meant.count == 1 else { return }
      await send(.list(.rowTapped(item)))
    } catch: { _, _ in
      // The list tells why it cannot be read.
    }
    .cancellable(id: CancelID.scan, cancelInFlight: true)
  }
}
