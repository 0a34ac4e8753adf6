import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct BookingFeatureTests {
  @Test func `what has come is booked`() async {
    let booked = Item.drill.with { $0.quantity = 10 }
    let store = TestStore(initialState: BookingFeature.State(item: .drill)) {
      BookingFeature()
    } withDependencies: {
      $0.movements.book = { booking, id in
        #expect(booking == Booking(.received, 6, note: "order 12"))
        #expect(id == Item.drill.id)
        return booked
      }
    }
    await store.send(\.saveButtonTapped)
    await store.send(\.binding.amount, " 6") { $0.amount = " 6" }
    await store.send(\.binding.note, "order 12 ") { $0.note = "order 12 " }
    #expect(store.state.quantityAfterwards == 10)
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.delegate.booked, booked)
  }

  @Test(
    arguments: [
      (Movement.Reason.received, "0", "Enter a number above 0."),
      (.received, "six", "Enter a number above 0."), (.used, "5", "There are only 4."),
      (.used, "-1", "Enter a number above 0."),
      (.counted, "-1", "Enter a number from 0."),
      (.received, "0.0000001", "Enter a number with at most 6 decimals."),
      (.used, "4.000001", "There are only 4."), (.used, "0.000001", nil),
      (.received, "", nil), (.used, "4", nil), (.counted, "0", nil), (.counted, "0.333", nil),
    ] as [(Movement.Reason, String, String?)]
  )
  func `an amount is checked as it is typed`(
    reason: Movement.Reason,
    amount: String,
    error: String?
  ) {
    var state = BookingFeature.State(item: .drill)
    state.reason = reason
    state.amount = amount
    #expect(state.amountError == error)
    #expect((state.booking == nil) == (error != nil || amount.isEmpty))
  }

  @Test func `a note that is too long is told at its field, and not booked`() {
    var state = BookingFeature.State(item: .drill)
    state.amount = "1"
    state.note = String(repeating: "x", count: 4_000)
    #expect(state.noteError == nil)
    #expect(state.booking != nil)
    state.note += "x"
    #expect(state.noteError == "This is too long.")
    #expect(state.booking == nil)
    #expect(state.amountError == nil)
  }

  @Test(
    arguments: [
      ("1,200", "Read as 1200, not as 1.2.", nil), ("12,", "Read as 12.", nil), ("12", nil, nil),
      ("1.200", "Read as 1.2, not as 1200.", nil), ("1.5", "This is not a whole number.", nil),
      ("1.000", nil, "This can mean 1000 or 1. Write one of them."),
    ] as [(String, String?, String?)]
  )
  func `an amount in doubt is told, or asked about`(amount: String, hint: String?, error: String?) {
    var state = BookingFeature.State(item: .drill)
    state.amount = amount
    #expect(state.amountHint == hint)
    #expect(state.amountError == error)
    #expect((state.booking == nil) == (error != nil))
  }

  @Test func `a failure is told, and what was typed stays`() async {
    var state = BookingFeature.State(item: .drill)
    state.reason = .used
    state.amount = "3"
    let store = TestStore(initialState: state) {
      BookingFeature()
    } withDependencies: {
      $0.movements.book = { _, _ in throw InventoryError.notEnough(available: 2) }
    }
    await store.send(\.saveButtonTapped) { $0.isSaving = true }
    await store.receive(\.bookFailed) {
      $0.isSaving = false
      $0.alert = AlertState {
        TextState("The change could not be booked")
      } message: {
        TextState("only 2 left; expected at most as many")
      }
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    #expect(store.state.amount == "3")
  }

  @Test func `a sheet in which nothing is written closes at once`() async {
    let store = TestStore(initialState: BookingFeature.State(item: .drill)) { BookingFeature() }
    await store.send(\.binding.reason, .used) { $0.reason = .used }
    await store.send(\.cancelButtonTapped)
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func `a sheet asks before what is written is lost`() async {
    let store = TestStore(initialState: BookingFeature.State(item: .drill)) { BookingFeature() }
    await store.send(\.binding.note, "order 12") { $0.note = "order 12" }
    await store.send(\.cancelButtonTapped) { $0.alert = .discardBooking }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    #expect(!store.isDismissed)

    await store.send(\.cancelButtonTapped) { $0.alert = .discardBooking }
    await store.send(\.alert.discardConfirmed) {
      $0.alert = nil
      $0.discard()
    }
    await store.finish()
    #expect(!store.state.hasUnsavedChanges)
    #expect(store.isDismissed)
  }

  @Test func `an amount is read as the user writes numbers`() {
    var state = BookingFeature.State(item: .drill, locale: Locale(identifier: "de_DE"))
    state.amount = "1.200"
    #expect(state.quantityAfterwards == 1_204)
    state.amount = "\(Int.max)"
    #expect(state.amountError == "This is more than can be counted.")
  }
}

extension AlertState<BookingFeature.Action.Alert> {
  fileprivate static var discardBooking: AlertState {
    discardQuestion("Discard the change?", discard: .discardConfirmed)
  }
}
