import ComposableArchitecture

/// The page with what a stocktake has found, before it is booked.
@Reducer
public struct StocktakeReviewFeature: Sendable {
  @Reducer
  public enum Destination {
    case alert(AlertState<Never>)
    case confirmationDialog(ConfirmationDialogState<ConfirmationDialog>)

    @CasePathable
    public enum ConfirmationDialog: Equatable, Sendable {
      case discardConfirmed
    }
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    /// The counts, the latest first; `nil` until they are known.
    public var counts: [StocktakeCount]?
    /// Why the counts are not known.
    public var problem: DatabaseProblem?
    public var isBooking = false
    @Presents public var destination: Destination.State?

    public init(counts: [StocktakeCount]? = nil) {
      self.counts = counts
    }

    /// What was counted and is not what was expected.
    public var differences: [StocktakeCount] {
      (counts ?? []).filter { $0.difference != 0 && $0.quantityAfterwards != nil }
    }

    /// What has to be counted again before anything can be booked.
    public var impossibleCounts: [StocktakeCount] {
      (counts ?? []).filter { $0.quantityAfterwards == nil }
    }

    /// How many items have as many as expected.
    public var matchCount: Int {
      (counts ?? []).count { $0.difference == 0 && $0.quantityAfterwards != nil }
    }

    public var canBook: Bool {
      !isBooking && counts?.isEmpty == false && impossibleCounts.isEmpty
    }
  }

  public enum Action {
    case bookButtonTapped
    case bookFailed(any Error)
    case countTapped(StocktakeCount)
    case countsResponse(Result<[StocktakeCount], any Error>)
    case delegate(Delegate)
    case destination(PresentationAction<Destination.Action>)
    case discardButtonTapped
    case retryButtonTapped
    case task

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The user wants to count an item again.
      case countRequested(StocktakeCount)
      /// The counts are booked, or thrown away.
      case finished
    }
  }

  enum CancelID {
    case changes
  }

  @Dependency(\.connection) var connection
  @Dependency(\.stocktake) var stocktake

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .bookButtonTapped:
        guard state.canBook, let counts = state.counts else { return .none }
        state.isBooking = true
        return finish { try await stocktake.book(counts) }

      case .bookFailed(let error):
        state.isBooking = false
        state.destination = .alert(.failure(tr("Nothing was booked"), error))
        // What has changed meanwhile was not shown.
        return .run { send in await send(readCounts()) }

      case .countTapped(let count):
        return .send(.delegate(.countRequested(count)))

      case .countsResponse(let result):
        return reduce(into: &state, counts: result)

      case .delegate:
        return .none

      case .destination(.presented(.confirmationDialog(.discardConfirmed))):
        state.isBooking = true
        return finish { try await stocktake.discard() }

      case .destination:
        return .none

      case .discardButtonTapped:
        guard !state.isBooking else { return .none }
        state.destination = .confirmationDialog(.discardCounts(state.counts?.count ?? 0))
        return .none

      case .retryButtonTapped:
        state.problem = nil
        return follow(reopens: true)

      case .task:
        return follow()
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  /// Reads the counts, and reads them anew after each change.
  private func follow(reopens: Bool = false) -> Effect<Action> {
    connection.onEveryChange(id: CancelID.changes, reopens: reopens) { send in
      await send(readCounts())
    }
  }

  private func readCounts() async -> Action {
    await .countsResponse(Result { try await stocktake.counts() })
  }

  private func finish(_ body: @escaping @Sendable () async throws -> Void) -> Effect<Action> {
    .run { send in
      try await body()
      await send(.delegate(.finished))
    } catch: { error, send in
      await send(.bookFailed(error))
    }
  }

  private func reduce(
    into state: inout State,
    counts result: Result<[StocktakeCount], any Error>
  ) -> Effect<Action> {
    switch result {
    case .success(let counts):
      // While they are booked, what has been reviewed stays to be seen.
      if !state.isBooking { state.counts = counts }
      state.problem = nil
    case .failure(let error) where state.counts == nil:
      state.problem = DatabaseProblem(error)
    case .failure(let error):
      guard !error.isConnectionLost else { break }
      if state.destination == nil {
        state.destination = .alert(.failure(tr("The counts could not be read"), error))
      }
    }
    return .none
  }
}

extension StocktakeReviewFeature.Destination.State: Equatable, Sendable {}

extension ConfirmationDialogState
where Action == StocktakeReviewFeature.Destination.ConfirmationDialog {
  static func discardCounts(_ count: Int) -> ConfirmationDialogState {
    ConfirmationDialogState(titleVisibility: .visible) {
      TextState(tr("Discard all counts?"))
    } actions: {
      ButtonState(role: .destructive, action: .discardConfirmed) {
        TextState(tr("Discard"))
      }
      ButtonState(role: .cancel) {
        TextState(tr("Cancel"))
      }
    } message: {
      TextState(
        tr(
          "\(count) item was counted. Its quantity stays as it is.",
          "\(count) items were counted. Their quantities stay as they are.",
          count: count
        )
      )
    }
  }
}
