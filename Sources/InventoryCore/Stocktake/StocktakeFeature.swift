import ComposableArchitecture
import Foundation

/// The page of a stocktake: items are scanned or picked one after the other, and counted.
///
/// Each count is in the database at once, so that an interrupted stocktake goes on where it was.
@Reducer
public struct StocktakeFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// What is scanned or typed: a barcode, an SKU, or words.
    public var code = ""
    /// What was scanned or typed, and is not dealt with yet, the oldest first.
    public var scans: IdentifiedArrayOf<StocktakeScan> = []
    /// The items that were scanned and not counted before the next one was scanned.
    public var waiting: IdentifiedArrayOf<Item> = []
    /// The item that is counted at present.
    @Presents public var count: StocktakeCountFeature.State?
    /// What is done once the amount that is written is saved.
    public var next: Next?
    /// What has been counted, the latest first; `nil` until that is known.
    public var counts: [StocktakeCount]?
    /// Why what has been counted is not known.
    public var problem: DatabaseProblem?
    public var focus: Field? = .code
    @Presents public var alert: AlertState<Never>?
    /// The question whether to discard what was scanned.
    @Presents public var question: AlertState<Action.Question>?

    /// How many scans there have been on this page.
    var scanCount = 0
    /// The scan for whose code an item is being added.
    public var scanToAdd: StocktakeScan.ID?
    /// Whether the count is typed into the field for codes: its typing had begun before the item
    /// was known.
    var continuesInCode = false

    /// - Parameter counts: what has been counted, if that is known already.
    public init(counts: [StocktakeCount]? = nil) {
      self.counts = counts
    }
  }

  /// What is done after an item was counted.
  public enum Next: Equatable, Sendable {
    /// Another item is counted. Its amount may come to what was counted before.
    case count(Item)
    /// A count is replaced.
    case recount(StocktakeCount)
    case review
  }

  public enum Field: Hashable, Sendable {
    case amount
    case code
  }

  public enum Action: BindableAction {
    case alert(PresentationAction<Never>)
    case binding(BindingAction<State>)
    case codeSubmitted
    case count(PresentationAction<StocktakeCountFeature.Action>)
    case countTapped(StocktakeCount)
    case countsResponse(Result<[StocktakeCount], any Error>)
    case delegate(Delegate)
    case itemChosen(Item)
    case leaveRequested
    case lookupResponse(StocktakeScan.ID, Result<ItemMatches, any Error>)
    case question(PresentationAction<Question>)
    case retryButtonTapped
    case reviewButtonTapped
    /// The user wants to add an item with a code that is unknown.
    case scanAddButtonTapped(StocktakeScan.ID)
    case scanItemChosen(StocktakeScan.ID, Item)
    case scanRemoved(StocktakeScan.ID)
    case scanRetried(StocktakeScan.ID)
    /// What has kept the scans waiting is over.
    case scansResumed
    case task

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The user wants to add an item with an unknown barcode, and then count it.
      case addRequested(barcode: String)
      /// The user wants to see the differences.
      case reviewRequested
    }

    @CasePathable
    public enum Question: Equatable, Sendable {
      case discardScansConfirmed
    }
  }

  enum CancelID {
    case changes
  }

  @Dependency(\.connection) var connection
  @Dependency(\.stocktake) var stocktake

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .count(.dismiss):
        state.next = nil
        state.focus = .code
        return state.resumeScans()

      case .count(.presented(.alert(.dismiss))):
        state.next = nil
        return state.resumeScans()

      case .count(.presented(.saveFailed)):
        state.next = nil
        state.focus = .amount
        return .none

      case .count(.presented(.delegate(.saved))):
        let next = state.next
        state.finishCounting()
        return next.map { state.start($0) } ?? state.openScans()

      case .countTapped(let count):
        return state.goOn(to: .recount(count))

      case .countsResponse(let result):
        show(result, &state)
        return .none

      case .itemChosen(let item):
        return state.goOn(to: .count(item))

      case .leaveRequested:
        state.question = .discardScans(state.scans.count + state.waiting.count)
        return .none

      case .question(.presented(.discardScansConfirmed)):
        state.scans = []
        state.waiting = []
        return .none

      case .retryButtonTapped:
        state.problem = nil
        return follow(reopens: true)

      case .reviewButtonTapped:
        return state.goOn(to: .review)

      case .task:
        return follow()

      case .alert, .binding, .codeSubmitted, .count, .delegate, .lookupResponse, .question,
        .scanAddButtonTapped, .scanItemChosen, .scanRemoved, .scanRetried, .scansResumed:
        return .none
      }
    }
    .preceded { StocktakeScansReducer() }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$question, action: \.question)
    .ifLet(\.$count, action: \.count) { StocktakeCountFeature() }
  }

  /// Reads the counts, and reads them anew after each change.
  private func follow(reopens: Bool = false) -> Effect<Action> {
    connection.onEveryChange(id: CancelID.changes, reopens: reopens) { [stocktake] send in
      await send(.countsResponse(Result { try await stocktake.counts() }))
    }
  }

  private func show(_ result: Result<[StocktakeCount], any Error>, _ state: inout State) {
    switch result {
    case .success(let counts):
      state.counts = counts
      state.problem = nil
      state.count?.update(counts)
    case .failure(let error) where state.counts == nil:
      state.problem = DatabaseProblem(error)
    case .failure(let error):
      guard !error.isConnectionLost else { return }
      state.alert = .failure(tr("The counts could not be read"), error)
    }
  }
}

