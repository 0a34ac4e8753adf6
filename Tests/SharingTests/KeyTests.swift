import DependencyInjection
import Foundation
import IssueReporting
import Observation
import Sharing
import TestSupport
import Testing

private struct Failure: Error, Equatable {}

/// A key whose loads and saves the test finishes.
private struct ManualKey: SharedKey {
  struct State {
    var loads: [LoadContinuation<Int>] = []
    var saves: [SaveContinuation] = []
    var subscriber: SharedSubscriber<Int>?
  }

  let id: String
  let state = LockIsolated(State())

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    state.withValue { $0.loads.append(continuation) }
  }

  func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>)
    -> SharedSubscription
  {
    state.withValue { $0.subscriber = subscriber }
    return SharedSubscription { [state] in state.withValue { $0.subscriber = nil } }
  }

  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    state.withValue { $0.saves.append(continuation) }
  }

  var loads: [LoadContinuation<Int>] { state.value.loads }

  /// Finishes all saves.
  func answerSaves(_ result: Result<Void, any Error> = .success(())) {
    for save in state.withValue({ state in
      defer { state.saves = [] }
      return state.saves
    }) {
      save.resume(with: result)
    }
  }
}

@Suite struct KeyTests {
  private let key = ManualKey(id: "manual")

  @Test func `a value that is loaded later begins with the default`() {
    @Shared(key) var count = 1
    #expect(count == 1)
    #expect($count.isLoading)
    key.loads[0].resume(returning: 5)
    #expect(count == 5)
    #expect(!$count.isLoading)
  }

  @Test func `the error of a failed load is kept until a load succeeds`() async throws {
    @Shared(key) var count = 1
    key.loads[0].resume(throwing: Failure())
    #expect($count.loadError as? Failure == Failure())
    let shared = $count
    async let load: Void = shared.load()
    #expect(await eventually { key.loads.count == 2 })
    #expect($count.isLoading)
    key.loads[1].resume(returning: 2)
    try await load
    #expect(count == 2)
    #expect($count.loadError == nil)
  }

  @Test func `an explicit load throws the error`() async throws {
    let shared = Shared(wrappedValue: 1, key)
    key.loads[0].resumeReturningInitialValue()
    let load = Task { try await shared.load() }
    #expect(await eventually { key.loads.count == 2 })
    key.loads[1].resume(throwing: Failure())
    await #expect(throws: Failure.self) { try await load.value }
    #expect(shared.loadError != nil)
    #expect(shared.wrappedValue == 1)
  }

  @Test func `a value that a key yields becomes the value, and is not saved`() throws {
    @Shared(key) var count = 1
    key.loads[0].resumeReturningInitialValue()
    let subscriber = try #require(key.state.value.subscriber)
    subscriber.yield(7)
    #expect(count == 7)
    subscriber.yieldLoading()
    #expect($count.isLoading)
    subscriber.yieldLoading(false)
    #expect(!$count.isLoading)
    subscriber.yield(throwing: Failure())
    #expect(count == 7)
    #expect($count.loadError != nil)
    subscriber.yieldReturningInitialValue()
    #expect(count == 1)
    #expect($count.loadError == nil)
    #expect(key.state.value.saves.isEmpty)
  }

  @Test func `a value that a key yields ends the loading that the key has announced`() throws {
    @Shared(key) var count = 1
    key.loads[0].resumeReturningInitialValue()
    let subscriber = try #require(key.state.value.subscriber)
    subscriber.yieldLoading()
    subscriber.yield(4)
    #expect(count == 4)
    #expect(!$count.isLoading)
    subscriber.yieldLoading()
    subscriber.yieldReturningInitialValue()
    #expect(!$count.isLoading)
    subscriber.yieldLoading()
    subscriber.yield(throwing: Failure())
    #expect(!$count.isLoading)
  }

