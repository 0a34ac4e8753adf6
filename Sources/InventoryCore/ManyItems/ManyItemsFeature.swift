import ComposableArchitecture
import Foundation

/// The sheet in which something is done to many items at once. It says beforehand how many that
/// are.
@Reducer
public struct ManyItemsFeature: Sendable {
  /// What is done to the items.
  public enum Task: CaseIterable, Hashable, Sendable {
    case book
    case changeField
    case delete
    case move
    case tag
  }

  /// A field that can be given the same value in many items.
  public enum Field: CaseIterable, Hashable, Sendable {
    case price
    case reorderLevel
    case unit
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public internal(set) var items: SelectedItems
    public let task: Task
    /// What is known of the items, as soon as it has been read.
    public var summary: ManyItemsSummary?

    // What is written.
    public var amount = ""
    public var currency = ""
    public var field = Field.unit
    /// Whether the amount, or the value of the field, has the keyboard focus. Other sheets begin
    /// with what is written anyway.
    public var isFocused: Bool
    public var location = ""
    /// Tags that the items get, with commas or semicolons between them.
    public var newTags = ""
    public var note = ""
    public var reason: Movement.Reason
    /// Whether the items are moved out of their locations, whatever is written.
    public var removesLocation = false
    /// The tags that the items lose.
    public var removedTags: Set<Tag.ID> = []
    /// What the field becomes.
    public var value = ""

    /// The locations that the sheet offers.
    public var locations: [Location] = []
    /// How far the change has come while it is being made.
    public var running: RunningTransfer?
    @Presents public var alert: AlertState<Action.Alert>?

    /// How the user writes numbers.
    let locale: Locale
    /// Whether the user wants to lose what is written, or does not want the change to go on.
    private(set) var isDiscarded = false

    public init(_ task: Task, _ items: SelectedItems, locale: Locale = .plain) {
      @SharedReader(.bookingReason) var reason
      self.items = items
      self.task = task
      self.locale = locale
      self.reason = reason
      isFocused = task == .book || task == .changeField
    }

    /// From how many items on it is told how far the change has come.
    public static let manyItems = 1_000

    /// Whether there are so many items that the change takes a while.
    public var isLong: Bool { summary.map { $0.count >= Self.manyItems } ?? false }

    /// Whether closing the sheet would lose what has been written.
    public var hasUnsavedChanges: Bool {
      let texts = [amount, currency, location, newTags, note, value]
      let isUntouched = texts.allSatisfy(\.isBlank) && removedTags.isEmpty && !removesLocation
      return !isDiscarded && !isUntouched
    }

    /// Whether the change can be made.
    public var canSave: Bool {
      running == nil && change != nil && summary.map { $0.count > 0 } ?? false
    }

    /// The action that asks before the sheet closes with what is written, or with a change that
    /// goes on.
    var questionBeforeDismissal: Action? {
      !isDiscarded && (running != nil || hasUnsavedChanges) ? .stopRequested : nil
    }

    mutating func discard() {
      isDiscarded = true
    }
  }

  public enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case changeEnded(Result<ManyItemsOutcome, any Error>)
    case changeProgressed(TransferProgress)
    case delegate(Delegate)
    case locationsResponse(Result<[Location], any Error>)
    case saveButtonTapped
    /// Something was asked for that would end the change.
    case stopRequested
    case summaryResponse(Result<ManyItemsSummary, any Error>)
    case tagToggled(Tag.ID)
    case task

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case discardConfirmed
      case stopConfirmed
    }

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case finished(ManyItemsOutcome)
    }
  }

  enum CancelID {
    case change
    case summary
  }

  @Dependency(\.connection) var connection
  @Dependency(\.date.now) var now
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.locations) var locations
  @Dependency(\.manyItems) var manyItems

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.discardConfirmed)):
        state.discard()
        return .run { _ in await dismiss() }

      case .alert(.presented(.stopConfirmed)):
        state.discard()
        state.running = nil
        return .concatenate(.cancel(id: CancelID.change), .run { _ in await dismiss() })

      case .alert, .binding, .delegate:
        return .none

      case .cancelButtonTapped:
        return cancel(&state)

      case .changeEnded(.success(let outcome)):
        state.running = nil
        state.alert = nil
        return .send(.delegate(.finished(outcome)))

      case .changeEnded(.failure(let error)):
        state.running = nil
        // Whether a server has saved it may be unknown.
        state.alert = .failure(tr("The change was not finished"), error)
        return .none

      case .changeProgressed(let progress):
        state.running?.update(progress, at: now)
        return .none

      case .locationsResponse(let locations):
        // A sheet without suggestions is as good.
        state.locations = (try? locations.get()) ?? []
        return .none

      case .saveButtonTapped:
        return save(&state)

      case .stopRequested:
        guard state.running != nil else { return cancel(&state) }
        state.alert = .stop(
          tr("Stop the change?"),
          message: tr("Nothing has been changed yet."),
          keepGoing: tr("Keep Going"),
          action: .stopConfirmed
        )
        return .none

      case .summaryResponse(.success(let summary)):
        state.summary = summary
        return .none

      case .summaryResponse(.failure(let error)):
        // They are read again after the next change, or when the server is back.
        if state.summary == nil, state.alert == nil, !error.isConnectionLost {
          state.alert = .failure(tr("The items could not be read"), error)
        }
        return .none

      case .tagToggled(let tag):
        state.removedTags.formSymmetricDifference([tag])
        return .none

      case .task:
        return .merge(
          followSummary(state),
          state.task == .move
            ? .run { send in
              await send(.locationsResponse(Result { try await locations.all() }))
            } : .none
        )
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func cancel(_ state: inout State) -> Effect<Action> {
    if state.running != nil {
      // Nothing has been changed; the next attempt may do it in another way.
      state.running = nil
      return .cancel(id: CancelID.change)
    }
    guard state.hasUnsavedChanges else { return .run { _ in await dismiss() } }
    state.alert = .discard(tr("Discard the change?"), action: .discardConfirmed)
    return .none
  }

  /// Tells what the change will do, and tells it anew after changes by others.
  private func followSummary(_ state: State) -> Effect<Action> {
    connection.onEveryChange(id: CancelID.summary) { [items = state.items, manyItems] send in
      await send(.summaryResponse(Result { try await manyItems.summary(items) }))
    }
  }

  private func save(_ state: inout State) -> Effect<Action> {
    guard state.canSave, let change = state.change else { return .none }
    if case .book(let booking) = change {
      @Shared(.bookingReason) var reason
      $reason.withLock { $0 = booking.reason }
    }
    state.running = RunningTransfer(start: now)
    return .run { [items = state.items] send in
      for try await event in manyItems.change(items, change) {
        switch event {
        case .progress(let progress): await send(.changeProgressed(progress))
        case .finished(let outcome): await send(.changeEnded(.success(outcome)))
        }
      }
    } catch: { error, send in
      await send(.changeEnded(.failure(error)))
    }
    .cancellable(id: CancelID.change, cancelInFlight: true)
  }
}

extension SharedKey where Self == AppStorageKey<Movement.Reason>.Default {
  /// Why a quantity was changed last.
  public static var bookingReason: Self {
    Self[.appStorage("bookingReason"), default: .received]
  }
}
