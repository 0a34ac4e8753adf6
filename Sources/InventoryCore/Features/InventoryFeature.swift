import ComposableArchitecture
import Foundation

/// The app: the list of items, and on top of it a stack of pages.
@Reducer
public struct InventoryFeature: Sendable {
  @Reducer
  public enum Path {
    case item(ItemDetailFeature)
    case location(LocationFeature)
  }

  @Reducer
  public enum Destination {
    case add(ItemFormFeature)
    case alert(AlertState<Never>)
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var items: IdentifiedArrayOf<Item>
    public var isLoading: Bool
    public var searchText = ""
    public var sort = ItemSort.name
    /// The file dialog that is open.
    public var fileChooser: FileChooser?
    /// Whether a file is being read or written.
    public var isTransferring = false
    public var path: StackState<Path.State>
    @Presents public var destination: Destination.State?
    /// Whether the window has closed.
    public var isClosed = false

    /// - Parameters:
    ///   - items: all items ordered by name, when they are known already.
    public init(
      items: [Item]? = nil,
      path: StackState<Path.State> = StackState(),
      destination: Destination.State? = nil
    ) {
      self.items = IdentifiedArray(uniqueElements: items ?? [])
      isLoading = items == nil
      self.path = path
      self.destination = destination
    }

    /// What is in the place of the list.
    public var content: Content {
      if !items.isEmpty {
        .items
      } else if isLoading {
        .loading
      } else if searchText.isBlank {
        .noItems
      } else {
        .noMatches
      }
    }

    var query: ItemQuery {
      ItemQuery(searchText: searchText, sort: sort)
    }
  }

  public enum Content: Equatable, Sendable {
    case items
    case loading
    /// The inventory is empty: the place to say what to do first.
    case noItems
    /// The search finds nothing.
    case noMatches
  }

  public enum FileChooser: Equatable, Sendable {
    case exportCsv
    case importCsv
  }

  /// A CSV file that was read or written.
  public struct Transfer: Equatable, Sendable {
    public var file: String
    public var count: Int
  }

  public enum Action {
    case addButtonTapped
    case closeButtonTapped
    case databaseChanged
    case destination(PresentationAction<Destination.Action>)
    case exportButtonTapped
    case exportResponse(Result<Transfer, any Error>)
    case fileChooserCancelled
    case fileChosen(URL)
    case importButtonTapped
    case importResponse(Result<Transfer, any Error>)
    case itemTapped(id: Item.ID)
    case itemsResponse(Result<[Item], any Error>)
    /// A link, as the desktop or the command line gives it.
    case linkOpened(String)
    case linkResponse(Result<DeepLinkTarget, any Error>)
    case loadSampleDataButtonTapped
    case path(StackActionOf<Path>)
    case sampleDataResponse(Result<Int, any Error>)
    case searchTextChanged(String)
    case sortChanged(ItemSort)
    case task
  }

  enum CancelID {
    case changes
    case items
    case link
  }

  @Dependency(\.database) var database
  @Dependency(\.numberLocale) var locale
  @Dependency(\.sampleDataURL) var sampleDataURL
  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .add(ItemFormFeature.State(newItem: uuid(), locale: locale))
        return .none

      case .closeButtonTapped:
        // A form with unsaved changes asks first; the window may be closed again.
        if let ask = state.askToDiscard { return .send(ask) }
        state.isClosed = true
        return .none

      case .databaseChanged:
        return fetchItems(state.query)

      case .destination(.presented(.add(.delegate(.saved)))):
        state.destination = nil
        return .none

      case .destination:
        return .none

      case .exportButtonTapped:
        state.fileChooser = .exportCsv
        return .none

      case .exportResponse(.success(let transfer)):
        state.isTransferring = false
        state.present(.exported(transfer))
        return .none

      case .exportResponse(.failure(let error)):
        state.isTransferring = false
        state.present(.failure("Nothing was exported", error))
        return .none

      case .fileChooserCancelled:
        state.fileChooser = nil
        return .none

      case .fileChosen(let file):
        defer { state.fileChooser = nil }
        switch state.fileChooser {
        case .exportCsv:
          state.isTransferring = true
          return .run { send in
            await send(.exportResponse(await transfer(file, with: database.exportFile)))
          }
        case .importCsv:
          state.isTransferring = true
          return .run { send in
            await send(.importResponse(await transfer(file, with: database.importFile)))
          }
        case nil:
          return .none
        }

      case .importButtonTapped:
        state.fileChooser = .importCsv
        return .none

      case .importResponse(.success(let transfer)):
        state.isTransferring = false
        state.present(.imported(transfer))
        return .none

      case .importResponse(.failure(let error)):
        state.isTransferring = false
        state.present(.failure("Nothing was imported", error))
        return .none

      case .itemTapped(let id):
        guard let item = state.items[id: id] else { return .none }
        state.path.append(.item(ItemDetailFeature.State(item: item)))
        return .none

      case .itemsResponse(.success(let items)):
        state.items = IdentifiedArray(uniqueElements: items)
        state.isLoading = false
        return .none

