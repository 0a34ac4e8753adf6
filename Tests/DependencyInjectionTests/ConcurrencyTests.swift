import Foundation
import Testing

@testable import DependencyInjection

@Suite struct ConcurrencyTests {
  @Test func `a locked value is changed from many tasks`() async {
    let count = LockIsolated(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...1_000 {
        group.addTask { count.withValue { $0 += 1 } }
      }
    }
    #expect(count.value == 1_000)
    count.setValue(1)
    #expect(count.value == 1)
    #expect(count == LockIsolated(1))
    #expect(LockIsolated([1, 2]).count == 2)
    count.withValue { $0 += count.value }
    #expect(count.value == 2)
  }

  @Test func `the value of an actor is changed from many tasks`() async {
    let count = ActorIsolated(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...100 {
        group.addTask { await count.withValue { $0 += 1 } }
      }
    }
    #expect(await count.value == 100)
    await count.setValue(1)
    #expect(await count.value == 1)
  }

  @Test func `a value can be sent unchecked`() async {
    final class Counter {
      var count = 0
    }
    let counter = UncheckedSendable(Counter())
    await Task.detached { counter.value.count += 1 }.value
    #expect(counter.count == 1)
    @UncheckedSendable var list = [1]
    list.append(2)
    #expect($list.value == [1, 2])
    #expect($list == UncheckedSendable([1, 2]))
  }

  @Test func `isolated values are equal and hashed by their values`() {
    let (one, other) = (LockIsolated(1), LockIsolated(1))
    #expect(Set([one, other, LockIsolated(2)]).count == 2)
  }

  @Test func `a finished stream has no elements`() async throws {
    for await _ in AsyncStream<Int>.finished { Issue.record("No element was expected") }
    for try await _ in AsyncThrowingStream<Int, any Error>.finished() {
      Issue.record("No element was expected")
    }
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      for try await _ in AsyncThrowingStream<Int, any Error>.finished(throwing: Failure()) {}
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `a stream that never ends is ended by cancellation`() async throws {
    let elements = LockIsolated(0)
    let task = Task {
      for await _ in AsyncStream<Int>.never { elements.withValue { $0 += 1 } }
      for try await _ in AsyncThrowingStream<Int, any Error>.never {
        elements.withValue { $0 += 1 }
      }
      return Task.isCancelled
    }
    task.cancel()
    #expect(try await task.value)
    #expect(elements.value == 0)
  }

  @Test func `a sequence is erased to a stream`() async throws {
    struct Failure: Error {}
    func sequence(isFailing: Bool = false) -> AsyncThrowingMapSequence<AsyncStream<Int>, Int> {
      AsyncStream { continuation in
        for value in 1...3 { continuation.yield(value) }
        continuation.finish()
      }
      .map { value throws in
        if isFailing, value == 3 { throw Failure() }
        return value * 10
      }
    }
    let stream: AsyncStream<Int> = sequence(isFailing: true).eraseToStream()
    #expect(await stream.reduce(into: []) { $0.append($1) } == [10, 20])
    let throwing: AsyncThrowingStream<Int, any Error> = sequence().eraseToThrowingStream()
    #expect(try await throwing.reduce(into: []) { $0.append($1) } == [10, 20, 30])
    await #expect(throws: Failure.self) {
      for try await _ in sequence(isFailing: true).eraseToThrowingStream() {}
    }
  }

  @Test func `a task that never ends is ended by cancellation`() async {
    let task = Task { try await Task.never() }
    await Task.megaYield()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let typed = Task { () -> Int in try await Task<Int, Never>.never() }
    typed.cancel()
    await #expect(throws: CancellationError.self) { try await typed.value }
  }

  @Test @MainActor func `yielding on the main actor yields to its tasks`() async {
    var steps = 0
    let task = Task {
      for _ in 1...5 {
        await Task.yield()
        steps += 1
      }
    }
    await Task.megaYield(count: 10)
    #expect(steps == 5)
    await task.value
  }

  @Test func `cancelling a waiting task cancels the task that it waits for`() async throws {
    let inner = Task { try await Task.never() }
    let outer = Task { try await inner.cancellableValue }
    outer.cancel()
    await #expect(throws: CancellationError.self) { try await outer.value }
    #expect(inner.isCancelled)
    #expect(await Task { 1 }.cancellableValue == 1)
  }
}

