import ComposableArchitecture
import PagedArrays

/// The page of a location: the locations in it, and the items that are kept there.
@Reducer
public struct LocationFeature: Sendable {
  @Reducer
  public enum Destination {
    case alert(AlertState<Never>)
    case confirmationDialog(ConfirmationDialogState<ConfirmationDialog>)
    case form(LocationFormFeature)

    @CasePathable
    public enum ConfirmationDialog: Equatable, Sendable {
      case deleteConfirmed
    }
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    /// The path; see ``LocationPath``.
    public var name: String
    /// The location as it is in the database, once it has been read.
    public var content: LocationContent?
    public var list: ItemRowsFeature.State
    public var isDeleting = false
    /// Whether the location has gone while a sheet for its items was open.
    var isGone = false
    @Presents public var destination: Destination.State?

    /// - Parameters:
    ///   - content: the location, when it is known already.
    ///   - page: the first items that are there, when they are known already.
    public init(name: String, content: LocationContent? = nil, page: ItemPage? = nil) {
      self.name = name
      self.content = content
      list = ItemRowsFeature.State(query: ItemQuery(location: name), page: page)
    }

    /// The locations in this one, and below them its items.
    public var rows: PagedArray<LocationRow> {
      PagedArray(content?.sublocations ?? [], list.rows)
    }

    /// Which rows are selected: items, and never locations.
    public var selectedRows: PagedSelection<LocationRow.ID> {
      switch list.selected {
      case .only(let ids):
        .only(Set(ids.map { .item($0) }))
      case .allBut(let ids):
        .allBut(
          Set(ids.map { .item($0) })
            .union((content?.sublocations ?? []).map { .location($0.id) })
        )
      }
    }

    /// The locations around this one, the outermost first.
    public var ancestors: [LocationPath] {
      sequence(first: LocationPath(name), next: \.parent).dropFirst().reversed()
    }

    /// Whether the location is found by its identity, which stays when its path changes.
    var reference: LocationReference {
      content.map { .id($0.id) } ?? .name(name)
    }
  }

  public enum Action {
    case addButtonTapped
    case contentResponse(Result<LocationContent?, any Error>)
    case delegate(Delegate)
    case deleteButtonTapped
    case deleteFailed(any Error)
    case destination(PresentationAction<Destination.Action>)
    case editButtonTapped
    case list(ItemRowsFeature.Action)
    case locationTapped(name: String)
    case locationTappedForNewWindow(name: String)
    /// The view shows these of the rows.
    case rowsNeeded(Range<Int>)
    /// The user has selected rows, or all of them. Locations are left out.
    case selectionChanged(PagedSelection<LocationRow.ID>)
    case task

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The location is no longer in the database; the page has nothing to show.
      case locationGone
      /// The user wants to see another location.
      case locationOpened(name: String)
    }
  }

  enum CancelID {
    case changes
  }

  @Dependency(\.connection) var connection
  @Dependency(\.locations) var locations
  @Dependency(\.windows) var windows

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) { ItemRowsFeature() }
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .form(LocationFormFeature.State(parent: state.name))
        return .none

      case .contentResponse(.success(let content)):
        return show(content, &state)

      case .delegate:
        return .none

      case .destination(let action):
        return reduce(into: &state, destination: action)

      case .list(.retryButtonTapped):
        return observe(state.reference)

      case .list where state.isGone && state.list.manyItems == nil:
        // It may be there again.
        state.isGone = false
        return .run { [reference = state.reference] send in await read(reference, send) }

      // The list says why it cannot be read.
      case .contentResponse(.failure), .deleteButtonTapped, .deleteFailed, .list:
        return .none

      case .editButtonTapped:
        guard let content = state.content else { return .none }
        state.destination = .form(LocationFormFeature.State(editing: content))
        return .none

      case .locationTapped(let name):
        return .send(.delegate(.locationOpened(name: name)))

      case .locationTappedForNewWindow(let name):
        return .run { _ in await windows.open(DeepLink(pages: [.location(name: name)])) }

      case .rowsNeeded(let range):
        let start = state.content?.sublocations.count ?? 0
        let items = max(range.lowerBound - start, 0)..<max(range.upperBound - start, 0)
        return items.isEmpty ? .none : .send(.list(.rowsNeeded(items)))

      case .selectionChanged(let selection):
        return .send(.list(.selectionChanged(selection.ofItems)))

      case .task:
        return observe(state.reference)
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .redirect { state, action in
      guard case .destination(.dismiss) = action else { return nil }
      return state.questionAboutUnsavedChanges
    }
    LocationDeletionReducer()
  }

  private func reduce(
    into state: inout State,
    destination action: PresentationAction<Destination.Action>
  ) -> Effect<Action> {
    switch action {
    case .dismiss:
      // It may have gone while its form was open.
      return .run { [reference = state.reference] send in await read(reference, send) }

    case .presented(.form(.delegate(.saved(let location)))):
      let isEdited = state.destination?.form?.original != nil
      state.destination = nil
      // Merged with another one, it lives on under that one's identity.
      return isEdited ? show(location, &state) : .none

    case .presented:
      return .none
    }
  }

  /// Reads the location anew after each change.
  private func observe(_ reference: LocationReference) -> Effect<Action> {
    connection.onEveryChange(id: CancelID.changes) { send in await read(reference, send) }
  }

  private func read(_ reference: LocationReference, _ send: Send<Action>) async {
    await send(.contentResponse(Result { try await locations.content(reference) }))
  }

  private func show(_ content: LocationContent?, _ state: inout State) -> Effect<Action> {
    guard let content else {
      // A form that merges it with another one tells which.
      if state.destination?.is(\.form) == true { return .none }
      // A sheet is not taken away with what is written in it, or with what it does.
      state.isGone = state.list.manyItems != nil
      return state.isGone ? .none : .send(.delegate(.locationGone))
    }
    state.isGone = false
    let isOther = content.id != state.content?.id
    state.content = content
    var effects: [Effect<Action>] = []
    if isOther { effects.append(observe(state.reference)) }
    if state.name != content.name {
      state.name = content.name
      effects.append(.send(.list(.locationChanged(content.name))))
    }
    return .merge(effects)
  }
}

extension LocationFeature.Destination.State: Equatable, Sendable {}

extension PagedSelection<LocationRow.ID> {
  /// The same of items alone.
  public var ofItems: PagedSelection<Item.ID> {
    func items(_ ids: Set<LocationRow.ID>) -> Set<Item.ID> {
      Set(
        ids.compactMap { id in
          guard case .item(let item) = id else { return nil }
          return item
        }
      )
    }
    return switch self {
    case .only(let ids): .only(items(ids))
    case .allBut(let ids): .allBut(items(ids))
    }
  }
}
