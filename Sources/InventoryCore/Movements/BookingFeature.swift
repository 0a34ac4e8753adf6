import ComposableArchitecture
import Foundation

/// The sheet in which a change of an item's quantity is booked.
@Reducer
public struct BookingFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The item as it is now, also if others change it meanwhile.
    public var item: Item
    public var focus: Field? = .amount
    public var reason: Movement.Reason
    public var amount = ""
    public var note = ""
    public var isSaving = false
    @Presents public var alert: AlertState<Action.Alert>?

    /// The fields that can get the keyboard focus by themselves.
    public enum Field: Hashable, Sendable {
      case amount
    }

    /// The reasons that can be chosen.
    public static let reasons = [Movement.Reason.received, .used, .counted]

    /// How the user writes numbers.
    let locale: Locale
    private var isDiscarded = false

    public init(item: Item, locale: Locale = .plain) {
      @SharedReader(.bookingReason) var reason
      self.item = item
      self.reason = reason
      self.locale = locale
    }

    private var number: NumberEntry {
      NumberEntry(amount, isAboveZero: reason != .counted, unit: item.unit, locale: locale)
    }

    /// What would be booked, if what is written makes sense.
    public var booking: Booking? {
      guard let number = number.value, noteError == nil else { return nil }
      let booking = Booking(reason, number, note: writtenNote)
      return (try? booking.delta(from: item.quantity)) == nil ? nil : booking
    }

    /// The quantity after the booking.
    public var quantityAfterwards: Quantity? {
      booking.flatMap { try? item.quantity + $0.delta(from: item.quantity) }
    }

    /// What is wrong with the amount, as soon as there is one.
    public var amountError: String? {
      guard !amount.isBlank else { return nil }
      if let error = number.error { return error }
      guard let number = number.value,
        (try? Booking(reason, number).delta(from: item.quantity)) == nil
      else { return nil }
      return reason == .used
        ? tr(
          "There is only \(item.quantity).",
          "There are only \(item.quantity).",
          count: item.quantity.pluralCount
        )
        : tr("This is more than can be counted.")
    }

    private var writtenNote: String { note.asLine.withoutControlCharacters }

    /// What is wrong with the note.
    public var noteError: String? { writtenNote.errorOfField() }

    /// How the amount is read, where somebody might have meant another one.
    public var amountHint: String? { booking == nil ? nil : number.hint }

    /// Whether closing the sheet would lose what has been written.
    public var hasUnsavedChanges: Bool {
      !isDiscarded && !(amount.isBlank && note.isBlank)
    }

    mutating func discard() {
      isDiscarded = true
    }
  }

  public enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case bookFailed(any Error)
    case cancelButtonTapped
    case delegate(Delegate)
    case saveButtonTapped

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case discardConfirmed
    }

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The booking is in the database, and this is the item now.
      case booked(Item)
    }
  }

  @Dependency(\.movements) var movements
  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.discardConfirmed)):
        state.discard()
        return .run { _ in await dismiss() }

      case .alert, .binding, .delegate:
        return .none

      case .bookFailed(let error):
        state.isSaving = false
        state.alert = .failure(tr("The change could not be booked"), error)
        return .none

      case .cancelButtonTapped:
        guard !state.isSaving else { return .none }
        guard state.hasUnsavedChanges else { return .run { _ in await dismiss() } }
        state.alert = .discard(tr("Discard the change?"), action: .discardConfirmed)
        return .none

      case .saveButtonTapped:
        guard !state.isSaving, let booking = state.booking else { return .none }
        state.isSaving = true
        @Shared(.bookingReason) var reason
        $reason.withLock { $0 = booking.reason }
        return .run { [id = state.item.id] send in
          await send(.delegate(.booked(try await movements.book(booking, id))))
        } catch: { error, send in
          await send(.bookFailed(error))
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension BookingFeature.State: FormState {
  var draft: FormDraft? {
    guard hasUnsavedChanges else { return nil }
    return .booking(item: item.id, reason: reason, amount: amount, note: note)
  }

  mutating func restore(_ draft: FormDraft) {
    guard case .booking(item.id, let reason, let amount, let note) = draft else { return }
    (self.reason, self.amount, self.note) = (reason, amount, note)
  }
}
