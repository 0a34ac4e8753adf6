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
    /// What was found when it is not clear which item is meant.
    public var lookup: Lookup?
    /// The item that is counted at present.
    @Presents public var count: StocktakeCountFeature.State?
    /// What is done once the amount that is written is saved.
    public var next: Next?
    /// What has been counted, the latest first; `nil` until that is known.
    public var counts: [StocktakeCount]?
    public var focus: Field? = .code
    @Presents public var alert: AlertState<Never>?

    /// - Parameter counts: what has been counted, if that is known already.
    public init(counts: [StocktakeCount]? = nil) {
      self.counts = counts
    }
  }

  /// What is done after an item was counted.
  public enum Next: Equatable, Sendable {
    /// Another item is counted. Its amount may come to what was counted before.
    case count(Item, isAddition: Bool)
    case review
  }

  /// What was found for a text that is not the barcode or SKU of exactly one item.
  public struct Lookup: Equatable, Sendable {
    public var text: String
    public var matches: ItemMatches

    public init(text: String, matches: ItemMatches) {
      self.text = text
      self.matches = matches
    }
  }

  public enum Field: Hashable, Sendable {
    case amount
    case code
  }

  public enum Action: BindableAction {
    case addButtonTapped
    case alert(PresentationAction<Never>)
    case binding(BindingAction<State>)
    case codeSubmitted
    case count(PresentationAction<StocktakeCountFeature.Action>)
    case countTapped(StocktakeCount)
    case countsResponse(Result<[StocktakeCount], any Error>)
    case delegate(Delegate)
    case itemChosen(Item)
    case lookupResponse(text: String, Result<ItemMatches, any Error>)
    case reviewButtonTapped
    case task

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The user wants to add an item with an unknown barcode, and then count it.
      case addRequested(barcode: String)
      /// The user wants to see the differences.
      case reviewRequested
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
        return .none

      case .count(.presented(.alert(.dismiss))), .count(.presented(.saveFailed)):
        state.next = nil
        return .none

      case .count(.presented(.delegate(.saved))):
        let next = state.next
        state.finishCounting()
        return next.map { state.start($0) } ?? .none

      case .countTapped(let count):
        return state.goOn(to: .count(count.item, isAddition: false))

      case .countsResponse(let result):
        show(result, &state)
        return .none

      case .itemChosen(let item):
        return state.goOn(to: .count(item, isAddition: true))

      case .reviewButtonTapped:
        return state.goOn(to: .review)

      case .task:
        return connection.onEveryChange(id: CancelID.changes) { send in
          await send(.countsResponse(Result { try await stocktake.counts() }))
        }

      case .addButtonTapped, .alert, .binding, .codeSubmitted, .count, .delegate, .lookupResponse:
        return .none
      }
    }
    .preceded { StocktakeLookupReducer() }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$count, action: \.count) { StocktakeCountFeature() }
  }

  private func show(_ result: Result<[StocktakeCount], any Error>, _ state: inout State) {
    switch result {
    case .success(let counts):
      state.counts = counts
      state.count?.update(counts)
    case .failure(let error):
      guard !error.isConnectionLost else { return }
      state.counts = state.counts ?? []
      state.alert = .failure(tr("The counts could not be read"), error)
    }
  }
}

extension StocktakeFeature.State {
  /// Counts another item, or leads to the review. If an amount is written, it is saved before. If
  /// it is not a number, its field gets the focus instead.
  mutating func goOn(to next: StocktakeFeature.Next) -> Effect<StocktakeFeature.Action> {
    guard let count, count.hasUnsavedChanges else { return start(next) }
    guard count.number != nil else {
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
    case .count(let item, let isAddition):
      startCounting(item, isAddition: isAddition)
      return .none
    case .review:
      return .send(.delegate(.reviewRequested))
    }
  }

  mutating func startCounting(_ item: Item, isAddition: Bool = true) {
    @Dependency(\.numberLocale) var locale
    finishCounting()
    count = StocktakeCountFeature.State(
      item: item,
      earlier: counts?.first { $0.id == item.id },
      isAddition: isAddition,
      locale: locale
    )
    focus = .amount
  }

  /// The field for what is scanned gets the focus, empty.
  fileprivate mutating func finishCounting() {
    code = ""
    lookup = nil
    count = nil
    next = nil
    focus = .code
  }
}