      case .itemsResponse(.failure(let error)):
        state.isLoading = false
        state.present(.failure("The items could not be read", error))
        return .none

      case .linkOpened(let text):
        // Following a link closes what is open. A form with unsaved changes asks first; the link
        // may be opened again.
        if let ask = state.askToDiscard { return .send(ask) }
        do {
          let link = try DeepLink(text)
          return .run { send in
            await send(.linkResponse(Result { try await database.target(link) }))
          }
          .cancellable(id: CancelID.link, cancelInFlight: true)
        } catch {
          state.present(.failure("The link cannot be opened", error))
          return .none
        }

      case .linkResponse(.success(let target)):
        if let ask = state.askToDiscard { return .send(ask) }
        state.follow(target, newItemID: uuid())
        return .none

      case .linkResponse(.failure(let error)):
        state.present(.failure("The link cannot be opened", error))
        return .none

      case .loadSampleDataButtonTapped:
        guard let file = sampleDataURL else {
          state.present(
            .failure(
              "There is no sample data",
              FileError(file: "sample-data.csv", problem: "expected the file beside the program")
            )
          )
          return .none
        }
        return loadSampleData(from: file, state: &state)

      case .path(.element(let id, action: .item(.delegate(let delegate)))):
        switch delegate {
        case .itemGone:
          // Only this page: those on top of it may be about things that are still there.
          state.path[id: id] = nil
        case .locationOpened(let name):
          state.path.append(.location(LocationFeature.State(name: name)))
        }
        return .none

      case .path(.element(_, action: .location(.delegate(.itemOpened(let item))))):
        state.path.append(.item(ItemDetailFeature.State(item: item)))
        return .none

      case .path:
        return .none

      case .sampleDataResponse(.success):
        // What was asked for appears in the list; there is nothing to tell.
        state.isTransferring = false
        return .none

      case .sampleDataResponse(.failure(let error)):
        state.isTransferring = false
        state.present(.failure("The sample data could not be loaded", error))
        return .none

      case .searchTextChanged(let text):
        guard text != state.searchText else { return .none }
        state.searchText = text
        state.isLoading = true
        return fetchItems(state.query)

      case .sortChanged(let sort):
        guard sort != state.sort else { return .none }
        state.sort = sort
        state.isLoading = true
        return fetchItems(state.query)

      case .task:
        return .run { send in
          for await _ in database.changes() { await send(.databaseChanged) }
        }
        .cancellable(id: CancelID.changes, cancelInFlight: true)
      }
    }
    .forEach(\.path, action: \.path)
    .ifLet(\.$destination, action: \.destination)
    .redirect { state, action in
      guard case .destination(.dismiss) = action, state.destination?.add?.hasUnsavedChanges == true
      else { return nil }
      return .destination(.presented(.add(.cancelButtonTapped)))
    }
  }

  private func fetchItems(_ query: ItemQuery) -> Effect<Action> {
    .run { send in
      await send(.itemsResponse(Result { try await database.items(query) }))
    }
    .cancellable(id: CancelID.items, cancelInFlight: true)
  }

  private func loadSampleData(from file: URL, state: inout State) -> Effect<Action> {
    state.isTransferring = true
    return .run { send in
      await send(.sampleDataResponse(Result { try await database.importFile(file) }))
    }
  }
}

private func transfer(
  _ file: URL,
  with operation: @Sendable (URL) async throws -> Int
) async -> Result<InventoryFeature.Transfer, any Error> {
  await Result {
    InventoryFeature.Transfer(file: file.lastPathComponent, count: try await operation(file))
  }
}

extension InventoryFeature.State {
  /// Shows an alert, unless something is open that it would close.
  fileprivate mutating func present(_ alert: AlertState<Never>) {
    if destination == nil || destination?.is(\.alert) == true { destination = .alert(alert) }
  }

  /// The action that makes a form with unsaved changes ask whether to discard them.
  fileprivate var askToDiscard: InventoryFeature.Action? {
    if destination?.add?.hasUnsavedChanges == true {
      return .destination(.presented(.add(.cancelButtonTapped)))
    }
    for (id, page) in zip(path.ids, path)
    where page.item?.destination?.edit?.hasUnsavedChanges == true {
      return .path(
        .element(id: id, action: .item(.destination(.presented(.edit(.cancelButtonTapped)))))
      )
    }
    return nil
  }
}

extension InventoryFeature.Path.State: Equatable, Sendable {}
extension InventoryFeature.Destination.State: Equatable, Sendable {}

extension AlertState where Action == Never {
  static func exported(_ transfer: InventoryFeature.Transfer) -> AlertState {
    AlertState {
      TextState("Export finished")
    } message: {
      TextState("\(rows(transfer.count)) written to \(transfer.file).")
    }
  }

  static func imported(_ transfer: InventoryFeature.Transfer) -> AlertState {
    AlertState {
      TextState("Import finished")
    } message: {
      TextState("\(rows(transfer.count)) read from \(transfer.file).")
    }
  }

  private static func rows(_ count: Int) -> String {
    count == 1 ? "1 row was" : "\(count) rows were"
  }
}
