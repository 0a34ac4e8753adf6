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
    /// What is counted once the amount that is written is saved.
    public var next: Next?
    /// What has been counted, the latest first; `nil` until that is known.
    public var counts: [StocktakeCount]?
    public var focus: Field? = .code
    @Presents public var alert: AlertState<Never>?

    /// - Parameter counts: what has been counted, if that is known already.
    public init(counts: [StocktakeCount]? = nil) {
      self.counts = counts
    }

    /// The field for what is scanned gets the focus, empty.
    mutating func goOn() {
      code = ""
      lookup = nil
      count = nil
      next = nil
      focus = .code
    }

    mutating func startCounting(_ item: Item, isAddition: Bool = true) {
      @Dependency(\.numberLocale) var locale
      goOn()
      count = StocktakeCountFeature.State(
        item: item,
        earlier: counts?.first { $0.id == item.id },
        isAddition: isAddition,
        locale: locale
      )
      focus = .amount
    }
  }

  /// The next item, and whether its amount comes to what was counted before.
  public struct Next: Equatable, Sendable {
    public var item: Item
    public var isAddition: Bool
  }

  /// What was found for a text that is not the barcode or SKU of exactly one item.
  public struct Lookup: Equatable, Sendable {
    public var text: String
    public var matches: StocktakeMatches

    public init(text: String, matches: StocktakeMatches) {
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
    case lookupResponse(text: String, Result<StocktakeMatches, any Error>)
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
    case lookup
  }

  @Dependency(\.database) var database

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        guard let text = state.lookup?.text else { return .none }
        return .send(.delegate(.addRequested(barcode: text)))

      case .alert, .binding, .delegate:
        return .none

      case .codeSubmitted:
        return lookUp(state)

      case .count(.dismiss):
        state.next = nil
        state.focus = .code
        return .none

      case .count(.presented(.delegate(.saved))):
        if let next = state.next {
          state.startCounting(next.item, isAddition: next.isAddition)
        } else {
          state.goOn()
        }
        return .none

      case .count(.presented(.saveFailed)):
        state.next = nil
        return .none

      case .count:
        return .none

      case .countTapped(let count):
        return startCounting(Next(item: count.item, isAddition: false), &state)

      case .countsResponse(let result):
        show(result, &state)
        return .none

      case .itemChosen(let item):
        return startCounting(Next(item: item, isAddition: true), &state)

      case .lookupResponse(let text, let result):
        return show(result, of: text, &state)

      case .reviewButtonTapped:
        return .send(.delegate(.reviewRequested))

      case .task:
        return database.onEveryChange(id: CancelID.changes) { send in
          await send(.countsResponse(Result { try await database.stocktake() }))
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$count, action: \.count) { StocktakeCountFeature() }
  }

  /// Counts an item. An amount that is written for the one before is saved first, or has to be put
  /// right.
  private func startCounting(_ next: Next, _ state: inout State) -> Effect<Action> {
    guard let count = state.count, !count.amount.isBlank else {
      state.startCounting(next.item, isAddition: next.isAddition)
      return .none
    }
    guard count.number != nil else {
      state.focus = .amount
      return .none
    }
    state.next = next
    return .send(.count(.presented(.submitted)))
  }

  private func lookUp(_ state: State) -> Effect<Action> {
    let text = state.code.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { return .none }
    return .run { send in
      await send(
        .lookupResponse(text: text, Result { try await database.itemsToCount(text) })
      )
    }
    .cancellable(id: CancelID.lookup, cancelInFlight: true)
  }

  private func show(_ result: Result<[StocktakeCount], any Error>, _ state: inout State) {
    switch result {
    case .success(let counts):
      state.counts = counts
      // Somebody else may have counted it, or it was chosen before this was known.
      if let count = state.count, count.earlier == nil,
        let earlier = counts.first(where: { $0.id == count.id })
      {
        state.count?.earlier = earlier
        state.count?.isAddition = true
      }
    case .failure(let error):
      state.counts = state.counts ?? []
      state.alert = .failure(tr("The counts could not be read"), error)
    }
  }

  private func show(
    _ result: Result<StocktakeMatches, any Error>,
    of text: String,
    _ state: inout State
  ) -> Effect<Action> {
    switch result {
    case .success(let matches):
      if matches.exact.count == 1 {
        return startCounting(Next(item: matches.exact[0], isAddition: true), &state)
      }
      // What is written for another item stays.
      state.code = ""
      state.focus = .code
      state.lookup = Lookup(text: text, matches: matches)
      if state.count?.amount.isBlank == true { state.count = nil }
    case .failure(let error):
      state.alert = .failure(tr("The item could not be looked up"), error)
    }
    return .none
  }
}
