import ComposableArchitecture
import Foundation
import InventoryTestSupport
import TestSupport
import Testing

@testable import InventoryCore

/// A scanner that types faster than items are looked up and counts are saved.
@MainActor
@Suite struct ScannerBurstTests {
  private let saved = LockIsolated<[String]>([])
  /// What the items are, once an answer is given.
  private let matches = LockIsolated<@Sendable (String) throws -> ItemMatches> { _ in ItemMatches()
  }

  /// - Parameters:
  ///   - lookups: Lookups wait until this ends.
  ///   - counts: Counts wait until this ends.
  private func makeStore(
    lookups: AsyncStream<Void> = .finished,
    counts: AsyncStream<Void> = .finished
  ) -> StoreOf<StocktakeFeature> {
    Store(initialState: StocktakeFeature.State(counts: [])) {
      StocktakeFeature()
    } withDependencies: {
      $0.items.matches = { [matches] text in
        for await _ in lookups {}
        return try matches.value(text)
      }
      $0.stocktake.count = { [saved] amount, id, isAddition in
        for await _ in counts {}
        #expect(isAddition)
        saved.withValue { $0.append("\(id.number): \(amount)") }
        return StocktakeCount(item: .drill, counted: amount, expected: 4, date: .distantPast)
      }
    }
  }

  private nonisolated static func item(_ number: Int) -> Item {
    Item(id: UUID(number), name: "Item \(number)", sku: "I-\(number)")
  }

  /// The item whose number is the end of a code.
  private nonisolated static func known(_ code: String) -> ItemMatches {
    ItemMatches(exact: Int(code.suffix(2)).map { [item($0)] } ?? [])
  }

  /// Types a text and presses Enter, in the field that has the focus.
  private func enter(_ text: String, _ store: StoreOf<StocktakeFeature>) {
    if store.focus == .amount {
      store.send(.count(.presented(.binding(.set(\.amount, text)))))
      store.send(.count(.presented(.entered)))
    } else {
      store.send(.binding(.set(\.code, text)))
      store.send(.codeSubmitted)
      #expect(store.code.isEmpty)
    }
  }

