import ComposableArchitecture
import Foundation

/// How many of an item there are, as it is counted in a stocktake.
@Reducer
public struct StocktakeCountFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Identifiable, Sendable {
    public let item: Item
    /// How many were counted before.
    public var earlier: StocktakeCount?
    /// Whether it is known how many were counted before, if any. As long as it is not, the amount
    /// comes to that.
    public var isEarlierKnown: Bool
    public var amount = ""
    /// Whether the amount comes to what was counted before, or takes its place.
    public var isAddition: Bool
    public var isSaving = false
    /// Digits that were entered, and may be a barcode all the same.
    public var doubtedAmount: String?
    @Presents public var alert: AlertState<Action.Alert>?

    private var isDiscarded = false
    /// How the user writes numbers.
    let locale: Locale

    public var id: Item.ID { item.id }

    /// - Parameters:
    ///   - earlier: how many were counted before.
    ///   - isEarlierKnown: whether it is known that there is no such count, or how large it is.
    ///   - isAddition: whether the amount comes to that.
    ///   - locale: how the user writes numbers.
    public init(
      item: Item,
      earlier: StocktakeCount? = nil,
      isEarlierKnown: Bool = true,
      isAddition: Bool = true,
      locale: Locale = .plain
    ) {
      self.item = item
      self.earlier = earlier
      self.isEarlierKnown = isEarlierKnown
      self.isAddition = isAddition && earlier != nil
      self.locale = locale
    }

    /// Takes over what has been counted of the item by now.
    mutating func update(_ counts: [StocktakeCount]) {
      let current = counts.first { $0.id == id }
      // Somebody else may have counted it, or it was chosen before this was known.
      if (current == nil) != (earlier == nil) { isAddition = current != nil }
      earlier = current
      isEarlierKnown = true
    }

    /// Whether something is written that would be lost.
    public var hasUnsavedChanges: Bool { !isDiscarded && !amount.isBlank }

    mutating func discard() {
      isDiscarded = true
    }

    /// Whether the amount takes the place of what was counted before.
    public var isRecount: Bool { earlier != nil && !isAddition }

    private var entry: NumberEntry {
      NumberEntry(amount, unit: item.unit, locale: locale)
    }

    /// The amount, if what is written is one.
    public var number: Quantity? { entry.value.flatMap { $0 <= StocktakeCount.limit ? $0 : nil } }

    /// Whether the amount can be saved without a look at it.
    var isComplete: Bool { number != nil && !isInDoubt }

    private var isInDoubt: Bool { !amount.isBlank && amount.trimmed == doubtedAmount }

    /// How the amount is read, where somebody might have meant another one.
    public var amountHint: String? { number == nil ? nil : entry.hint }

    /// How many are counted, then, in all; `nil` also if that is not known, or more than there can
    /// be.
    public var total: Quantity? {
      guard isEarlierKnown else { return nil }
      return number.flatMap { isAddition ? $0.adding(earlier?.counted ?? 0) : $0 }
    }

    /// What is wrong with the amount, as soon as there is one.
    public var amountError: String? {
      if isInDoubt {
        return tr("This may be a barcode that no item has. If it is the count, save it.")
      }
      guard !amount.isBlank, number == nil else { return nil }
      return amount.trimmed.allSatisfy(\.isNumber)
        ? tr("This looks like a barcode. Enter how many there are first.")
        : entry.error ?? tr("This is more than can be counted.")
    }
  }

  public enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case delegate(Delegate)
    /// Enter was pressed in the field, by a person or by a scanner.
    case entered
    case removeButtonTapped
    case saveFailed(any Error)
    case submitted

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case discardConfirmed
    }

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The count is in the database, or the earlier one is no longer there.
      case saved
    }
  }

  @Dependency(\.stocktake) var stocktake
  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.discardConfirmed)):
        state.discard()
        return .run { _ in await dismiss() }

      case .alert, .binding, .delegate, .entered:
        return .none

      case .cancelButtonTapped:
        guard !state.isSaving else { return .none }
        guard state.hasUnsavedChanges else { return .run { _ in await dismiss() } }
        state.alert = .discard(tr("Discard the count?"), action: .discardConfirmed)
        return .none

      case .removeButtonTapped:
        return save(&state) { [id = state.id] in try await stocktake.removeCount(id) }

      case .saveFailed(let error):
        state.isSaving = false
        state.alert = .failure(tr("The count could not be saved"), error)
        return .none

      case .submitted:
        guard let number = state.number else { return .none }
        // A count that is not known here is not replaced.
        let isAddition = state.isAddition || state.earlier == nil
        return save(&state) { [id = state.id] in
          _ = try await stocktake.count(number, id, isAddition)
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func save(
    _ state: inout State,
    _ body: @escaping @Sendable () async throws -> Void
  ) -> Effect<Action> {
    guard !state.isSaving else { return .none }
    state.isSaving = true
    return .run { send in
      try await body()
      await send(.delegate(.saved))
    } catch: { error, send in
      await send(.saveFailed(error))
    }
  }
}

extension StocktakeCountFeature.State: FormState {
  var draft: FormDraft? {
    hasUnsavedChanges ? .count(item: item.id, amount: amount) : nil
  }

  mutating func restore(_ draft: FormDraft) {
    guard case .count(item.id, let amount) = draft else { return }
    self.amount = amount
  }
}
