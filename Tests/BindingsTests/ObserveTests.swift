import Bindings
import Observation
import Synchronization
import TestSupport
import Testing

@MainActor @Observable
private final class Model {
  var name = "a"
}

/// May be used on any thread.
@Observable
private final class Counter: @unchecked Sendable {
  // Unchecked: the tests use it from one task at a time.
  var count = 0
}

/// What observers have seen.
private final class Log<Value: Sendable>: Sendable {
  private let list = Mutex<[Value]>([])
  var values: [Value] { list.withLock { $0 } }
  func append(_ value: Value) { list.withLock { $0.append(value) } }
}

private actor Observer {
  private(set) var seen: [Int] = []
  private var token: ObserveToken?

  func start(_ counter: Counter) {
    token = observe {
      self.assertIsolated()
      self.note(counter.count)
    }
  }

  func change(_ counter: Counter, to count: Int) { counter.count = count }

  func stop() { token = nil }

  private func note(_ count: Int) { seen.append(count) }
}

extension UITransaction {
  @UITransactionEntry fileprivate var reason = "none"
  @UITransactionEntry fileprivate var place: Int?
}

@Suite struct ObserveTests {
  @MainActor @Test func `a closure runs at once, and again after a change`() async throws {
    let model = Model()
    var seen: [String] = []
    let token = observe { seen.append(model.name) }
    #expect(seen == ["a"])
    model.name = "b"
    model.name = "c"
    #expect(await eventually { seen.count > 1 })
    #expect(seen == ["a", "c"])
    token.cancel()
    model.name = "d"
    await Task.yield()
    #expect(seen == ["a", "c"])
  }

  @MainActor @Test func `a closure does not run after its token is released`() async throws {
    let model = Model()
    var (seen, others): ([String], [String]) = ([], [])
    var token: ObserveToken? = observe { seen.append(model.name) }
    let other = observe { others.append(model.name) }
    #expect(token != other)
    token = nil
    model.name = "b"
    #expect(await eventually { others == ["a", "b"] })
    #expect(seen == ["a"])
  }

  @Test func `a closure that is isolated to another actor runs on that actor`() async throws {
    let counter = Counter()
    let observer = Observer()
    await observer.start(counter)
    #expect(await observer.seen == [0])
    await observer.change(counter, to: 1)
    while await observer.seen.count < 2 { await Task.yield() }
    #expect(await observer.seen == [0, 1])
    await observer.stop()
  }

  @Test func `a closure that is not isolated to an actor runs`() async throws {
    let counter = Counter()
    let seen = Log<Int>()
    let token = observe { seen.append(counter.count) }
    #expect(seen.values == [0])
    counter.count = 1
    // The closure has no actor, so it may run while the count is still changing.
    #expect(await eventually { seen.values.count == 2 })
    token.cancel()
  }

  @Test func `a closure of the main actor that is passed elsewhere runs there later`() async throws
  {
    let seen = Log<Bool>()
    let token = observe { @MainActor in
      MainActor.assertIsolated()
      seen.append(true)
    }
    #expect(await eventually { !seen.values.isEmpty })
    token.cancel()
  }

  // MARK: Transactions

  @MainActor @Test func `an observer receives the transaction of a change`() async throws {
    let model = Model()
    var reasons: [String] = []
    let token = observe { transaction in
      _ = model.name
      reasons.append(transaction.reason)
    }
    withUITransaction(\.reason, "search") { model.name = "b" }
    #expect(await eventually { reasons.count == 2 })
    model.name = "c"
    #expect(await eventually { reasons.count == 3 })
    #expect(reasons == ["none", "search", "none"])
    token.cancel()
  }

  @MainActor @Test func `an inner transaction has the values of the outer one`() async throws {
    let model = Model()
    var transactions: [UITransaction] = []
    let token = observe { transaction in
      _ = model.name
      transactions.append(transaction)
    }
    var inner = UITransaction()
    inner.place = 7
    inner.reason = "inner"
    let result = withUITransaction(\.reason, "outer") {
      withUITransaction(\.place, 6) {
        withUITransaction(inner) {
          model.name = "b"
          return 5
        }
      }
    }
    #expect(result == 5)
    #expect(await eventually { transactions.count == 2 })
    #expect(transactions[1].reason == "inner" && transactions[1].place == 7)
    withUITransaction(\.reason, "outer") {
      withUITransaction(\.place, 6) { model.name = "c" }
    }
    #expect(await eventually { transactions.count == 3 })
    #expect(transactions[2].reason == "outer" && transactions[2].place == 6)
    token.cancel()
  }

  @MainActor @Test func `a change through a binding has the binding's transaction`()
    async throws
  {
    let model = Model()
    var reasons: [String] = []
    let token = observe { transaction in
      _ = model.name
      reasons.append(transaction.reason)
    }
    var transaction = UITransaction()
    transaction.reason = "typing"
    UIBindable(model).name.transaction(transaction).wrappedValue = "b"
    #expect(await eventually { reasons.count == 2 })
    #expect(reasons == ["none", "typing"])
    token.cancel()
  }
}