extension StocktakeFeature.State {
  /// Counts another item, or leads to the review. If an amount is written, it is saved before. If
  /// it is not a number, its field gets the focus instead.
  mutating func goOn(to next: StocktakeFeature.Next) -> Effect<StocktakeFeature.Action> {
    guard let count, count.hasUnsavedChanges else { return start(next) }
    guard count.isComplete else {
      focus = .amount
      return .none
    }
    self.next = next
    return .send(.count(.presented(.submitted)))
  }

  fileprivate mutating func start(
    _ next: StocktakeFeature.Next
  ) -> Effect<StocktakeFeature.Action> {
    switch next {
    case .count(let item):
      setCountAside()
      startCounting(item)
      return .none
    case .recount(let earlier):
      setCountAside()
      startCounting(earlier.item, earlier: earlier, isAddition: false)
      return .none
    case .review:
      return .send(.delegate(.reviewRequested))
    }
  }

  /// Counts an item. Its count gets the focus, unless something is being typed into the field for
  /// codes: that is the count then, which has begun early.
  ///
  /// - Parameters:
  ///   - earlier: How many were counted before, where all counts are not known here.
  ///   - isAddition: Whether the amount may come to that.
  mutating func startCounting(
    _ item: Item,
    earlier: StocktakeCount? = nil,
    isAddition: Bool = true
  ) {
    @Dependency(\.numberLocale) var locale
    finishCounting()
    waiting.remove(id: item.id)
    count = StocktakeCountFeature.State(
      item: item,
      earlier: counts == nil ? earlier : counts?.first { $0.id == item.id },
      isEarlierKnown: counts != nil || earlier != nil,
      isAddition: isAddition,
      locale: locale
    )
    continuesInCode = !code.isEmpty
    focus = continuesInCode ? .code : .amount
  }

  /// The field for what is scanned gets the focus. What is typed there already stays.
  fileprivate mutating func finishCounting() {
    if let count { waiting.remove(id: count.id) }
    count = nil
    next = nil
    continuesInCode = false
    focus = .code
  }

  /// Goes on with the scans once the count is closed, or a question about it.
  fileprivate func resumeScans() -> Effect<StocktakeFeature.Action> {
    scans.contains { !$0.isUnclear } ? .send(.scansResumed) : .none
  }
}

extension AlertState<StocktakeFeature.Action.Question> {
  /// Asks whether to leave although something was scanned that is not dealt with.
  fileprivate static func discardScans(_ count: Int) -> Self {
    AlertState {
      TextState(tr("Discard what was scanned?"))
    } actions: {
      ButtonState(role: .destructive, action: .discardScansConfirmed) {
        TextState(tr("Discard"))
      }
      ButtonState(role: .cancel) {
        TextState(tr("Keep"))
      }
    } message: {
      TextState(
        tr(
          "\(count) scan is not counted.",
          "\(count) scans are not counted.",
          count: count
        )
      )
    }
  }
}
