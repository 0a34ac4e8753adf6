import ComposableArchitecture

/// The app: the list of items, and on top of it a stack of pages.
@Reducer
public struct InventoryFeature: Sendable {
  @Reducer
  public enum Path {
    case item(ItemDetailFeature)
    case location(LocationFeature)
    case locations(LocationsFeature)
    case recentChanges(RecentChangesFeature)
    case stocktake(StocktakeFeature)
    case stocktakeReview(StocktakeReviewFeature)
    case tag(TagFeature)
  }

  @Reducer
  public enum Destination {
    case about(AboutFeature)
    case add(ItemFormFeature)
    case alert(AlertState<Never>)
    case backups(BackupsFeature)
    case preferences(PreferencesFeature)
    case shortcuts(ShortcutsFeature)
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var list: ItemListFeature.State
    public var path: StackState<Path.State>
    @Presents public var destination: Destination.State?
    public var connection = ConnectionFeature.State()
    public var sidebar = SidebarFeature.State()
    public var undo = UndoFeature.State()
    /// Where the page was whose item was deleted last.
    public var deletedPage: DeletedPage?
    /// The currency of all prices.
    @SharedReader(.currency) public var currency
    /// What waits for the user's decision about unsaved changes.
    public var postponed: Postponed?
    /// A link that is opened when the inventory can be reached again.
    public var waitingLink: WaitingLink?
    /// Whether the window has closed.
    public var isClosed = false

    /// - Parameters:
    ///   - page: the first items ordered by name, when they are known already.
    public init(
      page: ItemPage? = nil,
      path: StackState<Path.State> = StackState(),
      destination: Destination.State? = nil
    ) {
      list = ItemListFeature.State(page: page)
      self.path = path
      self.destination = destination
    }
  }

  /// What was asked for while a form had unsaved changes, and is done once they are discarded.
  public enum Postponed: Equatable, Sendable {
    case close
    case link(DeepLink)
    /// A page on the one that it was opened from; on the list if there is none.
    case page(Path.State, on: StackElementID?)
    case place(SidebarEntry)
    case pop(from: StackElementID)
    case quit
    case search
  }

  public enum Action {
    case closeButtonTapped
    /// The user goes back from one column to another.
    case columnChanged(NavigationSplitViewColumn)
    case command(Command)
    case connection(ConnectionFeature.Action)
    case destination(PresentationAction<Destination.Action>)
    /// What was written about a photo could not be stored after its page was left.
    case leftCaptionFailed(String, any Error)
    /// A link, as the desktop or the command line gives it.
    case linkOpened(String)
    /// A link is opened when the inventory can be reached again.
    case linkPostponed(DeepLink)
    /// The inventory can be reached again, for which a link has waited.
    case linkReached(DeepLink)
    case linkResponse(Result<DeepLinkTarget, any Error>)
    case list(ItemListFeature.Action)
    case path(StackActionOf<Path>)
    /// The user goes back from a page on which something is written that would be lost.
    case popPostponed(from: StackElementID)
    case sidebar(SidebarFeature.Action)
    case undo(UndoFeature.Action)
  }

  @Dependency(\.numberLocale) var locale
  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) { ItemListFeature() }
    Scope(state: \.connection, action: \.connection) { ConnectionFeature() }
    Scope(state: \.sidebar, action: \.sidebar) { SidebarFeature() }
    Scope(state: \.undo, action: \.undo) { UndoFeature() }
    Reduce { state, action in
      switch action {
      case .columnChanged(.sidebar):
        return state.detailID.map { .send(.path(.popFrom(id: $0))) } ?? .none

      case .destination(.presented(.add(.delegate(.saved(let item))))):
        state.destination = nil
        // Under other pages, the list stays where one has left it. An item may be beside it.
        return state.contentPath.isEmpty ? .send(.list(.list(.itemAdded(item.id)))) : .none

      case .list(.delegate(.told(let text))), .list(.transfer(.delegate(.finished(let text)))):
        return .send(.undo(.finished(text)))

      case .path(.element(_, action: .location(.list(.delegate(.told(let text)))))),
        .path(.element(_, action: .tag(.list(.delegate(.told(let text)))))):
        return .send(.undo(.finished(text)))

      case .path(.element(_, action: .location(.list(.delegate(.exportRequested(let items)))))),
        .path(.element(_, action: .tag(.list(.delegate(.exportRequested(let items)))))):
        return .send(.list(.transfer(.exportSelectedButtonTapped(items))))

      case .list(.transfer(.delegate(.imported(let summary)))):
        return .send(.undo(.imported(summary)))

      case .list(.delegate(.addRequested(let barcode))),
        .path(.element(_, action: .stocktake(.delegate(.addRequested(let barcode))))):
        var form = ItemFormFeature.State(newItem: uuid(), locale: locale)
        form.barcode = barcode
        state.destination = .add(form)
        return .none

      default:
        return .none
      }
    }
    .preceded {
      BackupSheetReducer()
      CommandReducer()
      DeletedPageReducer()
      LeftCaptionReducer()
      LinkReducer()
      PagesReducer()
      SidebarReducer()
      StocktakePagesReducer()
    }
    .forEach(\.path, action: \.path)
    .ifLet(\.$destination, action: \.destination)
    .redirect { state, action in
      switch action {
      case .destination(.dismiss):
        state.destination?.questionBeforeDismissal.map { .destination(.presented($0)) }
      case .path(.popFrom(let id)) where state.questionBeforePop(from: id) != nil:
        .popPostponed(from: id)
      default:
        nil
      }
    }
    UnsavedChangesReducer()
  }
}

extension InventoryFeature.Path.State {
  /// The page, whichever it is. This is the only switch over all pages.
  var page: any PageState {
    get {
      switch self {
      case .item(let page): page
      case .location(let page): page
      case .locations(let page): page
      case .recentChanges(let page): page
      case .stocktake(let page): page
      case .stocktakeReview(let page): page
      case .tag(let page): page
      }
    }
    set { self = newValue.inPath }
  }
}

extension InventoryFeature.State {
  /// Whether the page that is shown says itself that it cannot be read, and offers to try again.
  public var saysProblem: Bool {
    path.last.map { $0.page.problem != nil } ?? list.isUnreadable
  }
}

extension InventoryFeature.Path.State: Equatable, Sendable {}
extension InventoryFeature.Destination.State: Equatable, Sendable {}

extension InventoryFeature.Destination.State {
  /// The action that makes a form with unsaved changes ask whether to discard them, or that comes
  /// to nothing because what goes on has to end first.
  var questionBeforeDismissal: InventoryFeature.Destination.Action? {
    switch self {
    case .add(let form) where form.hasUnsavedChanges: .add(.cancelButtonTapped)
    case .backups(let sheet) where sheet.isRestoring: .backups(.closeButtonTapped)
    default: nil
    }
  }

  /// Tells over a sheet that asks before its dismissal that something has failed.
  mutating func showFailure(_ title: String, _ error: any Error) {
    switch self {
    case .add: modify(\.add) { $0.alert = .failure(title, error) }
    case .backups: modify(\.backups) { $0.alert = .failure(title, error) }
    case .about, .alert, .preferences, .shortcuts: break
    }
  }
}