@Suite struct MainSerialExecutorTests {
  @Test func `tasks run in the order in which they were started`() async {
    await withMainSerialExecutor {
      let order = LockIsolated<[Int]>([])
      let tasks = (0..<1_000).map { index in
        Task.detached { order.withValue { $0.append(index) } }
      }
      for task in tasks { await task.value }
      #expect(order.value == Array(0..<1_000))
    }
  }

  @Test func `yielding tasks alternate`() async {
    await withMainSerialExecutor {
      let order = LockIsolated<[String]>([])
      let a = Task.detached {
        for index in 0..<3 {
          order.withValue { $0.append("a\(index)") }
          await Task.yield()
        }
      }
      let b = Task.detached {
        for index in 0..<3 {
          order.withValue { $0.append("b\(index)") }
          await Task.yield()
        }
      }
      await a.value
      await b.value
      #expect(order.value == ["a0", "b0", "a1", "b1", "a2", "b2"])
    }
  }

  @Test func `the executor is in use during the operation`() async {
    await withMainSerialExecutor {
      #expect(uncheckedUseMainSerialExecutor)
      await Task.yield()
      #expect(uncheckedUseMainSerialExecutor)
    }
    withMainSerialExecutor {
      #expect(uncheckedUseMainSerialExecutor)
    }
  }

  // Tests a separate value, because tests that run at the same time change the uses of the process.
  @Test func `uses that overlap end with the last`() {
    var uses = MainSerialExecutor.Uses()
    #expect(!uses.isAny)
    let (first, second) = (uses.begin(), uses.begin())
    uses.end(first)
    #expect(uses.isAny)
    uses.end(second)
    #expect(!uses.isAny)
    uses.force(true)
    uses.end(uses.begin())
    #expect(uses.isAny)
    uses.force(false)
    #expect(!uses.isAny)
  }

  @Test func `all uses can be ended together, until the next one begins`() {
    var uses = MainSerialExecutor.Uses()
    let kept = uses.begin()
    let other = uses.begin()
    uses.force(false)
    #expect(!uses.isAny)
    let next = uses.begin()
    #expect(uses.isAny)
    uses.end(kept)
    uses.end(other)
    #expect(uses.isAny)
    uses.end(next)
    #expect(!uses.isAny)
  }
}

@Suite struct AnyHashableSendableTests {
  @Test func `equal values are equal, whatever they are wrapped in`() {
    #expect(AnyHashableSendable(1) == AnyHashableSendable(AnyHashableSendable(1)))
    #expect(AnyHashableSendable(1) == 1)
    #expect(AnyHashableSendable("a") == "a")
    #expect(AnyHashableSendable(1) != AnyHashableSendable("1"))
    #expect(Set([AnyHashableSendable(1), 1, "a"]).count == 2)
  }

  @Test func `literals and type-erased values are wrapped`() {
    let literals: [AnyHashableSendable] = [1, "a", true, 1.5]
    #expect(literals[2].base as? Bool == true && literals[3].base as? Double == 1.5)
    let values: [any Hashable & Sendable] = [1, "a", true, 1.5, AnyHashableSendable(1)]
    #expect(values.map(AnyHashableSendable.init) == literals + [1])
    #expect(values.map { AnyHashableSendable($0) }.last?.base is Int)
  }

  @Test func `as an AnyHashable it equals the wrapped value`() {
    #expect(AnyHashableSendable(1) as AnyHashable == 1 as AnyHashable)
    let numbers: [AnyHashable: Int] = [1: 5, "a": 6]
    #expect(numbers[AnyHashableSendable(1)] == 5)
    #expect(numbers[AnyHashableSendable("a")] == 6)
  }

  @Test func `the wrapped value can be read`() {
    #expect(AnyHashableSendable(1).base as? Int == 1)
    #expect("\(AnyHashableSendable("a"))" == "a")
  }
}

@Suite struct ResultTests {
  private struct Failure: Error, Equatable {}

  @Test func `a result contains what an asynchronous operation returns or throws`() async {
    let success = await Result {
      await Task.yield()
      return 1
    }
    #expect(success.get() == 1)
    let failure: Result<Int, any Error> = await Result {
      await Task.yield()
      throw Failure()
    }
    #expect(throws: Failure.self) { try failure.get() }
    let typed = await Result<Int, Failure> { () async throws(Failure) -> Int in
      await Task.yield()
      throw Failure()
    }
    #expect(typed == .failure(Failure()))
  }

  @MainActor @Test func `the operation runs on the caller's actor`() async {
    var count = 0
    let result = await Result {
      MainActor.assertIsolated()
      count += 1
      await Task.yield()
      return count
    }
    #expect(result.get() == 1)
  }
}
