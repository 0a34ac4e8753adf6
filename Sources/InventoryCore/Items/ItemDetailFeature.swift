import ComposableArchitecture

/// The page of an item.
@Reducer
public struct ItemDetailFeature: Sendable {
  @Reducer
  public enum Destination {
    case alert(AlertState<Never>)
    case book(BookingFeature)
    case confirmationDialog(ConfirmationDialogState<ConfirmationDialog>)
    case edit(ItemFormFeature)

    @CasePathable
    public enum ConfirmationDialog: Equatable, Sendable {
      case deleteConfirmed
    }
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var item: Item
    public var history: StockHistoryFeature.State
    public var photo: ItemPhotoFeature.State
    public var related: RelatedItemsFeature.State
    public var isDeleting = false
    /// Whether the item was deleted elsewhere while something is written here. Saving what is
    /// edited adds it anew.
    public var isGone = false
    @Presents public var destination: Destination.State?

    public init(item: Item, destination: Destination.State? = nil) {
      self.item = item
      history = StockHistoryFeature.State(itemID: item.id)
      photo = ItemPhotoFeature.State(itemID: item.id)
      related = RelatedItemsFeature.State(itemID: item.id)
      self.destination = destination
    }

    /// Whether a form is open in which something is written.
    fileprivate var hasForm: Bool {
      destination?.is(\.edit) == true || destination?.book?.hasUnsavedChanges == true
    }
  }

  public enum Action {
    case bookButtonTapped
    case delegate(Delegate)
    case deleteButtonTapped
    case deleteFailed(any Error)
    case destination(PresentationAction<Destination.Action>)
    case editButtonTapped
    case history(StockHistoryFeature.Action)
    case itemResponse(Result<Item?, any Error>)
    case locationButtonTapped
    case photo(ItemPhotoFeature.Action)
    case related(RelatedItemsFeature.Action)
    case tagTapped(String)
    case task

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The item is no longer in the database; the page has nothing to show.
      case itemGone
      /// The user wants to see the place where the item is kept.
      case locationOpened(name: String)
      /// The user wants to see the items with a tag.
      case tagOpened(name: String)
    }
  }

  enum CancelID {
    case changes
  }

  @Dependency(\.connection) var connection
  @Dependency(\.items) var items
  @Dependency(\.numberLocale) var locale

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.history, action: \.history) { StockHistoryFeature() }
    Scope(state: \.photo, action: \.photo) { ItemPhotoFeature() }
    Scope(state: \.related, action: \.related) { RelatedItemsFeature() }
    Reduce { state, action in
      switch action {
      case .bookButtonTapped:
        state.destination = .book(BookingFeature.State(item: state.item, locale: locale))
        return .none

      case .delegate, .deleteButtonTapped, .deleteFailed:
        return .none

      case .destination(let action):
        return reduce(into: &state, destination: action)

      case .editButtonTapped:
        state.destination = .edit(ItemFormFeature.State(item: state.item, locale: locale))
        return .none

      case .photo(.storingAwaited) where state.photo.asksWhetherToStop:
        // One question or sheet after the other: nothing is written in this one.
        state.destination = nil
        return .none

      case .history(.retryButtonTapped):
        // What could not be read with it is read again, too.
        return .merge(.send(.photo(.task)), .send(.related(.task)))

      case .history, .photo, .related:
        return .none

      case .itemResponse(let result):
        return reduce(into: &state, item: result)

      case .locationButtonTapped:
        guard !state.item.location.isEmpty else { return .none }
        return .send(.delegate(.locationOpened(name: state.item.location)))

      case .tagTapped(let tag):
        return .send(.delegate(.tagOpened(name: tag)))

      case .task:
        return connection.onEveryChange(id: CancelID.changes) { [id = state.item.id] send in
          await send(.itemResponse(Result { try await items.item(id) }))
        }
      }
    }
    .preceded { ItemDeletionReducer() }
    .ifLet(\.$destination, action: \.destination)
    .redirect { state, action in
      guard case .destination(.dismiss) = action else { return nil }
      return state.questionBeforeDismissal
    }
  }

  private func reduce(
    into state: inout State,
    destination action: PresentationAction<Destination.Action>
  ) -> Effect<Action> {
    switch action {
    case .dismiss:
      return state.isGone ? .send(.delegate(.itemGone)) : .none

    case .presented(.book(.delegate(.booked(let item)))),
      .presented(.edit(.delegate(.saved(let item)))):
      state.item = item
      state.isGone = false
      state.destination = nil
      return .none

    case .presented:
      return .none
    }
  }

  private func reduce(
    into state: inout State,
    item result: Result<Item?, any Error>
  ) -> Effect<Action> {
    switch result {
    case .success(let item?):
      state.item = item
      if state.destination?.is(\.book) == true {
        state.destination?.modify(\.book) { $0.item = item }
      }
      state.isGone = false
      return .none

    case .success(nil):
      state.isDeleting = false
      // Nobody loses what he is writing because somebody else has deleted.
      guard !state.hasForm else {
        state.isGone = true
        return .none
      }
      return .send(.delegate(.itemGone))

    case .failure(let error):
      if state.destination == nil, !error.isConnectionLost {
        state.destination = .alert(.failure(tr("The item could not be read"), error))
      }
      return .none
    }
  }
}

extension ItemDetailFeature.Destination.State: Equatable, Sendable {}
