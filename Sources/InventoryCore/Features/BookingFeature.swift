import ComposableArchitecture
import Foundation

/// The sheet in which a change of an item's quantity is booked.
@Reducer
public struct BookingFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let item: Item
    public var reason = Movement.Reason.received
    public var amount = ""
    public var note = ""
    public var isSaving = false
    @Presents public var alert: AlertState<Never>?

    /// The reasons that can be chosen.
    public static let reasons = [Movement.Reason.received, .used, .counted]

    public init(item: Item) {
      self.item = item
    }

    /// What would be booked, if what is written makes sense.
    public var booking: Booking? {
      guard let number = Int(amount.trimmingCharacters(in: .whitespaces)),
        number > 0 || number == 0 && reason == .counted
      else { return nil }
      let note = note.trimmingCharacters(in: .whitespacesAndNewlines)
      let booking = Booking(reason, number, note: note)
      return (try? booking.delta(from: item.quantity)) == nil ? nil : booking
    }

    /// The quantity after the booking.
    public var quantityAfterwards: Int? {
      booking.flatMap { try? item.quantity + $0.delta(from: item.quantity) }
    }

    /// What is wrong with the amount, as soon as there is one.
    public var amountError: String? {
      guard !amount.isBlank, booking == nil else { return nil }
      let number = Int(amount.trimmingCharacters(in: .whitespaces))
      if reason == .used, let number, number > item.quantity {
        return "There are only \(item.quantity)."
      }
      return "Enter a whole number from \(reason == .counted ? 0 : 1)."
    }
  }

  public enum Action: BindableAction {
    case alert(PresentationAction<Never>)
    case binding(BindingAction<State>)
    case bookFailed(any Error)
    case cancelButtonTapped
    case delegate(Delegate)
    case saveButtonTapped

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The booking is in the database, and this is the item now.
      case booked(Item)
    }
  }

  @Dependency(\.database) var database
  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert, .binding, .delegate:
        return .none

      case .bookFailed(let error):
        state.isSaving = false
        state.alert = .failure("The change could not be booked", error)
        return .none

      case .cancelButtonTapped:
        return .run { _ in await dismiss() }

      case .saveButtonTapped:
        guard !state.isSaving, let booking = state.booking else { return .none }
        state.isSaving = true
        return .run { [id = state.item.id] send in
          await send(.delegate(.booked(try await database.book(booking, id))))
        } catch: { error, send in
          await send(.bookFailed(error))
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
