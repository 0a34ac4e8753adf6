import ComposableArchitecture
import Foundation
import InventoryCore
import InventoryTestSupport
import TestSupport
import Testing

@MainActor
@Suite struct RecentChangesFeatureTests {
  private let used = RecentChange(
    Movement(id: 2, date: Date(timeIntervalSince1970: 90_000), reason: .used, delta: -1),
    of: .drill
  )
  private let received = RecentChange(
    Movement(id: 1, date: Date(timeIntervalSince1970: 80_000), reason: .received, delta: 5),
    of: .hammer
  )

  @Test func `the page follows the database, and reads for the reason that is chosen`() async {
    let requests = LockIsolated<[String]>([])
    let store = TestStore(initialState: RecentChangesFeature.State()) {
      RecentChangesFeature()
    } withDependencies: { [used, received] in
      $0.connection.changes = { .once }
      $0.movements.recent = { reason, limit in
        requests.withValue { $0.append("\(reason?.rawValue ?? "any") \(limit)") }
        return reason == .used
          ? RecentChanges([used]) : RecentChanges([used, received], hasMore: true)
      }
    }
    await store.send(\.task)
    await store.receive(\.changesResponse.success) {
      $0.changes = [used, received]
      $0.hasMore = true
    }
    await store.send(\.moreButtonTapped) { $0.limit = 100 }
    await store.receive(\.changesResponse.success)
    await store.send(\.reasonChanged, .used) {
      $0.reason = .used
      $0.limit = 50
      $0.isOutdated = true
    }
    await store.receive(\.changesResponse.success) {
      $0.changes = [used]
      $0.isOutdated = false
      $0.hasMore = false
    }
    await store.send(\.reasonChanged, .used)
    #expect(requests.value == ["any 50", "any 100", "used 50"])
  }

  @Test func `changes that come during a read do not keep it from being shown`() async {
    let (changes, change) = AsyncStream<Void>.makeStream()
    let (answers, answer) = AsyncStream<RecentChanges>.makeStream()
    let reads = LockIsolated(0)
    let store = TestStore(initialState: RecentChangesFeature.State()) {
      RecentChangesFeature()
    } withDependencies: {
      $0.connection.changes = { changes }
      $0.movements.recent = { _, _ in
        reads.withValue { $0 += 1 }
        for await answer in answers { return answer }
        throw CancellationError()
      }
    }
    await store.send(\.task)
    change.yield()
    #expect(await eventually { reads.value == 1 })
    change.yield()
    answer.yield(RecentChanges([received]))
    await store.receive(\.changesResponse.success) { [received] in $0.changes = [received] }
    answer.yield(RecentChanges([used, received]))
    await store.receive(\.changesResponse.success) { [used, received] in
      $0.changes = [used, received]
    }
    change.finish()
    await store.finish()
    #expect(reads.value == 2)
  }

  @Test func `a change leads to its item as it is now, unless that is gone`() async {
    let items = LockIsolated<Item?>(Item.drill.with { $0.quantity = 9 })
    let store = TestStore(
      initialState: RecentChangesFeature.State(changes: RecentChanges([used]))
    ) {
      RecentChangesFeature()
    } withDependencies: {
      $0.items.item = { _ in items.value }
    }
    await store.send(\.changeTapped, used)
    await store.receive(\.itemResponse)
    await store.receive(\.delegate.itemOpened, Item.drill.with { $0.quantity = 9 })
    items.setValue(nil)
    await store.send(\.changeTapped, used)
    await store.receive(\.itemResponse)
  }

  @Test func `a failure to read is shown, and goes with the next success`() async {
    let failure = EngineFailure.locked
    let store = TestStore(initialState: RecentChangesFeature.State()) {
      RecentChangesFeature()
    }
    await store.send(\.changesResponse, .failure(failure)) {
      $0.problem = DatabaseProblem(failure)
    }
    await store.send(\.changesResponse, .success(RecentChanges([used]))) {
      $0.changes = [used]
      $0.problem = nil
    }
  }

  @Test func `changes that could not be read are read again when the user asks for it`() async {
    var state = RecentChangesFeature.State()
    state.problem = DatabaseProblem(EngineFailure.away)
    let isThere = LockIsolated(false)
    let store = TestStore(initialState: state) {
      RecentChangesFeature()
    } withDependencies: { [used] in
      $0.connection.reopen = { isThere.setValue(true) }
      $0.connection.changes = { .once }
      $0.movements.recent = { _, _ in RecentChanges(isThere.value ? [used] : []) }
    }
    await store.send(\.retryButtonTapped) { $0.problem = nil }
    await store.receive(\.changesResponse.success) { $0.changes = [self.used] }
  }

  @Test func `changes are sorted by the day of the calendar`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    let day = 86_400.0
    #expect(
      ChangedDay.days(of: [used, received], calendar: calendar) == [
        ChangedDay(Date(timeIntervalSince1970: day), [used]),
        ChangedDay(Date(timeIntervalSince1970: 0), [received]),
      ]
    )
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 7_200))
    #expect(
      ChangedDay.days(of: [used, received], calendar: calendar) == [
        ChangedDay(Date(timeIntervalSince1970: day - 7_200), [used, received])
      ]
    )
  }

  @Test func `the menu of the list leads to the page, and from there to items`() async {
    let store = TestStore(initialState: InventoryFeature.State()) {
      InventoryFeature()
    }
    await store.send(\.list.recentChangesButtonTapped)
    await store.receive(\.list.delegate.recentChangesRequested) {
      $0.path[id: 0] = .recentChanges(RecentChangesFeature.State())
    }
    #expect(store.state.link.text == "inventory://changes")
    await store.send(\.path[id: 0].recentChanges.delegate.itemOpened, .drill) {
      $0.path[id: 1] = .item(ItemDetailFeature.State(item: .drill))
    }
  }

  @Test func `what is shown stays while the inventory cannot be reached, unless it is outdated`()
    async
  {
    let store = TestStore(
      initialState: RecentChangesFeature.State(changes: RecentChanges([used, received]))
    ) {
      RecentChangesFeature()
    } withDependencies: {
      $0.connection.changes = { .once }
      $0.movements.recent = { _, _ in throw EngineFailure.away }
    }
    await store.send(\.task)
    await store.receive(\.changesResponse.failure)
    await store.send(\.reasonChanged, .used) {
      $0.reason = .used
      $0.isOutdated = true
    }
    await store.receive(\.changesResponse.failure) {
      $0.problem = DatabaseProblem(EngineFailure.away)
    }
  }
}