  @Test func `outside of tests errors are reported at the declaration of the value`() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Shared(key) var count = 1
      let line = #line - 1
      withKnownIssue {
        key.loads[0].resume(throwing: Failure())
      } matching: {
        $0.sourceLocation?.line == line
      }
      $count.withLock { $0 = 2 }
      withExpectedIssue { key.answerSaves(.failure(Failure())) }
      #expect($count.saveError != nil)
    }
  }

  @Test func `a successful save clears the error of a failed load`() {
    @Shared(key) var count = 1
    key.loads[0].resume(throwing: Failure())
    $count.withLock { $0 = 2 }
    #expect($count.loadError != nil)
    key.answerSaves()
    #expect($count.loadError == nil)
  }

  @Test func `a value that is required is loaded once`() async throws {
    let key = LoadedKey()
    let reader = try await SharedReader(require: key)
    #expect(reader.wrappedValue == 42)
    #expect(!reader.isLoading)
    #expect(key.loads.value == 1)
    let shared = try await Shared(require: key)
    #expect(shared.wrappedValue == 42)
    #expect(key.loads.value == 2)
    #expect(key.subscriptions.value == 1)
  }

  @Test func `a value that is required is loaded also if its key is in use`() async throws {
    @Shared(key) var count = 1
    key.loads[0].resume(throwing: Failure())
    let required = Task { [key] in try await SharedReader(require: key) }
    try #require(await eventually { key.loads.count == 2 })
    key.loads[1].resume(returning: 5)
    let reader = try await required.value
    #expect(reader.wrappedValue == 5)
    #expect(reader.loadError == nil)
    #expect(count == 5)
  }

  @Test func `loading another key loads it once`() async throws {
    let other = LoadedKey()
    @SharedReader(value: 0) var count
    try await $count.load(other)
    #expect(count == 42)
    #expect(other.loads.value == 1)
    #expect(other.subscriptions.value == 1)
    @Shared(value: 0) var shared
    try await $shared.load(LoadedKey())
    #expect(shared == 42)
  }

  @Test func `the error of a failed save is kept until a save succeeds`() async throws {
    @Shared(key) var count = 1
    key.loads[0].resumeReturningInitialValue()
    $count.withLock { $0 = 2 }
    key.answerSaves(.failure(Failure()))
    #expect($count.saveError != nil)
    let shared = $count
    let save = Task { try await shared.save() }
    #expect(await eventually { key.state.value.saves.count == 1 })
    key.answerSaves()
    try await save.value
    #expect($count.saveError == nil)
  }

  @Test func `each change is saved, in order`() async {
    let key = CountingKey()
    @Shared(key) var count = 0
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask { [count = $count] in
          for _ in 0..<50 { count.withLock { $0 += 1 } }
        }
      }
    }
    #expect(key.log.value.saved.count == 1_000)
    #expect(key.log.value.saved.last == 1_000)
    #expect(key.log.value.saved == key.log.value.saved.sorted())
  }

  @Test func `loading another key changes the value of all copies`() async throws {
    @Shared(.inMemory("a")) var value = 1
    @Shared(.inMemory("b")) var other = 2
    let copy = $value
    try await $value.load(.inMemory("b"))
    $other.withLock { $0 = 3 }
    #expect(value == 3)
    #expect(copy.wrappedValue == 3)
  }

  @Test func `a continuation that is resumed twice or never is reported`() {
    @Shared(key) var count = 1
    key.loads[0].resume(returning: 2)
    withExpectedIssue { key.loads[0].resume(returning: 3) }
    #expect(count == 2)
    withExpectedIssue {
      _ = LoadContinuation<Int>("never") { _ in }
    }
  }

  @Test func `a continuation that a key releases is reported, and ends the wait`()
    async throws
  {
    struct Forgetful: SharedKey {
      let id = UUID()
      func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
        if context.initialValue != nil { continuation.resumeReturningInitialValue() }
      }
      func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>)
        -> SharedSubscription
      { SharedSubscription {} }
      func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
        if context == .didSet { continuation.resume() }
      }
    }
    @Shared(Forgetful()) var count = 1
    $count.withLock { $0 = 5 }
    var hasReturned = false
    await withKnownIssue {
      try await $count.load()
      hasReturned = true
    }
    #expect(hasReturned && count == 5)
    #expect(!$count.isLoading && $count.loadError == nil)
    hasReturned = false
    await withKnownIssue {
      try await $count.save()
      hasReturned = true
    }
    #expect(hasReturned && $count.saveError == nil)
  }

  @Test func `a key that cannot save can be used by readers`() {
    struct Constant: SharedReaderKey {
      var id: String { "constant" }
      func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
        continuation.resume(returning: 42)
      }
      func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>)
        -> SharedSubscription
      { SharedSubscription {} }
    }
    @SharedReader(Constant()) var answer = 0
    #expect(answer == 42)
  }
}

/// A boat, which is the same boat whatever it carries.
private struct Boat: Equatable, Sendable {
  let number: Int
  var cargo: String

  static func == (lhs: Boat, rhs: Boat) -> Bool { lhs.number == rhs.number }
}

/// A key of a boat, whose cargo the test changes from outside.
private struct BoatKey: SharedKey {
  let id = UUID()
  let cargo = LockIsolated("salt")
  let subscriber = LockIsolated<SharedSubscriber<Boat>?>(nil)

  func load(context: LoadContext<Boat>, continuation: LoadContinuation<Boat>) {
    continuation.resume(returning: Boat(number: 7, cargo: cargo.value))
  }

  func subscribe(context: LoadContext<Boat>, subscriber: SharedSubscriber<Boat>)
    -> SharedSubscription
  {
    self.subscriber.setValue(subscriber)
    return SharedSubscription {}
  }

  func save(_ value: Boat, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume()
  }
}

@Suite struct EqualValueTests {
  private let key = BoatKey()

  @Test func `a value is loaded also if it equals the one before`() async throws {
    @Shared(key) var boat = Boat(number: 7, cargo: "none")
    #expect(boat.cargo == "salt")
    key.cargo.setValue("rope")
    try await $boat.load()
    #expect(boat.cargo == "rope")
  }

  @Test func `observers learn of a value that a key yields, also if it equals the one before`() {
    @Shared(key) var boat = Boat(number: 7, cargo: "none")
    let changes = LockIsolated(0)
    withObservationTracking {
      _ = boat.cargo
    } onChange: {
      changes.withValue { $0 += 1 }
    }
    key.subscriber.value?.yield(Boat(number: 7, cargo: "tar"))
    #expect(boat.cargo == "tar")
    #expect(changes.value == 1)
  }
}

/// A key that loads its value at once.
private struct LoadedKey: SharedKey {
  let id = UUID()
  let loads = LockIsolated(0)
  let subscriptions = LockIsolated(0)

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    loads.withValue { $0 += 1 }
    continuation.resume(returning: 42)
  }

  func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>)
    -> SharedSubscription
  {
    subscriptions.withValue { $0 += 1 }
    return SharedSubscription {}
  }

  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume()
  }
}