  /// Waits until nothing is being looked up or saved.
  private func settle(_ store: StoreOf<StocktakeFeature>) async {
    #expect(
      await eventually {
        store.scans.allSatisfy(\.isUnclear) && store.count?.isSaving != true
      }
    )
  }

  @Test(arguments: [0, 1, 3, 50])
  func `fifty codes with their counts are all counted, however many come before an answer`(
    count: Int
  ) async {
    matches.setValue(Self.known)
    let (lookups, answers) = AsyncStream<Void>.makeStream()
    let store = makeStore(lookups: lookups)
    for number in 10..<60 {
      if number == 10 + count { answers.finish() }
      enter("40063813339\(number)", store)
      if count == 0 { await settle(store) }
      enter("\(number)", store)
      if count == 1 { await Task.yield() }
    }
    answers.finish()
    await settle(store)
    #expect(saved.value == (10..<60).map { "\($0): \($0)" })
    #expect(store.scans.isEmpty && store.waiting.isEmpty)
    #expect(store.count == nil)
    #expect(store.focus == .code)
  }

  @Test func `fifty codes without counts wait to be counted, but for the last one`() async {
    matches.setValue(Self.known)
    let store = makeStore()
    for number in 10..<60 { enter("40063813339\(number)", store) }
    await settle(store)
    #expect(saved.value.isEmpty)
    #expect(store.waiting.map(\.name) == (10..<59).map { "Item \($0)" })
    #expect(store.count?.item == Self.item(59))
    // One of them is counted after all, and the one that was open waits instead.
    store.send(.itemChosen(Self.item(20)))
    #expect(store.waiting.last == Self.item(59))
    #expect(store.waiting.count == 49)
    enter("7", store)
    await settle(store)
    #expect(saved.value == ["20: 7"])
    #expect(store.waiting.count == 49)
    // Leaving asks about those that are left.
    #expect(store.state.questionBeforePop?.is(\.leaveRequested) == true)
    store.send(.leaveRequested)
    #expect(store.question != nil)
    store.send(.question(.presented(.discardScansConfirmed)))
    #expect(store.waiting.isEmpty && store.question == nil)
    #expect(store.state.questionBeforePop == nil)
  }

  @Test func `codes that are unknown, or cannot be looked up, stay with their counts`() async {
    matches.setValue { text in
      if text.last == "3" { throw EngineFailure.locked }
      return text.last == "7" ? ItemMatches() : Self.known(text)
    }
    let (lookups, answers) = AsyncStream<Void>.makeStream()
    let store = makeStore(lookups: lookups)
    for number in 10..<60 {
      enter("40063813339\(number)", store)
      enter("\(number)", store)
    }
    answers.finish()
    await settle(store)
    let bad = (10..<60).filter { $0 % 10 == 3 || $0 % 10 == 7 }
    #expect(saved.value == (10..<60).filter { !bad.contains($0) }.map { "\($0): \($0)" })
    #expect(store.alert == nil)
    #expect(
      store.scans.map { "\($0.text.suffix(2)): \($0.amount ?? "none")" }
        == bad.map { "\($0): \($0)" }
    )
    // A second attempt succeeds, and saves the count.
    matches.setValue(Self.known)
    store.send(.scanRetried(store.scans[0].id))
    await settle(store)
    #expect(saved.value.last == "13: 13")
    #expect(store.scans.count == 9)
  }

  @Test func `a code that was scanned twice is looked up again when its item is added`() async {
    let (lookups, answers) = AsyncStream<Void>.makeStream()
    let store = makeStore(lookups: lookups)
    for amount in ["2", "3"] {
      enter("4711471147101", store)
      enter(amount, store)
    }
    answers.finish()
    await settle(store)
    #expect(store.scans.map(\.amount) == ["2", "3"])
    matches.setValue(Self.known)
    store.send(.scanItemChosen(store.scans[0].id, Self.item(1)))
    await settle(store)
    #expect(saved.value == ["1: 2", "1: 3"])
    #expect(store.scans.isEmpty)
  }

  @Test(arguments: ["1201", "12301", "1234501", "4006381333901"])
  func `digits that are a barcode do not become a count`(code: String) async {
    matches.setValue(Self.known)
    let store = makeStore()
    store.send(.itemChosen(Self.item(2)))
    enter(code, store)
    await settle(store)
    #expect(store.count?.item == Self.item(1))
    #expect(store.count?.amount.isEmpty == true)
    #expect(store.focus == .amount)
    #expect(store.waiting == [Self.item(2)])
    #expect(saved.value.isEmpty)
  }

  @Test func `a high count is saved when no item has such a barcode`() async {
    let store = makeStore()
    store.send(.itemChosen(Self.item(1)))
    enter("12000", store)
    await settle(store)
    #expect(saved.value == ["1: 12000"])
    #expect(store.scans.isEmpty)
  }

  @Test func `digits that may be an unknown barcode are a count only if the user says so`() async {
    let store = makeStore()
    store.send(.itemChosen(Self.item(1)))
    // Enter asks each time.
    for _ in 0..<2 {
      enter("123456", store)
      await settle(store)
      #expect(
        store.count?.amountError
          == "This may be a barcode that no item has. If it is the count, save it."
      )
      #expect(store.focus == .amount)
    }
    // The next code does not take it for a count, either.
    matches.setValue(Self.known)
    store.send(.binding(.set(\.focus, .code)))
    enter("4006381333902", store)
    #expect(await eventually { store.focus == .amount })
    #expect(saved.value.isEmpty)
    store.send(.count(.presented(.submitted)))
    #expect(await eventually { store.count?.item == Self.item(2) })
    #expect(saved.value == ["1: 123456"])
  }

  @Test func `a count behind an unknown code is not that of the item before`() async {
    let store = makeStore()
    store.send(.itemChosen(Self.item(1)))
    enter("4006381333931", store)
    await settle(store)
    #expect(store.count == nil)
    #expect(store.waiting == [Self.item(1)])
    enter("5", store)
    await settle(store)
    #expect(saved.value.isEmpty)
    #expect(store.scans.map(\.text) == ["4006381333931", "5"])
  }

  @Test func `what is being typed when an item is found is its count`() async {
    matches.setValue(Self.known)
    let store = makeStore()
    store.send(.binding(.set(\.code, "4006381333901")))
    store.send(.codeSubmitted)
    store.send(.binding(.set(\.code, "1")))
    await settle(store)
    #expect(store.count?.item == Self.item(1))
    #expect(store.focus == .code)
    #expect(store.code == "1")
    enter("12", store)
    await settle(store)
    #expect(saved.value == ["1: 12"])
    #expect(store.scans.isEmpty)
  }

  @Test func `what is typed while a count is being saved stays`() async {
    matches.setValue(Self.known)
    let (counts, gate) = AsyncStream<Void>.makeStream()
    let store = makeStore(counts: counts)
    store.send(.itemChosen(Self.item(2)))
    enter("3", store)
    #expect(store.focus == .code)
    enter("4006381333901", store)
    #expect(await eventually { store.scans.first?.item != nil })
    #expect(store.count?.item == Self.item(2))
    store.send(.binding(.set(\.code, "1")))
    gate.finish()
    #expect(await eventually { store.count?.item == Self.item(1) })
    #expect(saved.value == ["2: 3"])
    #expect(store.code == "1")
    #expect(store.focus == .code)
  }
}

extension AsyncStream<Void> {
  fileprivate static var finished: AsyncStream { AsyncStream { $0.finish() } }
}

extension UUID {
  /// The number that it was made of.
  fileprivate var number: Int { Int(uuidString.suffix(12), radix: 16) ?? -1 }
}
